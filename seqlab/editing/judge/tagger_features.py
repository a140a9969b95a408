"""What the tagger of operations says about the words that an edit touches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seqlab.editing.judge.records import Batch, Vector
from seqlab.editing.judge.resources import Resources

Columns = dict[str, NDArray[np.float32]]
LEVELS = ("plain", "easy")
TAGGER_LABELS = ("plain_R", "plain_D", "easy_R", "easy_D")
SPLIT_LABELS = ("plain_S", "easy_S")
# A split point may be marked on either side of what is dropped there.
_NEAR_POINT = 3
_LOOK_AHEAD = 6
_STOPS = frozenset({".", "!", "?"})


def label_chances(
    probabilities: Mapping[str, NDArray[np.floating[Any]]], labels: Mapping[str, Sequence[str]]
) -> dict[str, Vector]:
    """A sentence's probabilities as the judge reads them, from the heads of the tagger.

    Args:
        probabilities: By head (`plain.operation`, `plain.split` …), a row for each token.
        labels: The labels of each head, in the order of the columns.
    """
    chances: dict[str, Vector] = {}
    for level in LEVELS:
        for head, wanted in ((f"{level}.operation", "RD"), (f"{level}.split", "S")):
            if head not in probabilities:
                continue
            columns = list(labels[head])
            for label in wanted:
                own = probabilities[head][:, columns.index(label)]
                chances[f"{level}_{label}"] = own.astype(np.float32)
    return chances


def tagger_features(batch: Batch, resources: Resources) -> Columns:
    """Probabilities of REPLACE and DELETE at both levels in the span and beside it; of splits."""
    names = [f"{label}_{which}" for label in TAGGER_LABELS for which in ("mean", "max", "min")]
    names += [f"{label}_{side}" for label in TAGGER_LABELS for side in ("left", "right")]
    names += list(SPLIT_LABELS)
    values = np.full((len(batch.cases), len(names)), np.nan, dtype=np.float32)
    if batch.chances is not None:
        for row, case in enumerate(batch.cases):
            chances = batch.chances[case.sentence]
            if not chances:
                continue
            if case.operation == "split":
                points = split_points(batch.sentences[case.sentence].tokens, case.after)
                values[row, -2:] = [_at_points(chances.get(name), points) for name in SPLIT_LABELS]
            elif case.start < case.end:
                values[row, :-2] = _span(chances, case.start, case.end)
    return {f"tagger_{name}": values[:, k] for k, name in enumerate(names)}


def _span(chances: Mapping[str, Vector], start: int, end: int) -> list[float]:
    spans = [chances[label][start:end] for label in TAGGER_LABELS]
    inside = [f for span in spans for f in (span.mean(), span.max(), span.min())]
    beside: list[float] = []
    for label in TAGGER_LABELS:
        own = chances[label]
        beside.append(float(own[start - 1]) if start else 0.0)
        beside.append(float(own[end]) if end < len(own) else 0.0)
    return [*map(float, inside), *beside]


def split_points(source: Sequence[str], after: Sequence[str]) -> list[int]:
    """The tokens of the source at which the sentences of `after` but the first begin."""
    points, place = [], 0
    lower = [token.lower() for token in source]
    for number, token in enumerate(after[:-1]):
        ahead = lower[place : place + _LOOK_AHEAD]
        if token in _STOPS and number:
            points.append(min(place, len(source) - 1))
        elif token.lower() in ahead:
            place += ahead.index(token.lower()) + 1
    return points


def _at_points(chances: Vector | None, points: Sequence[int]) -> float:
    """The least over the points of the highest probability near each."""
    if chances is None or not points:
        return float("nan")
    return min(float(chances[max(0, p - 1) : p + _NEAR_POINT].max(initial=0.0)) for p in points)
