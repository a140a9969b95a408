"""`TagModel`: how usual a sequence of part-of-speech tags is, whatever the words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

_START, _END = "<s>", "</s>"
# How many observations the next shorter context counts as.
_PRIOR = 5.0


class TagModel:
    """Trigrams of tags with their counts; unseen ones fall back on pairs and single tags.

    An n-gram model of words finds a rare word as odd as a broken sentence. Tags tell them apart:
    "the of" costs much here, an unusual name nothing.
    """

    def __init__(self, counts: Mapping[tuple[str, str, str], int]) -> None:
        self.counts = dict(counts)
        self._contexts: Counter[tuple[str, str]] = Counter()
        self._pairs: Counter[tuple[str, str]] = Counter()
        self._befores: Counter[str] = Counter()
        self._single: Counter[str] = Counter()
        for (first, second, third), count in self.counts.items():
            self._contexts[first, second] += count
            self._pairs[second, third] += count
            self._befores[second] += count
            self._single[third] += count
        self._total = self._single.total()

    @classmethod
    def fit(cls, sentences: Iterable[Sequence[str]]) -> TagModel:
        """The trigrams of tagged sentences."""
        counts: Counter[tuple[str, str, str]] = Counter()
        for tags in sentences:
            padded = [_START, _START, *tags, _END]
            counts.update(zip(padded, padded[1:], padded[2:], strict=False))
        return cls(counts)

    def costs(self, tags: Sequence[str]) -> NDArray[np.float64]:
        """Negative log-probability of each tag after the two before it, and of the end."""
        padded = [_START, _START, *tags, _END]
        trigrams = zip(padded, padded[1:], padded[2:], strict=False)
        return np.array([self._cost(*trigram) for trigram in trigrams])

    def _cost(self, first: str, second: str, third: str) -> float:
        kinds = len(self._single) + 1
        chance = (self._single[third] + 1) / (self._total + kinds)
        chance = (self._pairs[second, third] + _PRIOR * chance) / (self._befores[second] + _PRIOR)
        seen = self.counts.get((first, second, third), 0)
        chance = (seen + _PRIOR * chance) / (self._contexts[first, second] + _PRIOR)
        return float(-np.log(chance))

    def to_arrays(self) -> tuple[list[str], dict[str, NDArray[Any]]]:
        """The names of the tags, and trigrams of their numbers with counts."""
        names = sorted({name for trigram in self.counts for name in trigram})
        number = {name: place for place, name in enumerate(names)}
        ordered = sorted(self.counts.items())
        return names, {
            "trigrams": np.array(
                [[number[name] for name in trigram] for trigram, _ in ordered], dtype=np.uint8
            ).reshape(-1, 3),
            "counts": np.array([min(n, 2**16 - 1) for _, n in ordered], dtype=np.uint16),
        }

    @classmethod
    def from_arrays(cls, names: Sequence[str], arrays: Mapping[str, NDArray[Any]]) -> TagModel:
        """What `to_arrays` gave; raises ValueError where the parts do not fit."""
        trigrams, counts = arrays["trigrams"], arrays["counts"]
        if trigrams.ndim != 2 or trigrams.shape[1] != 3 or len(trigrams) != len(counts):
            raise ValueError("its trigrams of tags and their counts do not fit")
        if trigrams.size and int(trigrams.max()) >= len(names):
            raise ValueError("a trigram has a tag without a name")
        return cls(
            {
                (names[a], names[b], names[c]): int(count)
                for (a, b, c), count in zip(trigrams.tolist(), counts.tolist(), strict=True)
            }
        )
