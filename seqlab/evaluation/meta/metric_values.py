"""Metric values of single outputs: read from a table, computed here, or chosen by operation."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from seqlab.errors import DataError, UsageError
from seqlab.evaluation.meta.ratings import Key, RatedOutput, number, table
from seqlab.evaluation.metrics.metric import Metric
from seqlab.evaluation.metrics.segments import Segments
from seqlab.evaluation.test_sets import TestSet

# Metric → output → value.
Values = dict[str, dict[Key, float]]
_NAMES = {"sent_id": "item", "sys_name": "system", "test_set": "references"}


def read_metric_values(path: str | Path) -> dict[str, Values]:
    """Values by set of references (empty where the file has one): `item`, `system`, a column each.

    The files of the thesis's authors name them `sent_id`, `sys_name`, `test_set`.
    """
    path = Path(path)
    heads, rows = table(path)
    renamed = {head: _NAMES.get(head, head) for head in heads}
    if missing := [name for name in ("item", "system") if name not in renamed.values()]:
        raise DataError(
            path, f"has no column {missing[0]!r}", line=1, value=",".join(heads),
            fix="name the columns item, system, and one per metric",
        )  # fmt: skip
    places = {name: head for head, name in renamed.items()}
    metrics = [head for head, name in renamed.items() if name not in _NAMES.values()]
    if not metrics:
        raise DataError(path, "has no metric", line=1, fix="add a column for each metric")
    found: dict[str, Values] = {}
    for line, row in rows:
        key = row[places["item"]], row[places["system"]]
        group = row[places["references"]] if "references" in places else ""
        values = found.setdefault(group, {name: {} for name in metrics})
        for name in metrics:
            value = number(path, line, row, name)
            if not math.isnan(value):
                values[name][key] = value
    return found


def computed_values(
    outputs: Sequence[RatedOutput], metrics: Sequence[Metric], tests: TestSet | None = None
) -> Values:
    """Each metric's sentence score of each output; items are line numbers of the test set."""
    if missing := [one for one in outputs if not one.original]:
        raise UsageError(
            f"item {missing[0].item!r} of {missing[0].system!r} has no original: metrics are "
            "computed from texts, so the ratings need the columns original and output"
        )
    references: list[list[str]] = []
    if tests is not None and tests.references:
        lines = [_line(one, tests) for one in outputs]
        references = [[column[line] for line in lines] for column in tests.references]
    # An empty output has nothing to score; a dot is the nearest thing that has.
    segments = Segments(
        [one.original for one in outputs],
        [one.output.strip() or "." for one in outputs],
        references,
    )
    values: Values = {}
    for metric in metrics:
        metric.checked(segments)
        scores = metric.combine(metric.counts(segments))
        for column, name in enumerate((metric.name, *(f"{metric.name} {p}" for p in metric.parts))):
            values[name] = {
                one.key: float(value) for one, value in zip(outputs, scores[:, column], strict=True)
            }
    return values


def _line(one: RatedOutput, tests: TestSet) -> int:
    if not one.item.isdigit() or not 1 <= int(one.item) <= len(tests.originals):
        raise UsageError(
            f"item {one.item!r} is no line of {tests.name} (1 to {len(tests.originals)})"
        )
    return int(one.item) - 1


def selected_references(
    by_set: Mapping[str, Values], operations: Mapping[Key, str], metrics: Sequence[str]
) -> Values:
    """Values against the references that fit what the system attempted (thesis 5.3.4).

    HSplit's for splitting alone, the better of ASSET's and TurkCorpus's for words alone, ASSET's
    for the rest. For BERTScore, a maximum over references, that is exact; for metrics that take
    all references together it stands for their union.
    """
    if missing := [name for name in ("asset", "turk", "hsplit") if name not in by_set]:
        raise UsageError(f"no values against {missing[0]}: selecting references needs all three")
    chosen: Values = {}
    for metric in metrics:
        own = {name: by_set[name][metric] for name in ("asset", "turk", "hsplit")}
        chosen[metric] = {
            key: own["hsplit"][key]
            if operations.get(key) == "split"
            else max(own["asset"][key], own["turk"][key])
            if operations.get(key) == "lexical"
            else own["asset"][key]
            for key in own["asset"]
        }
    return chosen


def merged_values(several: Sequence[Values]) -> Values:
    """All metrics of several tables; of two with one name the later counts."""
    merged: Values = {}
    for values in several:
        merged.update(values)
    return merged


def column(values: Mapping[Key, float], outputs: Sequence[RatedOutput]) -> np.ndarray:
    """A metric's values in the order of the outputs, NaN where it has none."""
    return np.array([values.get(one.key, math.nan) for one in outputs])
