"""`LevelEstimator`: the CEFR level of sentences and paragraphs, and how sure that is."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from lexical_simplifier import LexicalSimplifier
from seqlab.errors import DataError
from seqlab.files import read_text
from seqlab.level.features import LevelFeatures
from seqlab.level.model import LevelModel

DEFAULT_FILE = Path(__file__).resolve().parent.parent / "models" / "level" / "level.json"
FORMAT = "seqlab.level/1"
# The levels that the editor of the training corpus wrote for; the sources are what lies above.
LEVELS = ("A2", "B1", "B2+")
SCALE = "levels"
# What each level is as a number, A1 = 1 … C2 = 6; above B1 there is no telling apart.
_NUMBERS = np.array([2.0, 3.0, 4.5])
# So much of the probability an interval of levels holds at least.
_CONFIDENCE = 0.9


@dataclass(frozen=True, slots=True)
class LevelEstimate:
    """The likeliest level, the levels that hold 90 % of the probability, and the numbers.

    `score` is the expected level (A2 = 2, B1 = 3, above 4.5), `ease` runs from 0, surely above B1,
    to 1, surely A2; `hardness` has no unit and orders texts. A text without words has no level.
    """

    level: str
    levels: tuple[str, ...]
    probabilities: dict[str, float]
    score: float
    ease: float
    hardness: float

    def to_json(self) -> dict[str, Any]:
        """The estimate as plain values."""
        return {
            "level": self.level,
            "levels": list(self.levels),
            "probabilities": {name: round(p, 3) for name, p in self.probabilities.items()},
            "score": round(self.score, 2),
            "hardness": round(self.hardness, 3),
        }


NO_LEVEL = LevelEstimate("", (), {}, 0.0, 0.0, 0.0)


class LevelEstimator:
    """Estimates the level of texts: `LevelEstimator.load().predict(["They commenced work."])`."""

    def __init__(self, model: LevelModel, features: LevelFeatures) -> None:
        self.model = model
        self.features = features

    @classmethod
    def load(
        cls, path: str | Path = DEFAULT_FILE, lexical: LexicalSimplifier | None = None
    ) -> LevelEstimator:
        """The estimator of a model file; by default the one that ships."""
        fix = "train it again: seqlab level train"
        try:
            content = json.loads(read_text(path))
            if content.get("format") != FORMAT:
                raise ValueError(f"its format is {content.get('format')!r}, not {FORMAT!r}")
            model = LevelModel.from_json(content["model"])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise DataError(path, f"not a model of levels: {error}", fix=fix) from None
        return cls(model, LevelFeatures(lexical))

    def predict(self, texts: Sequence[str]) -> list[LevelEstimate]:
        """The level of each text."""
        rows = self.features.rows(texts)
        if not len(rows):
            return []
        chances = self.model.probabilities(rows, SCALE)
        hardness = self.model.hardness(rows)
        return [
            _estimate(own, float(hard)) if row.any() else NO_LEVEL
            for row, own, hard in zip(rows, chances, hardness, strict=True)
        ]


def _estimate(chances: np.ndarray, hardness: float) -> LevelEstimate:
    likeliest = int(chances.argmax())
    low = high = likeliest
    # The interval grows towards its likelier neighbour.
    while chances[low : high + 1].sum() < _CONFIDENCE:
        left = chances[low - 1] if low else -1.0
        right = chances[high + 1] if high + 1 < len(chances) else -1.0
        low, high = (low - 1, high) if left > right else (low, high + 1)
    return LevelEstimate(
        LEVELS[likeliest],
        LEVELS[low : high + 1],
        dict(zip(LEVELS, map(float, chances), strict=True)),
        float(chances @ _NUMBERS),
        float(1 / (1 + np.exp(hardness / 2))),
        hardness,
    )


def reaches(estimate: LevelEstimate, wanted: str) -> bool:
    """Whether a text is at the level asked for or an easier one."""
    return bool(estimate.level) and LEVELS.index(estimate.level) <= LEVELS.index(wanted)
