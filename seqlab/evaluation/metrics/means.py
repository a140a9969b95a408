"""Means of two scores: BLEU–SARI and SARI–SAMSA (thesis 5.3.1)."""

from __future__ import annotations

import math
from typing import Literal, SupportsFloat

import numpy as np

from seqlab.errors import UsageError
from seqlab.evaluation.metrics.metric import Array, Metric
from seqlab.evaluation.metrics.score import Score
from seqlab.evaluation.metrics.segments import Segments
from seqlab.evaluation.metrics.signature import Signature

Kind = Literal["arithmetic", "geometric"]
_SHORT = {"arithmetic": "AM", "geometric": "GM"}


def arithmetic_mean(first: SupportsFloat, second: SupportsFloat) -> float:
    """Half the sum of two scores."""
    return (float(first) + float(second)) / 2


def geometric_mean(first: SupportsFloat, second: SupportsFloat) -> float:
    """The root of the product of two scores; a score of 0 makes it 0."""
    return math.sqrt(max(0.0, float(first)) * max(0.0, float(second)))


def mean_score(first: Score, second: Score, kind: Kind = "arithmetic") -> Score:
    """The mean of two scores as a score that names both signatures."""
    mean = geometric_mean if kind == "geometric" else arithmetic_mean
    name = f"{first.name}–{second.name} {_SHORT[kind]}"
    combined = _of_both(name, first.signature, second.signature)
    parts = {first.name: float(first), second.name: float(second)}
    return Score(name, mean(first, second), combined, parts)


class MeanOf(Metric):
    """The mean of two metrics as a metric, so that it has intervals and tests like any other."""

    def __init__(self, first: Metric, second: Metric, kind: Kind = "arithmetic") -> None:
        if kind not in _SHORT:
            raise UsageError(f"no mean {kind!r}; known: {', '.join(_SHORT)}")
        self.first, self.second, self.kind = first, second, kind
        self.name = f"{first.name}–{second.name} {_SHORT[kind]}"
        self.parts = (first.name, second.name)
        self.needs_references = first.needs_references or second.needs_references
        self._width = 0

    def counts(self, segments: Segments) -> Array:
        """The counts of both."""
        counts = [metric.counts(segments) for metric in (self.first, self.second)]
        self._width = counts[0].shape[1]
        return np.concatenate(counts, axis=1)

    def combine(self, totals: Array) -> Array:
        """The mean, then both scores."""
        one = self.first.combine(totals[..., : self._width])[..., 0]
        other = self.second.combine(totals[..., self._width :])[..., 0]
        if self.kind == "geometric":
            mean = np.sqrt(np.maximum(one, 0) * np.maximum(other, 0))
        else:
            mean = (one + other) / 2
        return np.stack([mean, one, other], axis=-1)

    def signature(self, references: int) -> Signature:
        """Both signatures."""
        signatures = (metric.signature(references) for metric in (self.first, self.second))
        return _of_both(self.name, *signatures)


def _of_both(name: str, first: Signature, second: Signature) -> Signature:
    return Signature(name, (("of", f"({first})"), ("and", f"({second})")))
