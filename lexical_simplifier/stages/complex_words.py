"""`ComplexWordModel`: how likely readers are to find a word hard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lexical_simplifier.resources.lexicon import Lexicon
from lexical_simplifier.stages.grammar import part_of_speech
from seqlab.english import count_syllables

Matrix = NDArray[np.float32]

WORD_FEATURES = (
    "zipf", "rare", "length", "syllables", "level", "no_level", "complexity", "simple_use",
    "noun", "verb", "adjective", "adverb", "unknown",
)  # fmt: skip


def word_features(lexicon: Lexicon, tokens: Sequence[str], tags: Sequence[str]) -> Matrix:
    """A row of features for every token."""
    return np.array(
        [_row(lexicon, token, tag) for token, tag in zip(tokens, tags, strict=True)],
        dtype=np.float32,
    ).reshape(-1, len(WORD_FEATURES))


def _row(lexicon: Lexicon, token: str, tag: str) -> list[float]:
    part = part_of_speech(token, tag)
    row = lexicon.find(token, part) if part else None
    if row is None:
        row = lexicon.find_any(token)
    length, syllables = float(len(token)), float(count_syllables(token))
    parts = [float(part == name) for name in ("NOUN", "VERB", "ADJ", "ADV")]
    if row is None:
        zipf = _zipf(token.lower())
        guess = min(6.0, max(1.5, 6.5 - 0.8 * zipf))
        return [zipf, max(0.0, 4 - zipf), length, syllables, guess, 1.0, guess, 0.0, *parts, 1.0]
    zipf = float(lexicon.zipf[row])
    return [
        zipf,
        max(0.0, 4.0 - zipf),
        length,
        syllables,
        float(lexicon.levels_or_estimates[row]),
        float(lexicon.level[row] == 0),
        float(lexicon.complexity[row]),
        float(lexicon.simple_use[row]),
        *parts,
        0.0,
    ]


@lru_cache(maxsize=20_000)
def _zipf(word: str) -> float:
    # Loading the frequency list takes half a second; only words outside the lexicon need it.
    from wordfreq import zipf_frequency

    return float(zipf_frequency(word, "en"))


@dataclass
class ComplexWordModel:
    """Logistic regression on word features."""

    weights_: Matrix | None = None
    means_: Matrix | None = None
    deviations_: Matrix | None = None

    def fit(self, rows: Matrix, shares: Sequence[float]) -> ComplexWordModel:
        """Learn from word features and the share of people who find the word hard."""
        from sklearn.linear_model import LogisticRegression

        self.means_, self.deviations_ = rows.mean(axis=0), rows.std(axis=0) + 1e-6
        scaled = (rows - self.means_) / self.deviations_
        # Every word is seen as hard and as easy, each as much as people said so.
        hard = np.asarray(shares, dtype=np.float64)
        model = LogisticRegression(C=1.0, max_iter=2000)
        model.fit(
            np.concatenate([scaled, scaled]),
            np.concatenate([np.ones(len(hard)), np.zeros(len(hard))]),
            sample_weight=np.concatenate([hard, 1 - hard]) + 1e-9,
        )
        self.weights_ = np.append(model.coef_[0], model.intercept_).astype(np.float32)
        return self

    def predict(self, rows: Matrix) -> Matrix:
        """The probability that each word is hard."""
        if self.weights_ is None or self.means_ is None or self.deviations_ is None:
            raise ValueError("fit the model first")
        logits = ((rows - self.means_) / self.deviations_) @ self.weights_[:-1] + self.weights_[-1]
        return np.asarray(1.0 / (1.0 + np.exp(-logits)), dtype=np.float32)
