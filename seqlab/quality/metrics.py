"""The estimate as metrics of an evaluation: the mean over outputs, with intervals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from seqlab.evaluation import Metric, Segments, Signature
from seqlab.evaluation.meta import RatedOutput
from seqlab.quality.estimator import ASPECTS, FORMAT, Quality, QualityEstimator


class _Remembering:
    """One estimate for the four metrics that ask for it."""

    def __init__(self, estimator: QualityEstimator) -> None:
        self._estimator = estimator
        self._known: dict[tuple[str, str], Quality] = {}

    def of(self, pairs: Sequence[tuple[str, str]]) -> list[Quality]:
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._known]
        self._known.update(zip(new, self._estimator.predict(new), strict=True))
        return [self._known[pair] for pair in pairs]


class QualityMetric(Metric):
    """One aspect of the quality estimate, 0–1, averaged over outputs."""

    needs_references = False
    per_sentence = True

    def __init__(self, aspect: str, source: _Remembering) -> None:
        self.aspect = aspect
        self.name = f"QE {aspect}"
        self._source = source

    def counts(self, segments: Segments) -> np.ndarray:
        """The estimate and 1 for each sentence."""
        pairs = list(zip(segments.originals, segments.outputs, strict=True))
        values = [getattr(one, self.aspect) for one in self._source.of(pairs)]
        return np.stack([np.array(values), np.ones(len(values))], axis=1)

    def combine(self, totals: np.ndarray) -> np.ndarray:
        """The mean."""
        return np.asarray(totals[..., :1] / np.maximum(totals[..., 1:], 1))

    def signature(self, references: int) -> Signature:
        """Which model estimates."""
        return Signature(self.name, (("model", FORMAT),))


def quality_metrics(estimator: QualityEstimator | None = None) -> list[QualityMetric]:
    """The four aspects as metrics."""
    source = _Remembering(estimator or QualityEstimator.load())
    return [QualityMetric(aspect, source) for aspect in ASPECTS]


def quality_values(
    outputs: Sequence[RatedOutput], estimator: QualityEstimator | None = None
) -> dict[str, dict[tuple[str, str], float]]:
    """The estimate of rated outputs, for a meta-evaluation."""
    estimator = estimator or QualityEstimator.load()
    found = estimator.predict([(one.original, one.output) for one in outputs])
    return {
        f"QE {aspect}": {
            one.key: getattr(own, aspect) for one, own in zip(outputs, found, strict=True)
        }
        for aspect in ASPECTS
    }


def context_likeness(pairs: Sequence[tuple[str, str]]) -> list[float]:
    """How like two texts are: F1 of the best matches of their words in context, 0–1."""
    from seqlab.quality.reading import Reader

    sides = Reader().read([text for pair in pairs for text in pair])
    found = []
    for first, second in zip(sides[::2], sides[1::2], strict=True):
        cosines = first.meaning @ second.meaning.T
        if not cosines.size:
            found.append(0.0)
            continue
        recall, precision = cosines.max(axis=1).mean(), cosines.max(axis=0).mean()
        total = recall + precision
        found.append(float(2 * recall * precision / total) if total > 0 else 0.0)
    return found
