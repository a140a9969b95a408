"""`WordKnowledge`: vectors, levels and paraphrases of words, from the lexicon that ships."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexical_simplifier import LexicalSimplifier
from seqlab.alignment import normal
from seqlab.dictionaries import zipf_frequency

Vectors = NDArray[np.float32]
# A word that neither frequency list nor lexicon knows is as rare as the rarest listed.
_RAREST_ZIPF, _UNKNOWN_LEVEL = 1.0, 4.0


class WordKnowledge:
    """What the lexical simplifier's resources say of words, asked by form."""

    def __init__(self, lexical: LexicalSimplifier) -> None:
        self._lexicon: Any = lexical.lexicon
        self._thesaurus: Any = lexical.thesaurus
        self._size = int(self._lexicon.vectors.shape[1])
        self._vectors: dict[str, Vectors] = {}
        self._others: dict[int, frozenset[int]] = {}
        self._rows: dict[str, int | None] = {}

    def vectors(self, words: list[str]) -> Vectors:
        """A unit vector for each word, (words, size).

        A word without one gets a direction of its own, drawn from its letters: it is like itself
        and like nothing else.
        """
        if not words:
            return np.zeros((0, self._size), dtype=np.float32)
        return np.stack([self._vector(normal(word)) for word in words])

    def level(self, word: str) -> float:
        """CEFR level, A1 = 1 … C2 = 6, known or estimated from people's ratings."""
        row = self._row(normal(word))
        return _UNKNOWN_LEVEL if row is None else float(self._lexicon.levels_or_estimates[row])

    def complexity(self, word: str) -> float:
        """How hard people find the word, 1 simple to 6 complex."""
        row = self._row(normal(word))
        return _UNKNOWN_LEVEL if row is None else float(self._lexicon.complexity[row])

    def are_paraphrases(self, first: str, second: str) -> bool:
        """Whether WordNet or PPDB, as shipped, pairs two different words."""
        one, other = self._row(normal(first)), self._row(normal(second))
        if one is None or other is None or one == other:
            return False
        return other in self._paraphrases(one) or one in self._paraphrases(other)

    def _row(self, word: str) -> int | None:
        if word not in self._rows:
            row = self._lexicon.find_any(word)
            self._rows[word] = self._lexicon.find(word, "OTHER") if row is None else row
        return self._rows[word]

    def _paraphrases(self, row: int) -> frozenset[int]:
        if row not in self._others:
            span = self._thesaurus.span(row)
            listed = (self._thesaurus.wordnet[span] > 0) | (self._thesaurus.ppdb[span] > 0)
            self._others[row] = frozenset(self._thesaurus.candidates[span][listed].tolist())
        return self._others[row]

    def _vector(self, word: str) -> Vectors:
        if word not in self._vectors:
            row = self._row(word)
            known = None if row is None else self._lexicon.unit_vectors(np.array([row]))[0]
            length = 0.0 if known is None else float(np.linalg.norm(known))
            self._vectors[word] = (
                known / length if known is not None and length else _own_direction(word, self._size)
            )
        return self._vectors[word]


def _own_direction(word: str, size: int) -> Vectors:
    seed = int.from_bytes(hashlib.blake2b(word.encode("utf-8", "replace"), digest_size=8).digest())
    drawn = np.random.default_rng(seed).standard_normal(size).astype(np.float32)
    direction: Vectors = drawn / np.linalg.norm(drawn)
    return direction


@lru_cache(maxsize=200_000)
def zipf(word: str) -> float:
    """log10 of the frequency per thousand million words, at least 1."""
    return max(_RAREST_ZIPF, zipf_frequency(normal(word)))
