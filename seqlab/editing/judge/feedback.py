"""What the verdicts of one editor change about the judge: a small correction of its log-odds.

A few hundred verdicts cannot grow new trees. They can say that this editor likes fewer deletions,
that the judge is too sure of long replacements, and that one word for another was refused before.
So the correction is a logistic regression on the judge's own log-odds, the operation, the lengths
and what was decided on the same words before, held near "no correction" by its penalty.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seqlab.editing.judge.records import Verdict
from seqlab.errors import DataError
from seqlab.files import atomic_write, read_text

FILE = "feedback.json"
OUTPUTS = ("good", "acceptable")
GOOD, ACCEPTABLE = ("y",), ("y", "s")
VERDICTS = ("y", "s", "m", "g")
# How strongly each weight is held at 0, a verdict counting as one: what predicts best is chosen.
_PENALTIES = (2.0, 8.0, 32.0, 128.0, 512.0)
_FOLDS = 5
_STEPS = 50
_SURE = 6.0
_PLACES = ("base", "score", "delete", "split", "many", "longer", "pair", "word")


@dataclass(frozen=True, slots=True)
class Judged:
    """One edit as the correction sees it."""

    operation: str
    old: str
    new: str

    @property
    def pair(self) -> str:
        """The old and the new words."""
        return f"{self.old.lower()} → {self.new.lower()}"


@dataclass(frozen=True)
class Feedback:
    """Weights for each output, and how often words were accepted and refused."""

    weights: Mapping[str, Sequence[float]]
    pairs: Mapping[str, Sequence[int]] = field(default_factory=dict)
    words: Mapping[str, Sequence[int]] = field(default_factory=dict)
    verdicts: int = 0

    def corrected(self, edits: Sequence[Judged], verdicts: Sequence[Verdict]) -> list[Verdict]:
        """The verdicts as this editor would have them."""
        if not edits:
            return []
        chances = {}
        for output in OUTPUTS:
            scores = _log_odds([getattr(one, output) for one in verdicts])
            rows = _rows(edits, scores, self.pairs, self.words)
            chances[output] = _chance(scores + rows @ np.asarray(self.weights[output]))
        return [
            Verdict(float(good), float(max(good, acceptable)))
            for good, acceptable in zip(chances["good"], chances["acceptable"], strict=True)
        ]

    def save(self, folder: Path) -> None:
        """Write the correction beside the judge."""
        values = {
            "weights": {name: list(map(float, self.weights[name])) for name in OUTPUTS},
            "features": list(_PLACES),
            "pairs": {pair: list(counts) for pair, counts in sorted(self.pairs.items())},
            "words": {word: list(counts) for word, counts in sorted(self.words.items())},
            "verdicts": self.verdicts,
        }
        with atomic_write(folder / FILE) as handle:
            handle.write(json.dumps(values, indent=1, ensure_ascii=False) + "\n")

    @classmethod
    def load(cls, folder: Path) -> Feedback | None:
        """The correction of a judge's folder, or None where it has none."""
        file = folder / FILE
        if not file.is_file():
            return None
        try:
            values = json.loads(read_text(file))
            weights = {name: [float(x) for x in values["weights"][name]] for name in OUTPUTS}
            if any(len(one) != len(_PLACES) for one in weights.values()):
                raise ValueError(f"{len(_PLACES)} weights are due")
            return cls(weights, values["pairs"], values["words"], int(values["verdicts"]))
        except (ValueError, KeyError, TypeError) as error:
            raise DataError(file, f"not feedback: {error}", fix="train it again") from None


def fit_feedback(
    edits: Sequence[Judged], verdicts: Sequence[Verdict], letters: Sequence[str]
) -> Feedback:
    """The correction from what the judge said of edits and what an editor did with them.

    Args:
        edits: The edits.
        verdicts: What the judge said.
        letters: What the editor said: `y` accepted, `s` written over, `m` or `g` refused.
    """
    right = np.array([letter in ACCEPTABLE for letter in letters])
    pairs, words = _counts(edits, right, "pair"), _counts(edits, right, "old")
    weights = {}
    for output, kept in (("good", GOOD), ("acceptable", ACCEPTABLE)):
        truth = np.array([letter in kept for letter in letters], dtype=float)
        scores = _log_odds([getattr(one, output) for one in verdicts])
        # What was decided on the same words elsewhere: an edit is no evidence for itself.
        rows = _rows(edits, scores, pairs, words, right)
        weights[output] = _fitted(rows, scores, truth, _penalty(rows, scores, truth))
    return Feedback(weights, pairs, words, len(edits))


def _fitted(
    rows: NDArray[np.float64],
    scores: NDArray[np.float64],
    truth: NDArray[np.float64],
    penalty: float,
) -> list[float]:
    weights = np.zeros(rows.shape[1])
    for _ in range(_STEPS):
        chance = _chance(scores + rows @ weights)
        slope = rows.T @ (chance - truth) + penalty * weights
        curve = (rows * (chance * (1 - chance))[:, None]).T @ rows + penalty * np.eye(len(weights))
        step = np.linalg.solve(curve, slope)
        weights -= step
        if np.abs(step).max() < 1e-6:
            break
    return [float(one) for one in weights]


def _penalty(
    rows: NDArray[np.float64], scores: NDArray[np.float64], truth: NDArray[np.float64]
) -> float:
    """The penalty under which verdicts that are left out are predicted best."""
    folds = np.arange(len(truth)) % _FOLDS

    def loss(penalty: float) -> float:
        total = 0.0
        for fold in range(_FOLDS):
            held = folds == fold
            if held.all() or not held.any():
                continue
            fitted = _fitted(rows[~held], scores[~held], truth[~held], penalty)
            chance = np.clip(_chance(scores[held] + rows[held] @ np.array(fitted)), 1e-4, 1 - 1e-4)
            own = truth[held]
            total -= float((own * np.log(chance) + (1 - own) * np.log(1 - chance)).sum())
        return total

    return min(reversed(_PENALTIES), key=loss)


def _counts(
    edits: Sequence[Judged], right: NDArray[np.bool_], by: str
) -> dict[str, tuple[int, int]]:
    counts: dict[str, tuple[int, int]] = {}
    for edit, is_right in zip(edits, right, strict=True):
        key = getattr(edit, by).lower()
        yes, no = counts.get(key, (0, 0))
        counts[key] = (yes + bool(is_right), no + (not is_right))
    return counts


def _rows(
    edits: Sequence[Judged],
    scores: NDArray[np.float64],
    pairs: Mapping[str, Sequence[int]],
    words: Mapping[str, Sequence[int]],
    own: NDArray[np.bool_] | None = None,
) -> NDArray[np.float64]:
    rows = []
    for number, (edit, score) in enumerate(zip(edits, scores, strict=True)):
        mine = None if own is None else bool(own[number])
        old, new = len(edit.old.split()), len(edit.new.split())
        rows.append(
            [
                1.0,
                score / 2,
                edit.operation == "delete",
                edit.operation == "split",
                math.log(max(1, old)) if edit.operation == "replace" else 0.0,
                float(new - old) / 2 if edit.operation == "replace" else 0.0,
                _evidence(pairs.get(edit.pair.lower(), (0, 0)), mine),
                _evidence(words.get(edit.old.lower(), (0, 0)), mine),
            ]
        )
    return np.array(rows, dtype=float)


def _evidence(counts: Sequence[int], own: bool | None) -> float:
    """Log-odds of earlier verdicts; an edit's own one is taken out."""
    yes, no = counts
    if own is not None:
        yes, no = yes - own, no - (not own)
    return math.log((yes + 1) / (no + 1))


def _log_odds(chances: Sequence[float]) -> NDArray[np.float64]:
    clipped = np.clip(np.asarray(chances, dtype=float), 1e-4, 1 - 1e-4)
    scores: NDArray[np.float64] = np.clip(np.log(clipped / (1 - clipped)), -_SURE, _SURE)
    return scores


def _chance(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    chance: NDArray[np.float64] = 1 / (1 + np.exp(-scores))
    return chance


def feedback_edits(rows: Sequence[Mapping[str, Any]]) -> list[Judged]:
    """The edits of rows of feedback."""
    return [Judged(str(r["operation"]), str(r.get("old", "")), str(r.get("new", ""))) for r in rows]
