"""`Matches`: precision, recall and F1 from counts, for links, brackets, labels and boundaries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, TypeVar

_Self = TypeVar("_Self", bound="Matches")


@dataclass(frozen=True, slots=True)
class Matches:
    """How many items are right, were predicted, and are in the gold standard; counts add up."""

    correct: int = 0
    predicted: int = 0
    gold: int = 0

    # What precision, recall and F1 are where there is nothing to divide by.
    undefined: ClassVar[float] = 0.0

    @property
    def precision(self) -> float:
        """Share of the predicted items that are right."""
        return self.correct / self.predicted if self.predicted else self.undefined

    @property
    def recall(self) -> float:
        """Share of the gold items that were predicted."""
        return self.correct / self.gold if self.gold else self.undefined

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        total = self.predicted + self.gold
        return 2 * self.correct / total if total else self.undefined

    def __add__(self: _Self, other: Matches) -> _Self:
        return type(self)(
            self.correct + other.correct,
            self.predicted + other.predicted,
            self.gold + other.gold,
        )

    @classmethod
    def total(cls: type[_Self], matches: Iterable[Matches]) -> _Self:
        """The sum of many; none at all is all zeros."""
        added = cls()
        for one in matches:
            added += one
        return added
