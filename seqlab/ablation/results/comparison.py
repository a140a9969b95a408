"""Two result folders beside each other: what was changed, and what that did."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from seqlab.ablation.results.folder import Results, read_results
from seqlab.ablation.results.measures import MEASURES, Array, Measure
from seqlab.ablation.results.summary import holm, resampled_means
from seqlab.errors import UsageError
from seqlab.evaluation import paired_p
from seqlab.tables import as_markdown
from seqlab.training.config import differences, to_plain


def compare_folders(first: str | Path, second: str | Path) -> str:
    """A table of the variants that both folders have, with tests, and the settings that differ."""
    one, other = read_results(first), read_results(second)
    shared = [name for name in one.experiment.variants if name in other.experiment.variants]
    measures = [name for name in one.experiment.metrics if name in other.experiment.metrics]
    if not shared or not measures:
        raise UsageError(f"{first} and {second} share no variant with a metric; nothing to compare")
    heads = ["variant", "metric", Path(first).name, Path(second).name, "difference", "p"]
    rows = [row for measure in measures for row in _rows(one, other, measure, shared)]
    changed = [
        f"{name}: {key}: {old!r} → {new!r}"
        for name in shared
        for key, old, new in differences(
            to_plain(one.experiment.variants[name]), to_plain(other.experiment.variants[name])
        )
    ]
    for side, results in ((first, one), (second, other)):
        others = (other if results is one else one).experiment.variants
        only = [name for name in results.experiment.variants if name not in others]
        if only:
            changed.append(f"only in {side}: {', '.join(only)}")
    told = changed or ["the settings of the shared variants are the same"]
    table = as_markdown(heads, rows, align="llrrrr")
    return "\n".join([table, "", "Settings that differ:", *(f"- {line}" for line in told)])


def _rows(one: Results, other: Results, measure: str, shared: list[str]) -> list[list[str]]:
    known = MEASURES[measure]
    samples = one.experiment.base.evaluation.samples
    tables = {name: (_tables(one, name, measure), _tables(other, name, measure)) for name in shared}
    rows = []
    means = {name: tuple(_mean(known, own) for own in sides) for name, sides in tables.items()}
    drawn = {
        name: resampled_means(known, b, samples) - resampled_means(known, a, samples)
        for name, (a, b) in tables.items()
        if a and b and a[0].shape == b[0].shape
    }
    for n, column in enumerate(known.columns):
        if not column.shown:
            continue
        chances = {
            name: paired_p(own[:, n], float(means[name][1][n] - means[name][0][n]))
            for name, own in drawn.items()
        }
        corrected = holm(chances)
        for name, (a, b) in tables.items():
            if not a or not b:
                rows.append([name, column.name, _said(a), _said(b), "–", "–"])
                continue
            before, after = means[name][0][n], means[name][1][n]
            p = f"{corrected[name]:.3f}" if name in corrected else "other test sentences"
            change = f"{after - before:+.1f}"
            rows.append([name, column.name, f"{before:.1f}", f"{after:.1f}", change, p])
    return rows


def _tables(results: Results, variant: str, measure: str) -> list[Array]:
    """The counts of each seed."""
    runs = results.of(variant)
    return list({run.nodes[measure]: run.counts[measure] for run in runs}.values())


def _mean(known: Measure, of_seeds: list[Array]) -> Array:
    """The mean of the seeds' scores, as the table of an experiment has it."""
    scores = [known.combine(counts.sum(axis=0)) for counts in of_seeds]
    return np.asarray(np.mean(scores, axis=0)) if scores else np.zeros(len(known.columns))


def _said(tables: list[Array]) -> str:
    return "done" if tables else "failed"
