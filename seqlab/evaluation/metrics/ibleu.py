"""iBLEU and FKBLEU (Xu et al. 2016, equations 1–3): near the references, far from the original."""

from __future__ import annotations

import numpy as np

from seqlab.evaluation.metrics.bleu import Bleu
from seqlab.evaluation.metrics.metric import Array, Metric
from seqlab.evaluation.metrics.readability import grade, text_counts
from seqlab.evaluation.metrics.segments import Segments
from seqlab.evaluation.metrics.signature import Signature, case, signature
from seqlab.evaluation.metrics.tokenizers import Tokenizer

# Sun and Zhou (2012) and Xu et al. (2016) both settle on this.
ALPHA = 0.9


class IBleu(Metric):
    """`alpha` x BLEU with the references - (1 - `alpha`) x BLEU with the original."""

    name = "iBLEU"
    parts: tuple[str, ...] = ("references", "original")

    def __init__(
        self, lowercase: bool = False, tokenizer: Tokenizer = "13a", alpha: float = ALPHA
    ) -> None:
        self.alpha = alpha
        self.lowercase, self.tokenizer = lowercase, tokenizer
        self._near = Bleu(lowercase, tokenizer)
        self._far = Bleu(lowercase, tokenizer, against="originals")

    def counts(self, segments: Segments) -> Array:
        """BLEU's counts against the references, then against the original."""
        self.checked(segments)
        return np.concatenate([self._near.counts(segments), self._far.counts(segments)], axis=1)

    def combine(self, totals: Array) -> Array:
        """iBLEU, then its two BLEU scores."""
        half = totals.shape[-1] // 2
        near = self._near.combine(totals[..., :half])
        far = self._far.combine(totals[..., half:])
        return np.concatenate([self.alpha * near - (1 - self.alpha) * far, near, far], axis=-1)

    def signature(self, references: int) -> Signature:
        """BLEU's options and alpha."""
        return signature(
            self.name,
            refs=references,
            case=case(self.lowercase),
            tok=self.tokenizer,
            alpha=self.alpha,
        )


class FkBleu(IBleu):
    """The geometric mean of iBLEU and how much easier the output reads than the original.

    The text before equation 3 says "geometric mean" and that higher is easier; the equation as
    printed has neither the root nor the right sign. Table 5 of the paper settles it: an unchanged
    text scores the root of half its iBLEU (78.41 → 62.48), and easier systems score above that.
    """

    name = "FKBLEU"
    parts = ("iBLEU", "easier")

    def counts(self, segments: Segments) -> Array:
        """iBLEU's counts, then words, sentences and syllables of original and output."""
        original = text_counts(segments.originals, "punctuation")
        output = text_counts(segments.outputs, "punctuation")
        return np.concatenate([super().counts(segments), original, output], axis=1)

    def combine(self, totals: Array) -> Array:
        """FKBLEU, then iBLEU and the sigmoid of the grades' difference."""
        ibleu = super().combine(totals[..., :-6])[..., 0]
        easier = grade(totals[..., -6:-3]) - grade(totals[..., -3:])
        share = 1 / (1 + np.exp(-easier))
        score = 100 * np.sqrt(np.maximum(ibleu, 0) / 100 * share)
        return np.stack([score, ibleu, 100 * share], axis=-1)
