"""How alike two words are, as the log score that the chain of `chain.py` starts from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from seqlab.alignment.chain import Matrix
from seqlab.alignment.paraphrases import Paraphrases
from seqlab.alignment.words import (
    STOP_WORDS,
    is_content,
    is_punctuation,
    lemmas,
    likeness,
    normal,
)


@dataclass(frozen=True, slots=True)
class LikenessWeights:
    """What each reason to link two words is worth; 0 in all is as good as no link.

    The values were chosen by hand and coordinate search on the train files of MultiMWA.
    """

    same_content: float
    same_stop: float
    same_punctuation: float
    lemma: float
    paraphrase: float
    # For every point of letter overlap above `letters_from`, between content words.
    letters: float
    # One word carries content and the other grammar.
    mixed: float
    other_punctuation: float
    # For every point of distance between the words' relative positions (0 to 1).
    position: float
    # For any two words: how ready to link in doubt.
    base: float = 0.0
    # For every point of the cosine of contextual vectors, where there is an encoder.
    context: float = 0.0
    letters_from: float = 0.3


# A word is never linked to a punctuation mark.
NEVER = -20.0


class WordScores:
    """Score matrices of pairs; what was found for two words once is remembered."""

    def __init__(self, weights: LikenessWeights, paraphrases: Paraphrases) -> None:
        self.weights = weights
        self.paraphrases = paraphrases
        self._scores: dict[tuple[str, str], float] = {}

    def matrix(self, source: Sequence[str], target: Sequence[str]) -> Matrix:
        """The score of every source word with every target word."""
        first, second = [normal(word) for word in source], [normal(word) for word in target]
        known = self._scores
        if len(known) > 2_000_000:
            known.clear()
        values = [
            known[pair] if (pair := (a, b)) in known else self._score(a, b)
            for a in first
            for b in second
        ]
        matrix: Matrix = np.array(values, np.float32).reshape(len(first), len(second))
        if self.weights.position and matrix.size:
            matrix -= self.weights.position * _distance(len(first), len(second))
        return matrix

    def _score(self, first: str, second: str) -> float:
        score = self._scores[first, second] = self._reasons(first, second)
        return score

    def _reasons(self, first: str, second: str) -> float:
        weights = self.weights
        punctuation = is_punctuation(first), is_punctuation(second)
        if first == second:
            if punctuation[0]:
                return weights.base + weights.same_punctuation
            stop = first in STOP_WORDS
            return weights.base + (weights.same_stop if stop else weights.same_content)
        if any(punctuation):
            return weights.base + weights.other_punctuation if all(punctuation) else NEVER
        score = weights.base
        if not lemmas(first).isdisjoint(lemmas(second)):
            score += weights.lemma
        elif (first, second) in self.paraphrases:
            score += weights.paraphrase
        content = is_content(first), is_content(second)
        if content[0] != content[1]:
            score += weights.mixed
        elif all(content):
            score += weights.letters * max(0.0, likeness(first, second) - weights.letters_from)
        return score


def _distance(rows: int, columns: int) -> Matrix:
    down = np.linspace(0.0, 1.0, rows, dtype=np.float32)[:, None]
    across = np.linspace(0.0, 1.0, columns, dtype=np.float32)[None, :]
    distance: Matrix = np.abs(down - across)
    return distance
