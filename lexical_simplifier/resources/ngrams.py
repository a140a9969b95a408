"""`NGramModel`: counts of words, pairs and triples in a few megabytes, and how well a word fits.

An n-gram is kept as a 32-bit fingerprint, its count as one byte on a logarithmic scale, so about
one unseen n-gram in two thousand is taken for a seen one. Probabilities are those of stupid
backoff (Brants et al. 2007): relative frequencies, times 0.4 for every word of context given up.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Hashes = NDArray[np.uint64]
Floats = NDArray[np.float64]

START, END, UNKNOWN, NUMBER = "<s>", "</s>", "<unk>", "<num>"
BACKOFF = 0.4
# Steps of an eighth of a doubling: counts come back within 5 %.
_STEPS = 8
_COUNTS = np.concatenate([[0.0], 2.0 ** (np.arange(255) / _STEPS)])
_QUOTES = {"``": '"', "''": '"', "“": '"', "”": '"', "’": "'", "‘": "'", "-lrb-": "(", "-rrb-": ")"}
# From so many n-grams on it is worth to look each up but once.
_MANY = 256
_MULTIPLIERS = np.array(
    [0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], dtype=np.uint64
)


def normal_form(token: str) -> str:
    """The form in which a token is counted: lowercase, one number, plain quotes."""
    lower = token.lower()
    if lower[:1].isdigit():
        return NUMBER
    return _QUOTES.get(lower, lower.replace("’", "'"))


class NGramModel:
    """Counts of unigrams, bigrams and trigrams over normalised tokens."""

    def __init__(self, keys: NDArray[np.uint32], codes: NDArray[np.uint8], total: int) -> None:
        self._keys = keys
        self._codes = codes
        self.total = total
        self._known: dict[str, int] = {}
        self._unknown = _word_hash(UNKNOWN)

    @classmethod
    def count(
        cls, sentences: Iterable[Sequence[str]], minimum: tuple[int, int, int] = (3, 2, 3)
    ) -> NGramModel:
        """Count tokenised sentences; n-grams seen less often than `minimum` are forgotten."""
        ids, words = _ids_of(sentences, minimum[0])
        hashes = np.array([_word_hash(word) for word in words], dtype=np.uint64)
        keys, counts = [], []
        for order in (1, 2, 3):
            grams, seen = _grams(ids, order, len(words))
            keep = seen >= (1 if order == 1 else minimum[order - 1])
            keys.append(_fingerprints([hashes[column] for column in grams[:, keep]]))
            counts.append(seen[keep])
        return cls._sorted(np.concatenate(keys), np.concatenate(counts), len(ids))

    @classmethod
    def _sorted(cls, keys: NDArray[np.uint32], counts: NDArray[Any], total: int) -> NGramModel:
        codes = np.clip(np.rint(np.log2(counts) * _STEPS) + 1, 1, 255).astype(np.uint8)
        # Of two n-grams with one fingerprint the more frequent is kept.
        order = np.lexsort((-codes.astype(np.int16), keys))
        keys, codes = keys[order], codes[order]
        first = np.concatenate([[True], keys[1:] != keys[:-1]])
        return cls(keys[first], codes[first], total)

    def __len__(self) -> int:
        return len(self._keys)

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """The model as small arrays: of the sorted fingerprints only the lower halves are kept."""
        high = (self._keys >> np.uint32(16)).astype(np.int64)
        return {
            "low": (self._keys & np.uint32(0xFFFF)).astype(np.uint16),
            "sizes": np.bincount(high, minlength=1 << 16).astype(np.uint16),
            "codes": self._codes,
            "total": np.array([self.total], dtype=np.int64),
        }

    @classmethod
    def from_arrays(cls, arrays: dict[str, NDArray[Any]]) -> NGramModel:
        """The model that `to_arrays` wrote."""
        high = np.repeat(np.arange(1 << 16, dtype=np.uint32), arrays["sizes"])
        keys = (high << np.uint32(16)) | arrays["low"]
        return cls(keys, arrays["codes"], int(arrays["total"][0]))

    def hashes(self, tokens: Iterable[str]) -> Hashes:
        """What the score functions take for tokens; words never counted are all one."""
        tokens, known = list(tokens), self._known
        if new := [token for token in dict.fromkeys(tokens) if token not in known]:
            self._remember(new)
        return np.array([known[token] for token in tokens], dtype=np.uint64)

    def _remember(self, tokens: Sequence[str]) -> None:
        """Look tokens up together that were never asked for."""
        forms = [normal_form(token) for token in tokens]
        hashes = np.array([_word_hash(form) for form in forms], dtype=np.uint64)
        counted = self.counts(hashes) > 0
        for token, form, value, seen in zip(
            tokens, forms, hashes.tolist(), counted.tolist(), strict=True
        ):
            self._known[token] = value if seen or form in (START, END) else int(self._unknown)

    def counts(self, *words: Hashes) -> Floats:
        """How often the n-grams were seen; one array for each of their words."""
        keys = _fingerprints(words)
        if len(keys) < _MANY:
            return self._counted(keys)
        # In order, neighbours are found near each other, and in running text many come again.
        different, where = np.unique(keys, return_inverse=True)
        return np.asarray(self._counted(different)[where])

    def _counted(self, keys: NDArray[np.uint32]) -> Floats:
        places = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        codes = np.where(self._keys[places] == keys, self._codes[places], 0)
        counts: Floats = _COUNTS[codes]
        return counts

    def log_probabilities(self, second: Hashes, first: Hashes, word: Hashes) -> Floats:
        """log P(word | second first) by stupid backoff; `first` stands next to the word."""
        unigram = (self.counts(word) + 0.5) / self.total
        pair, before = self.counts(first, word), self.counts(first)
        bigram = np.where(
            pair > 0, pair / np.maximum(np.maximum(before, pair), 1), BACKOFF * unigram
        )
        triple, pair_before = self.counts(second, first, word), self.counts(second, first)
        seen = np.maximum(np.maximum(pair_before, triple), 1)
        trigram = np.where(triple > 0, triple / seen, BACKOFF * bigram)
        return np.log(trigram)

    def gap_scores(self, gap: dict[str, Hashes]) -> Floats:
        """Log-probabilities around a gap, a row for each filling.

        `gap` holds `left2 left1 first before_last last right1 right2`: the context, the first and
        last word of the filling, and what stands before the last. The columns are the first word
        after one and after two words, then what follows after one and two words of the filling.
        """
        left2, left1, first = gap["left2"], gap["left1"], gap["first"]
        last, right1, right2 = gap["last"], gap["right1"], gap["right2"]
        unigram = (self.counts(first) + 0.5) / self.total
        pair = self.counts(left1, first)
        bigram = np.where(pair > 0, pair / np.maximum(self.counts(left1), pair), BACKOFF * unigram)
        rows = [
            np.log(bigram),
            self.log_probabilities(left2, left1, first),
            self.log_probabilities(self.hashes([UNKNOWN]).repeat(len(last)), last, right1),
            self.log_probabilities(gap["before_last"], last, right1),
            self.log_probabilities(last, right1, right2),
        ]
        return np.stack(rows, axis=1)

    def window_scores(
        self, tokens: Sequence[str], start: int, end: int, fillings: Sequence[Sequence[str]]
    ) -> Floats:
        """Mean log-probability of the words that see the gap `tokens[start:end]`, per filling."""
        left = [START, START, *tokens[max(0, start - 4) : start]][-2:]
        right = [*tokens[end : end + 2], END, END][:2]
        return np.array(
            [-self._mean_cost([*left, *filling, *right], skip=2) for filling in fillings]
        )

    def sentence_cost(self, tokens: Sequence[str]) -> float:
        """Mean negative log-probability of a sentence's words: the lower, the more usual."""
        return self._mean_cost([START, START, *tokens, END], skip=2)

    def sentence_costs(self, sentences: Sequence[Sequence[str]]) -> Floats:
        """`sentence_cost` of many sentences, looked up together."""
        if not sentences:
            return np.zeros(0)
        padded = [[START, START, *tokens, END] for tokens in sentences]
        lengths = np.array([len(tokens) - 2 for tokens in padded])
        hashes = [self.hashes(tokens) for tokens in padded]
        scores = self.log_probabilities(
            np.concatenate([own[:-2] for own in hashes]),
            np.concatenate([own[1:-1] for own in hashes]),
            np.concatenate([own[2:] for own in hashes]),
        )
        starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        costs: Floats = -np.add.reduceat(scores, starts) / lengths
        return costs

    def _mean_cost(self, padded: Sequence[str], skip: int) -> float:
        hashes = self.hashes(padded)
        scores = self.log_probabilities(hashes[:-2], hashes[1:-1], hashes[2:])
        return -float(scores[skip - 2 :].mean())


def _word_hash(word: str) -> np.uint64:
    return np.uint64(int.from_bytes(hashlib.blake2b(word.encode(), digest_size=8).digest(), "big"))


def _fingerprints(words: Sequence[Hashes]) -> NDArray[np.uint32]:
    """One 32-bit number for each n-gram; equal words at other places or orders give others."""
    mixed = np.full(len(words[0]), len(words), dtype=np.uint64)
    with np.errstate(over="ignore"):
        for place, column in enumerate(words):
            mixed = (mixed ^ column) * _MULTIPLIERS[place]
            mixed ^= mixed >> np.uint64(29)
    return (mixed >> np.uint64(32)).astype(np.uint32)


def _ids_of(
    sentences: Iterable[Sequence[str]], minimum: int
) -> tuple[NDArray[np.int64], list[str]]:
    """All tokens as numbers, each sentence after two starts and before an end; and the words."""
    index: dict[str, int] = {}
    blocks = []
    for sentence in sentences:
        forms = [START, START, *map(normal_form, sentence), END]
        blocks.append(
            np.array([index.setdefault(form, len(index)) for form in forms], dtype=np.int32)
        )
    raw = np.concatenate(blocks)
    counts = np.bincount(raw, minlength=len(index))
    keep = counts >= minimum
    words = [word for word, kept in zip(index, keep, strict=True) if kept]
    renumbered = np.full(len(index), len(words), dtype=np.int64)
    renumbered[keep] = np.arange(len(words))
    return renumbered[raw], [*words, UNKNOWN]


def _grams(
    ids: NDArray[np.int64], order: int, words: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The different n-grams as rows of word numbers (one row a place), and their counts."""
    size = len(ids) - order + 1
    packed = ids[:size].copy()
    for place in range(1, order):
        packed = packed * words + ids[place : place + size]
    packed, counts = np.unique(packed, return_counts=True)
    columns = []
    for _ in range(order):
        columns.append(packed % words)
        packed = packed // words
    return np.stack(columns[::-1]), counts
