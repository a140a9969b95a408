"""How alike sentences and groups of sentences are: sparse TF-IDF vectors of words or trigrams."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import sparse

Floats = npt.NDArray[np.float64]

# Sentences without any of the terms that stand for the rest of the language: in texts of a few
# sentences even a telling word is in half of them.
UNSEEN_SENTENCES = 10

_WORD = re.compile(r"[^\W_]+")
# Apostrophes go before words are found: one level may write "what's", the next "whats".
_APOSTROPHES = re.compile(r"['’‘`]")


def words(sentence: str) -> list[str]:
    """The sentence's words in lower case, without punctuation."""
    return _WORD.findall(_APOSTROPHES.sub("", sentence).lower())


def stems(sentence: str) -> list[str]:
    """The words cut to five letters, so that "applied" meets "application"."""
    return [word[:5] for word in words(sentence)]


def trigrams(sentence: str) -> list[str]:
    """The character trigrams of each word, a space marking its ends."""
    return [
        f" {word} "[start : start + 3] for word in words(sentence) for start in range(len(word))
    ]


@dataclass(frozen=True, slots=True)
class Vectors:
    """One TF-IDF row per sentence for two texts that share their terms."""

    source: sparse.csr_matrix
    target: sparse.csr_matrix


def tfidf(
    source: Sequence[str],
    target: Sequence[str],
    terms: Callable[[str], list[str]],
    *,
    binary: bool = False,
) -> Vectors:
    """TF-IDF vectors whose document frequencies come from these two texts alone.

    So a word that the whole article is about weighs little, as it tells its sentences least
    apart, and the result for an article does not depend on what else is aligned.

    Args:
        source: Sentences of the one text.
        target: Sentences of the other.
        terms: What a sentence is made of.
        binary: Count each term of a sentence once, and weigh it by √IDF, so that the dot product
            of two sentences is the IDF mass of the terms that they share.
    """
    vocabulary: dict[str, int] = {}
    columns: list[int] = []
    counts: list[int] = []
    starts = [0]
    for sentence in (*source, *target):
        for term, count in Counter(terms(sentence)).items():
            columns.append(vocabulary.setdefault(term, len(vocabulary)))
            counts.append(1 if binary else count)
        starts.append(len(columns))
    shape = (len(starts) - 1, len(vocabulary))
    matrix = sparse.csr_matrix((np.array(counts, dtype=float), columns, starts), shape=shape)
    frequency = np.bincount(np.array(columns, dtype=np.int64), minlength=len(vocabulary))
    idf = np.log((1.0 + shape[0] + UNSEEN_SENTENCES) / (1.0 + frequency))
    matrix.data *= (np.sqrt(idf) if binary else idf)[matrix.indices]
    return Vectors(matrix[: len(source)], matrix[len(source) :])


@dataclass(frozen=True, slots=True)
class JoinedCosine:
    """Cosine of any run of source sentences, joined, with any run of target sentences.

    The vector of joined sentences is the sum of theirs, so every such cosine follows from the
    inner products of single sentences.
    """

    across: Floats
    within_source: Floats
    within_target: Floats

    @classmethod
    def of(cls, vectors: Vectors) -> JoinedCosine:
        """Take the inner products once."""
        source, target = vectors.source, vectors.target
        return cls(
            (source @ target.T).toarray(),
            (source @ source.T).toarray(),
            (target @ target.T).toarray(),
        )

    def __call__(self, sources: slice, targets: slice) -> float:
        """The cosine between two runs."""
        square = (
            self.within_source[sources, sources].sum() * self.within_target[targets, targets].sum()
        )
        return float(self.across[sources, targets].sum() / np.sqrt(square)) if square > 0 else 0.0

    def matrix(self) -> Floats:
        """The cosines of all single sentences."""
        norms = np.sqrt(np.outer(np.diagonal(self.within_source), np.diagonal(self.within_target)))
        return np.divide(self.across, norms, out=np.zeros_like(self.across), where=norms > 0)
