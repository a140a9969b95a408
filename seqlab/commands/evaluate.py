"""Score systems' outputs: metrics with intervals, operations, features, a report.

seqlab evaluate ours=outputs.txt --originals originals.txt --references references.txt
"""

from __future__ import annotations

from pathlib import Path

from seqlab.evaluation import EVALUATION_DEFAULTS, EvaluationOptions


def evaluate(
    systems: str | list[str],
    test_set: str | None = None,
    originals: Path | None = None,
    references: str | list[str] | None = None,
    metrics: str | list[str] = "usual",
    options: EvaluationOptions = EVALUATION_DEFAULTS,
    with_original: bool = True,
    quality: bool = False,
    report: Path | None = None,
    json: Path | None = None,
    markdown: Path | None = None,
    latex: Path | None = None,
    title: str | None = None,
) -> int:
    """Score outputs on a test set and print a table.

    Args:
        systems: Outputs as comma-separated name=path, or a folder with one file per system. A model
            folder (or name=FOLDER) is run on the originals first.
        test_set: A test set by name, looked up in $SEQLAB_DATA: asset_valid, turkcorpus_test …
        originals: File of originals, one per line, if no test set is named.
        references: Reference files, comma-separated, or a pattern such as 'test.simp.*'.
        metrics: Comma-separated names, `usual` (with BERTScore if its encoder is installed), or
            `all` (all metrics that need no extra).
        options: How outputs are scored.
        with_original: Score the unchanged originals too, as a system called Original.
        quality: Estimate grammaticality, meaning, simplicity and overall quality of each output
            without references, and its reading level.
        report: HTML report to write, a single file that needs no network.
        json: JSON file to write with all numbers.
        markdown: Markdown file to write with the table.
        latex: LaTeX file to write with the table.
        title: Title of the report.
    """
    import json as json_format
    import sys

    from seqlab.errors import UsageError
    from seqlab.evaluation import (
        Metric,
        latex_table,
        load_test_set,
        looks_tokenised,
        markdown_table,
        metric_names,
        named_paths,
        read_outputs,
        read_test_set,
        reference_paths,
        text_table,
        to_json,
        write_report,
    )
    from seqlab.evaluation import (
        evaluate as evaluate_systems,
    )
    from seqlab.files import atomic_write
    from seqlab.model_folder import is_model
    from seqlab.pipeline import Simplifier

    names = metric_names(metrics)
    if test_set is not None:
        if "=" in test_set:
            raise UsageError(f"outputs are divided by commas: {systems},{test_set}")
        if originals is not None or references is not None:
            raise UsageError("give a test set, or originals and references, not both")
        tests = load_test_set(test_set)
    elif originals is not None:
        tests = read_test_set(originals, reference_paths(references or []))
    else:
        raise UsageError("nothing to compare with; give --test-set, or --originals")
    paths = named_paths(systems)
    models = {name: path for name, path in paths.items() if is_model(path)}
    files = {name: path for name, path in paths.items() if name not in models}
    outputs = read_outputs(files, len(tests.originals))
    for name, folder in models.items():
        outputs[name] = tuple(Simplifier.load(folder).simplify_sentences(tests.originals))
    if with_original:
        outputs.setdefault("Original", tests.originals)
    for name, lines in outputs.items():
        if looks_tokenised(lines) and not looks_tokenised(tests.originals):
            print(
                f"note: {name} looks tokenised and the originals do not; detokenise it, "
                "or its n-grams will not match",
                file=sys.stderr,
            )
    chosen: list[str | Metric] = list(names)
    if quality:
        from seqlab.quality import quality_metrics

        chosen += [*quality_metrics(), *([] if "level" in names else ["level"])]
    found = evaluate_systems(outputs, tests, chosen, options)
    print(text_table(found))
    for file, text in (
        (markdown, lambda: markdown_table(found)),
        (latex, lambda: latex_table(found)),
        (json, lambda: json_format.dumps(to_json(found), ensure_ascii=False, indent=1) + "\n"),
    ):
        if file is not None:
            with atomic_write(file) as handle:
                handle.write(text())
    if report is not None:
        write_report(found, report, title)
        print(f"report: {report}", file=sys.stderr)
    return 0
