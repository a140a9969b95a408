"""Put metrics to the test: correlate them with people's ratings, with intervals and tests.

seqlab metaevaluate ratings.csv --metrics fkgl,compression --report report.html
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal


def metaevaluate(
    ratings: str,
    values: Path | None = None,
    metrics: str | list[str] | None = None,
    test_set: str | None = None,
    question: str | None = None,
    references: str | None = None,
    split: Literal["quality", "type", "operations", "none"] = "quality",
    correlation: Literal["pearson", "spearman", "kendall"] = "pearson",
    standardised: bool = False,
    quality: bool = False,
    samples: int = 1000,
    seed: int = 1,
    report: Path | None = None,
    markdown: Path | None = None,
) -> int:
    """Correlate metrics with a file of human ratings and print a table.

    Args:
        ratings: CSV of ratings (item, system, rater, question, score; original, output), or a known
            set: simplicity-da, structural-simplicity, simplicity-gain, simpeval, samsa.
        values: CSV of metric values: item, system, and a column per metric.
        metrics: Metrics to compute here, comma-separated, from the columns original and output.
        test_set: Test set whose references metrics compare with; items are its line numbers.
        question: What was asked; all questions unless given.
        references: Which reference set's values to take, where the file of values has several.
        split: Groups: by rating (low, high, all), by system type, by operations performed, or none.
        correlation: pearson, spearman or kendall.
        standardised: Standardise each rater's scores before they are averaged.
        quality: Put the quality estimate, which needs no references, among the metrics.
        samples: Resamples of the intervals; 0 for none.
        seed: Seed of the resampling.
        report: HTML page with tables, scatter plots and matrices of Williams tests.
        markdown: File for the tables.
    """
    from seqlab.errors import UsageError
    from seqlab.evaluation import load_metrics, load_test_set, metric_names
    from seqlab.evaluation.meta import (
        computed_values,
        merged_values,
        meta_evaluate,
        meta_tables,
        rater_reliability,
        read_metric_values,
        read_ratings,
        reliability_table,
        write_meta_report,
    )
    from seqlab.files import atomic_write

    people = read_ratings(ratings)
    tables = []
    if values is not None:
        by_set = read_metric_values(values)
        if references is None and len(by_set) > 1:
            raise UsageError(f"name the references with --references: {', '.join(by_set)}")
        if references is not None and references not in by_set:
            raise UsageError(f"no references {references!r} in {values}: {', '.join(by_set)}")
        tables.append(by_set[references] if references is not None else next(iter(by_set.values())))
    outputs = list(people.outputs.values())
    if metrics is not None:
        loaded = load_metrics(metric_names(metrics))
        tests = load_test_set(test_set) if test_set is not None else None
        tables.append(computed_values(outputs, loaded, tests))
    if quality:
        from seqlab.quality import quality_values

        tables.append(quality_values(outputs))
    if not tables:
        raise UsageError("no metrics: give --values FILE, --metrics NAMES or --quality")
    merged = merged_values(tables)
    asked = [question] if question is not None else people.questions
    found = [
        meta_evaluate(people, merged, one, split, correlation, standardised, samples, seed)
        for one in asked
    ]
    reliability = [rater_reliability(people, one, seed=seed) for one in asked]
    text = "".join(f"## {one.question}\n\n{meta_tables(one)}\n" for one in found)
    text += f"## Agreement of raters\n\n{reliability_table(reliability)}\n"
    print(text, end="")
    if markdown is not None:
        with atomic_write(markdown) as handle:
            handle.write(text)
    if report is not None:
        write_meta_report(found, reliability, report)
    return 0
