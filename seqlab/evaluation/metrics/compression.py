"""Scores of sentence compression: which tokens are kept, and how much shorter the text is."""

from __future__ import annotations

from collections import Counter

import numpy as np

from seqlab.evaluation.metrics.metric import Array, Metric, ratio
from seqlab.evaluation.metrics.segments import Segments
from seqlab.evaluation.metrics.signature import Signature, case, signature
from seqlab.evaluation.metrics.tokenizers import Tokenizer, tokenize_lines


class TokenF1(Metric):
    """F1 of an output's tokens with its best reference's, averaged (Filippova et al. 2015)."""

    name = "token-F1"
    parts = ("precision", "recall")

    def __init__(self, lowercase: bool = True, tokenizer: Tokenizer = "13a") -> None:
        self.lowercase, self.tokenizer = lowercase, tokenizer

    def counts(self, segments: Segments) -> Array:
        """F1, precision and recall of each sentence, and a one."""
        self.checked(segments)
        outputs, *references = (
            [Counter(tokens) for tokens in tokenize_lines(column, self.tokenizer, self.lowercase)]
            for column in (segments.outputs, *segments.references)
        )
        rows = [
            max(_overlap(output, reference) for reference in these)
            for output, *these in zip(outputs, *references, strict=True)
        ]
        return np.column_stack([np.array(rows, dtype=np.float64), np.ones(len(rows))])

    def combine(self, totals: Array) -> Array:
        """The means."""
        return 100 * totals[..., :3] / totals[..., 3:]

    def signature(self, references: int) -> Signature:
        """Preprocessing, and that the best reference counts."""
        return signature(
            self.name, refs=references, case=case(self.lowercase), tok=self.tokenizer, best=True
        )


class CompressionRatio(Metric):
    """Characters of the outputs for each character of the originals."""

    name = "compression"
    higher_is_better = None
    needs_references = False

    def counts(self, segments: Segments) -> Array:
        """Characters of output and original."""
        pairs = zip(segments.outputs, segments.originals, strict=True)
        return np.array([[len(output), len(original)] for output, original in pairs], dtype=float)

    def combine(self, totals: Array) -> Array:
        """The ratio."""
        return ratio(totals[..., :1], totals[..., 1:])

    def signature(self, references: int) -> Signature:
        """Characters, not tokens."""
        return signature(self.name, unit="characters")


def _overlap(output: Counter[str], reference: Counter[str]) -> tuple[float, float, float]:
    shared = (output & reference).total()
    if not shared:
        return 0.0, 0.0, 0.0
    precision, recall = shared / output.total(), shared / reference.total()
    return 2 * precision * recall / (precision + recall), precision, recall
