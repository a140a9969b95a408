"""`Metric`: counts per sentence, and one formula from summed counts to a score.

Every metric of this package is that pair. The corpus score is the formula on the sum over the
corpus, the sentence score is the formula on one sentence's counts, and significance tests resample
rows of counts, so that each resampled corpus score is exact (Koehn 2004, section 3).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from seqlab.errors import UsageError
from seqlab.evaluation.metrics.score import Score
from seqlab.evaluation.metrics.segments import Segments, batches
from seqlab.evaluation.metrics.signature import Signature

Array = NDArray[np.float64]


class Metric(ABC):
    """A way to score outputs; subclasses count and combine."""

    name: str
    # Names of what `combine` gives after the score itself.
    parts: tuple[str, ...] = ()
    higher_is_better: bool | None = True
    needs_references: bool = True
    # Whether reports show its value beside each sentence.
    per_sentence: bool = False

    @abstractmethod
    def counts(self, segments: Segments) -> Array:
        """One row of summable counts a sentence."""

    @abstractmethod
    def combine(self, totals: Array) -> Array:
        """Score, then parts, along the last axis, from counts summed over sentences."""

    @abstractmethod
    def signature(self, references: int) -> Signature:
        """How this metric computes, given so many references."""

    def corpus(
        self,
        originals: Iterable[str],
        outputs: Iterable[str],
        references: Iterable[Iterable[str]] = (),
    ) -> Score:
        """The score of a whole corpus, read once and a lot at a time."""
        totals: Array | None = None
        count = 0
        for segments in batches(originals, outputs, references):
            count = self.checked(segments)
            lot = self.counts(segments).sum(axis=0)
            totals = lot if totals is None else totals + lot
        assert totals is not None  # `batches` refuses an empty corpus
        return self.score(totals, count)

    def sentence(self, original: str, output: str, references: Sequence[str] = ()) -> Score:
        """The score of one sentence."""
        return self.corpus([original], [output], [[reference] for reference in references])

    def score(self, totals: Array, references: int) -> Score:
        """The score object for summed counts."""
        values = self.combine(totals)
        return Score(
            name=self.name,
            value=float(values[0]),
            signature=self.signature(references),
            parts=dict(zip(self.parts, map(float, values[1:]), strict=True)),
            higher_is_better=self.higher_is_better,
        )

    def checked(self, segments: Segments) -> int:
        """The number of references, refused where the metric cannot do without."""
        if self.needs_references and not segments.references:
            raise UsageError(f"{self.name} needs references; give at least one list of them")
        return len(segments.references)


def ratio(numerator: Array, denominator: Array) -> Array:
    """Element-wise division that gives 0 where there is nothing to divide by."""
    return np.divide(
        numerator,
        denominator,
        out=np.zeros(np.broadcast_shapes(np.shape(numerator), np.shape(denominator))),
        where=denominator != 0,
    )


def harmonic(precision: Array, recall: Array) -> Array:
    """F1 of precision and recall, 0 where both are."""
    return ratio(2 * precision * recall, precision + recall)
