"""Reading level of outputs: the mean of the level estimate, and the shares at A2 and B1."""

from __future__ import annotations

import numpy as np

from seqlab.evaluation.metrics.metric import Array, Metric, ratio
from seqlab.evaluation.metrics.segments import Segments
from seqlab.evaluation.metrics.signature import Signature, signature
from seqlab.level import LevelEstimator, reaches


class Level(Metric):
    """Expected CEFR level of the outputs as a number (A2 = 2, B1 = 3, above 4.5)."""

    name = "level"
    parts = ("A2", "B1 or easier")
    higher_is_better = False
    needs_references = False
    per_sentence = True

    def __init__(self, estimator: LevelEstimator | None = None) -> None:
        self._estimator = estimator or LevelEstimator.load()

    def counts(self, segments: Segments) -> Array:
        """Expected level, whether A2 and B1 are reached, and 1, for each output."""
        rows = [
            [one.score, reaches(one, "A2"), reaches(one, "B1"), 1.0]
            for one in self._estimator.predict(segments.outputs)
        ]
        return np.array(rows, dtype=np.float64)

    def combine(self, totals: Array) -> Array:
        """Means; the shares in per cent."""
        scale = np.array([1.0, 100.0, 100.0])
        return np.asarray(ratio(totals[..., :3], totals[..., 3:]) * scale)

    def signature(self, references: int) -> Signature:
        """Which estimate."""
        return signature("level", model="seqlab.level/1")
