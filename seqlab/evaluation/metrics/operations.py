"""Which operations a system gets right (thesis 3.3.1): labels of outputs against references'.

Original and output are labelled by our annotation, and so are original and each reference. A
sentence's F1 for an operation is its best over the references; the score is the mean.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from corpora import Pair
from seqlab.alignment import Aligner, load_aligner
from seqlab.annotation import DEFAULTS, AnnotationOptions, annotate_pairs
from seqlab.errors import UsageError
from seqlab.evaluation.metrics.metric import Array, Metric, ratio
from seqlab.evaluation.metrics.segments import Segments
from seqlab.evaluation.metrics.signature import Signature, signature

OPERATIONS = {"D": "DELETE", "M": "REORDER", "R": "REPLACE", "C": "COPY", "A": "ADD"}
Absent = Literal["zero", "skip"]


@dataclass(frozen=True, slots=True)
class Labels:
    """What happened to each word of the original, and the words that are new."""

    original: tuple[str, ...]
    added: Counter[str]

    def count(self, operation: str) -> int:
        """How many words the operation touches."""
        return self.added.total() if operation == "A" else self.original.count(operation)


class Operations(Metric):
    """Mean F1 of DELETE, REORDER, REPLACE, COPY and ADD, 0–100, and each of them.

    Args:
        aligner: The word aligner, by name or ready-made.
        absent: What a sentence counts where neither output nor reference has the operation: 0
            as in the thesis, or nothing at all (`skip`).
        options: The switches of the annotation.
    """

    name = "operations"
    parts = tuple(OPERATIONS.values())

    def __init__(
        self,
        aligner: str | Aligner = "light",
        absent: Absent = "zero",
        options: AnnotationOptions = DEFAULTS,
    ) -> None:
        if absent not in ("zero", "skip"):
            raise UsageError(f"no treatment {absent!r} of absent operations; known: zero, skip")
        self.absent, self.options = absent, options
        self.aligner = load_aligner(aligner) if isinstance(aligner, str) else aligner
        self._aligner_name = aligner if isinstance(aligner, str) else type(aligner).__name__
        # References are the same for every system, and outputs often repeat them.
        self._known: dict[tuple[str, str], Labels] = {}

    def counts(self, segments: Segments) -> Array:
        """F1 of each operation in each sentence, then whether the sentence counts for it."""
        self.checked(segments)
        columns = [
            self.labels(segments.originals, column)
            for column in (segments.outputs, *segments.references)
        ]
        scores = np.zeros((len(segments), 2 * len(OPERATIONS)))
        for row, (output, *references) in enumerate(zip(*columns, strict=True)):
            for column, operation in enumerate(OPERATIONS):
                of_references = [_f1(operation, output, reference) for reference in references]
                known = [f1 for f1 in of_references if f1 is not None]
                scores[row, column] = max(known, default=0.0)
                counts = self.absent == "zero" or bool(known)
                scores[row, column + len(OPERATIONS)] = counts
        return scores

    def combine(self, totals: Array) -> Array:
        """The mean over operations, then each operation's."""
        half = len(OPERATIONS)
        means = 100 * ratio(totals[..., :half], totals[..., half:])
        return np.concatenate([means.mean(axis=-1, keepdims=True), means], axis=-1)

    def signature(self, references: int) -> Signature:
        """The aligner and what the annotation was told."""
        return signature(
            self.name,
            refs=references,
            aligner=self._aligner_name,
            reorder=self.options.reorder,
            place=self.options.same_place,
            absent=self.absent,
            best=True,
        )

    def labels(self, originals: Sequence[str], texts: Sequence[str]) -> list[Labels]:
        """The labels of each pair."""
        pairs = list(zip(originals, texts, strict=True))
        new = list(dict.fromkeys(pair for pair in pairs if pair not in self._known))
        self._known.update(zip(new, self._annotate(new), strict=True))
        return [self._known[pair] for pair in pairs]

    def _annotate(self, pairs: Iterable[tuple[str, str]]) -> Iterable[Labels]:
        records = (Pair((original,), (text,)) for original, text in pairs)
        for labelled in annotate_pairs(records, self.aligner, options=self.options):
            words = zip(labelled.target_tokens, labelled.target_labels, strict=True)
            added = Counter(word.lower() for word, label in words if label == "A")
            yield Labels(labelled.source_labels, added)


def _f1(operation: str, output: Labels, reference: Labels) -> float | None:
    """F1 of one operation in one sentence; None where neither side has it."""
    total = output.count(operation) + reference.count(operation)
    if not total:
        return None
    if operation == "A":
        shared = (output.added & reference.added).total()
    else:
        pairs = zip(output.original, reference.original, strict=True)
        shared = sum(first == second == operation for first, second in pairs)
    return 2 * shared / total
