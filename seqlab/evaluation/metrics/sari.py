"""SARI (Xu et al. 2016): are the right n-grams added, kept and deleted?

Two forms are in use, and they differ. The *corpus* form (Xu et al.'s Java, EASSE; thesis 3.3.1)
sums counts over the corpus and takes F1 for all three operations. The *sentence* form (Xu et al.,
equations 4–7) averages over n-grams within a sentence and scores deletion by precision only; its
corpus score is the mean of the sentences'.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import numpy as np

from seqlab.errors import UsageError
from seqlab.evaluation.metrics.metric import Array, Metric, harmonic, ratio
from seqlab.evaluation.metrics.ngrams import NgramCounts, ngram_counts
from seqlab.evaluation.metrics.score import Score
from seqlab.evaluation.metrics.segments import Segments
from seqlab.evaluation.metrics.signature import Signature, case, signature
from seqlab.evaluation.metrics.tokenizers import Tokenizer

ORDER = 4
Form = Literal["corpus", "sentence"]


class Sari(Metric):
    """SARI in its corpus or its sentence form, 0–100."""

    parts = ("add", "keep", "delete")

    def __init__(
        self, lowercase: bool = True, tokenizer: Tokenizer = "13a", form: Form = "corpus"
    ) -> None:
        if form not in ("corpus", "sentence"):
            raise UsageError(f"no SARI form {form!r}; known: corpus, sentence")
        self.lowercase, self.tokenizer, self.form = lowercase, tokenizer, form
        self.name = "SARI" if form == "corpus" else "SARI-sentence"

    def counts(self, segments: Segments) -> Array:
        """Per sentence, for each order and operation: correct, done by output, by references."""
        self.checked(segments)
        per_order = [
            _corpus_counts(counts, segments)
            if self.form == "corpus"
            else _sentence_scores(counts, segments)
            for counts in ngram_counts(segments, ORDER, self.tokenizer, self.lowercase)
        ]
        if self.form == "corpus":
            return np.concatenate(per_order, axis=1)
        means = np.mean(per_order, axis=0)
        return np.column_stack([means, np.ones(len(segments))])

    def combine(self, totals: Array) -> Array:
        """SARI, then F1 (or precision) of add, keep and delete."""
        if self.form == "sentence":
            operations = 100 * totals[..., :3] / totals[..., 3:]
        else:
            counts = totals.reshape(*totals.shape[:-1], ORDER, 3, 3)
            correct, output, reference = counts[..., 0], counts[..., 1], counts[..., 2]
            f1 = harmonic(ratio(correct, output), ratio(correct, reference))
            operations = 100 * f1.mean(axis=-2)
        return np.concatenate([operations.mean(axis=-1, keepdims=True), operations], axis=-1)

    def signature(self, references: int) -> Signature:
        """The form and the preprocessing."""
        return signature(
            self.name,
            refs=references,
            case=case(self.lowercase),
            tok=self.tokenizer,
            form=self.form,
            delete="f1" if self.form == "corpus" else "precision",
            order=ORDER,
        )


def corpus_sari(
    originals: Iterable[str],
    outputs: Iterable[str],
    references: Iterable[Iterable[str]],
    lowercase: bool = True,
    tokenizer: Tokenizer = "13a",
) -> Score:
    """SARI's corpus form as EASSE computes it; `references` is one list per reference."""
    return Sari(lowercase, tokenizer, "corpus").corpus(originals, outputs, references)


def sentence_sari(
    original: str,
    output: str,
    references: Iterable[str],
    lowercase: bool = True,
    tokenizer: Tokenizer = "13a",
) -> Score:
    """SARI's sentence form as Xu et al. (2016) define it."""
    return Sari(lowercase, tokenizer, "sentence").sentence(original, output, list(references))


def _corpus_counts(counts: NgramCounts, segments: Segments) -> Array:
    """Nine counts a sentence: correct, output, reference for add, keep, delete."""
    # Multiplying by the number of references instead of dividing keeps the counts whole numbers.
    many = len(segments.references)
    original, output = counts.original * many, counts.output * many
    new = original == 0
    table = []
    for done, wanted in (
        ((new & (output > 0)).astype(np.int64), (new & (counts.references > 0)).astype(np.int64)),
        (np.minimum(original, output), np.minimum(original, counts.references)),
        (np.maximum(original - output, 0), np.maximum(original - counts.references, 0)),
    ):
        table += [np.minimum(done, wanted), done, wanted]
    return counts.per_sentence(np.array(table), len(segments)).astype(np.float64)


def _sentence_scores(counts: NgramCounts, segments: Segments) -> Array:
    """Three scores a sentence: F1 of additions, F1 of what is kept, precision of deletions."""
    many = len(segments.references)
    original, output = counts.original * many, counts.output * many
    references = counts.references
    new = original == 0
    added, wanted = new & (output > 0), new & (references > 0)
    kept, keep = np.minimum(original, output), np.minimum(original, references)
    good = np.minimum(kept, keep)
    deleted = np.maximum(original - output, 0)
    # An n-gram is deleted rightly as far as more copies went than the references hold.
    rightly = np.maximum(deleted - references, 0)
    table = np.array(
        [
            added & wanted,
            added,
            wanted,
            ratio(good, kept),
            kept > 0,
            ratio(good, keep),
            keep > 0,
            ratio(rightly, deleted),
            deleted > 0,
        ],
        dtype=np.float64,
    )
    sums = counts.per_sentence(table, len(segments)).T
    add = harmonic(ratio(sums[0], sums[1]), ratio(sums[0], sums[2]))
    keep_f1 = harmonic(ratio(sums[3], sums[4]), ratio(sums[5], sums[6]))
    return np.column_stack([add, keep_f1, ratio(sums[7], sums[8])])
