"""BLEU through sacreBLEU, kept as counts a sentence so that resampled corpora score exactly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np
import sacrebleu

from seqlab.errors import UsageError
from seqlab.evaluation.metrics.metric import Array, Metric, ratio
from seqlab.evaluation.metrics.score import Score
from seqlab.evaluation.metrics.segments import Segments, batches
from seqlab.evaluation.metrics.signature import Signature, case, signature
from seqlab.evaluation.metrics.tokenizers import Tokenizer, tokenize_lines

ORDER = 4
Smoothing = Literal["exp", "floor", "none"]


class Bleu(Metric):
    """BLEU (Papineni et al. 2002) as sacreBLEU computes it, 0–100."""

    name = "BLEU"

    def __init__(
        self,
        lowercase: bool = False,
        tokenizer: Tokenizer = "13a",
        smoothing: Smoothing = "exp",
        against: Literal["references", "originals"] = "references",
    ) -> None:
        if smoothing not in ("exp", "floor", "none"):
            raise UsageError(f"no BLEU smoothing {smoothing!r}; known: exp, floor, none")
        self.lowercase, self.tokenizer, self.smoothing = lowercase, tokenizer, smoothing
        self.against = against
        self.needs_references = against == "references"
        # With effective order, as sacreBLEU wants it for sentences; counts do not depend on it.
        self._counter = sacrebleu.BLEU(
            lowercase=lowercase,
            tokenize="none" if tokenizer == "moses" else tokenizer,
            smooth_method=smoothing,
            force=True,
            effective_order=True,
        )

    def counts(self, segments: Segments) -> Array:
        """Lengths of output and nearest reference, then matches and totals for each order."""
        rows = [
            [score.sys_len, score.ref_len, *score.counts, *score.totals]
            for score in self._sentences(segments)
        ]
        return np.array(rows, dtype=np.float64)

    def sentence(self, original: str, output: str, references: Sequence[str] = ()) -> Score:
        """sacreBLEU's sentence score: orders that the sentence is too short for do not count."""
        [segments] = batches([original], [output], [[reference] for reference in references])
        [score] = self._sentences(segments)
        made = self.signature(len(references))
        return Score(self.name, score.score, replace(made, options=(*made.options, ("eff", "yes"))))

    def _sentences(self, segments: Segments) -> Iterator[Any]:
        self.checked(segments)
        compared = [segments.originals] if self.against == "originals" else segments.references
        columns = [segments.outputs, *compared]
        if self.tokenizer == "moses":  # sacreBLEU does not have it
            columns = [
                [" ".join(tokens) for tokens in tokenize_lines(column, "moses")]
                for column in columns
            ]
        for output, *references in zip(*columns, strict=True):
            yield self._counter.sentence_score(output, references)

    def combine(self, totals: Array) -> Array:
        """The geometric mean of the precisions with the brevity penalty."""
        length, wanted = totals[..., 0], totals[..., 1]
        matches, possible = totals[..., 2 : 2 + ORDER], totals[..., 2 + ORDER :]
        precisions = ratio(matches, possible)
        none = (matches == 0) & (possible > 0)
        if self.smoothing == "exp":
            # Each order without a match counts half of the one before (NIST's smoothing).
            halves = 2.0 ** np.cumsum(none, axis=-1)
            precisions = np.where(none, ratio(np.ones_like(halves), halves * possible), precisions)
        elif self.smoothing == "floor":
            precisions = np.where(none, ratio(np.full_like(possible, 0.1), possible), precisions)
        with np.errstate(divide="ignore"):
            mean = np.exp(np.log(precisions).mean(axis=-1))
        shorter = (length < wanted) & (length > 0)
        penalty = np.where(shorter, np.exp(1 - wanted / np.maximum(length, 1)), 1.0)
        score = np.where(matches.any(axis=-1), 100 * penalty * mean, 0.0)
        return score[..., None]

    def signature(self, references: int) -> Signature:
        """sacreBLEU's version and the options it was called with."""
        return signature(
            self.name,
            refs=references if self.against == "references" else "originals",
            case=case(self.lowercase),
            tok=self.tokenizer,
            smooth=self.smoothing,
            version=f"sacrebleu-{sacrebleu.__version__}",
        )
