"""What the judge knows of words: frequencies, ratings, vectors and counts, one look-up per word."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from lexical_simplifier import LexicalSimplifier
from seqlab.editing.judge.words import WordTable
from seqlab.editing.propose import Inventory

# Facts of a word, in the order of the columns of `Resources.facts`.
WORD_COLUMNS = (
    "zipf", "length", "syllables", "level", "complexity", "simple_use",
    "kept_plain", "kept_easy", "seen", "gain_plain", "gain_easy", "content",
)  # fmt: skip
_CONTENT = ("NN", "VB", "JJ", "RB")
_AUXILIARY = frozenset(
    {"be", "is", "are", "was", "were", "been", "being", "have", "has", "had", "do", "did"}
)


@dataclass(frozen=True, eq=False)
class Resources:
    """The tables that features are looked up in; rows of words are remembered."""

    inventory: Inventory
    words: WordTable
    lexical: LexicalSimplifier
    _facts: dict[str, NDArray[np.float32]] = field(default_factory=dict, repr=False)
    _vectors: dict[str, NDArray[np.float32] | None] = field(default_factory=dict, repr=False)

    def facts(self, word: str) -> NDArray[np.float32]:
        """Numbers of a word in lowercase, `WORD_COLUMNS`."""
        row = self._facts.get(word)
        if row is None:
            row = self._facts[word] = self._look_up(word)
        return row

    def vector(self, word: str) -> NDArray[np.float32] | None:
        """The unit vector of a word in lowercase, of its most frequent reading; None without."""
        if word not in self._vectors:
            lexicon = self.lexical.lexicon
            row = None if word in _AUXILIARY else lexicon.find_any(word)
            vector = None if row is None else lexicon.unit_vectors(np.array([row]))[0]
            self._vectors[word] = vector if vector is not None and vector.any() else None
        return self._vectors[word]

    def is_content(self, word: str) -> bool:
        """Whether a word in lowercase is mostly a noun, verb, adjective or adverb."""
        return bool(self.facts(word)[-1])

    def _look_up(self, word: str) -> NDArray[np.float32]:
        from wordfreq import zipf_frequency

        lexicon, own = self.lexical.lexicon, self.words[word]
        row = lexicon.find_any(word)
        zipf = float(zipf_frequency(word, "en"))
        guess = min(6.0, max(1.5, 6.5 - 0.8 * zipf))
        known = (guess, guess, 0.0)
        if row is not None:
            known = (
                float(lexicon.levels_or_estimates[row]),
                float(lexicon.complexity[row]),
                float(lexicon.simple_use[row]),
            )
        kept = [(k + 1.5) / (own.seen + 2.0) for k in own.kept]
        gains = [math.log((w + 1.0) / (own.seen + 1.0)) for w in own.written]
        tag = own.tags[0][0] if own.tags else "NN"
        content = tag[:2] in _CONTENT and word not in _AUXILIARY
        return np.array(
            [
                zipf,
                len(word),
                _syllables(word),
                *known,
                *kept,
                math.log1p(own.seen),
                *gains,
                content,
            ],
            dtype=np.float32,
        )


def _syllables(word: str) -> int:
    from seqlab.english import count_syllables

    return int(count_syllables(word))
