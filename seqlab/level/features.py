"""What makes a text hard to read: sentence lengths, rare and advanced words, clauses, cost."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexical_simplifier import LexicalSimplifier
from seqlab.alignment import is_content, is_punctuation
from seqlab.english import count_syllables, word_list
from seqlab.level.words import WordKnowledge, zipf
from seqlab.text import encodable, split_sentences, tokenize

FEATURES = (
    "log words",
    "log words per sentence",
    "log words of longest sentence",
    "log words of longest stretch",
    "commas per sentence",
    "connectors per sentence",
    "marks per sentence",
    "mean Zipf",
    "low Zipf",
    "lowest Zipf",
    "share rare",
    "share very rare",
    "mean CEFR level",
    "high CEFR level",
    "share above B1",
    "share above B2",
    "mean complexity",
    "high complexity",
    "syllables per word",
    "share long",
    "letters per word",
    "names per word",
    "digits per word",
    "function words",
    "pronouns first",
    "cross-entropy",
    "high cost",
)
_RARE, _VERY_RARE = 4.0, 3.2
_OTHER_MARKS = frozenset(';:()[]–—-"“”')


class LevelFeatures:
    """Turns texts into rows of `FEATURES`; words are looked up once each."""

    def __init__(self, lexical: LexicalSimplifier | None = None) -> None:
        lexical = lexical or LexicalSimplifier.load()
        self._words = WordKnowledge(lexical)
        self._ngrams: Any = lexical.ngrams
        self._facts: dict[str, tuple[float, ...]] = {}

    def rows(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row per text; a text without words is a row of zeros."""
        return np.array([self._row(text) for text in texts], dtype=np.float32).reshape(
            len(texts), len(FEATURES)
        )

    def _row(self, text: str) -> list[float]:
        sentences = [
            tokens for part in split_sentences(encodable(text)) if (tokens := tokenize(part))
        ]
        words = [[token for token in own if not is_punctuation(token)] for own in sentences]
        flat = [word for own in words for word in own]
        if not flat:
            return [0.0] * len(FEATURES)
        tokens = [token for own in sentences for token in own]
        count, parts = len(flat), len(sentences)
        inside = [word for own in words for word in own[1:]]
        names = sum(word[:1].isupper() for word in inside) / count
        digits = sum(any(c.isdigit() for c in word) for word in flat) / count
        content = [
            self._fact(word.lower())
            for own in words
            for place, word in enumerate(own)
            # Names are no measure of how hard the language is.
            if is_content(word) and word.isalpha() and not (place and word[:1].isupper())
        ] or [(4.5, 2.0, 2.5, 1.5, 4.0)]
        zipfs, levels, complexities, syllables, letters = np.array(content).T
        connectors = _connectors()
        costs = np.concatenate([self._costs(own) for own in sentences])
        return [
            np.log(count),
            np.log(count / parts),
            np.log(max(map(len, words)) or 1),
            np.log(max(1, *(_longest_stretch(own) for own in sentences))),
            tokens.count(",") / parts,
            sum(token.lower() in connectors for token in tokens) / parts,
            sum(token in _OTHER_MARKS for token in tokens) / parts,
            zipfs.mean(),
            np.quantile(zipfs, 0.2),
            zipfs.min(),
            (zipfs < _RARE).mean(),
            (zipfs < _VERY_RARE).mean(),
            levels.mean(),
            np.quantile(levels, 0.8),
            (levels > 3).mean(),
            (levels > 4).mean(),
            complexities.mean(),
            np.quantile(complexities, 0.8),
            syllables.mean(),
            (syllables > 2).mean(),
            letters.mean(),
            names,
            digits,
            sum(not is_content(word) for word in flat) / count,
            sum(own[0].lower() in _openers() for own in words if own) / parts,
            costs.mean(),
            np.quantile(costs, 0.9),
        ]

    def _fact(self, word: str) -> tuple[float, ...]:
        if word not in self._facts:
            self._facts[word] = (
                zipf(word),
                self._words.level(word),
                self._words.complexity(word),
                float(count_syllables(word)),
                float(len(word)),
            )
        return self._facts[word]

    def _costs(self, tokens: Sequence[str]) -> NDArray[np.float64]:
        hashes = self._ngrams.hashes(["<s>", "<s>", *tokens, "</s>"])
        costs: NDArray[np.float64] = -self._ngrams.log_probabilities(
            hashes[:-2], hashes[1:-1], hashes[2:]
        )
        return costs


def _longest_stretch(tokens: Sequence[str]) -> int:
    """The most words between two punctuation marks."""
    longest = run = 0
    for token in tokens:
        run = 0 if is_punctuation(token) else run + 1
        longest = max(longest, run)
    return longest


@lru_cache(maxsize=1)
def _connectors() -> frozenset[str]:
    return word_list("connectors")


@lru_cache(maxsize=1)
def _openers() -> frozenset[str]:
    return word_list("pronouns_of_rewrites")
