"""Two result folders beside each other: what was changed, and what that did."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from seqlab.ablation.results.folder import Results, read_results
from seqlab.ablation.results.measures import MEASURES, Array
from seqlab.ablation.results.summary import holm
from seqlab.errors import UsageError
from seqlab.evaluation import paired_p, resampled_sums
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
    pooled = {name: (_pooled(one, name, measure), _pooled(other, name, measure)) for name in shared}
    rows = []
    for n, column in enumerate(known.columns):
        if not column.shown:
            continue
        chances = {}
        for name, (a, b) in pooled.items():
            if a is None or b is None or a.shape != b.shape:
                continue
            drawn = known.combine(resampled_sums(b, samples))[:, n]
            drawn = drawn - known.combine(resampled_sums(a, samples))[:, n]
            observed = known.combine(b.sum(axis=0))[n] - known.combine(a.sum(axis=0))[n]
            chances[name] = paired_p(drawn, float(observed))
        corrected = holm(chances)
        for name, (a, b) in pooled.items():
            if a is None or b is None:
                rows.append([name, column.name, _said(a), _said(b), "–", "–"])
                continue
            before = known.combine(a.sum(axis=0))[n]
            after = known.combine(b.sum(axis=0))[n]
            p = f"{corrected[name]:.3f}" if name in corrected else "other test sentences"
            change = f"{after - before:+.1f}"
            rows.append([name, column.name, f"{before:.1f}", f"{after:.1f}", change, p])
    return rows


def _pooled(results: Results, variant: str, measure: str) -> Array | None:
    runs = results.of(variant)
    if not runs:
        return None
    tables = {run.nodes[measure]: run.counts[measure] for run in runs}
    return np.asarray(np.mean(list(tables.values()), axis=0))


def _said(counts: Array | None) -> str:
    return "failed" if counts is None else "done"
