"""What is known of a document once it is done: its state, its hash and what changed in it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Counts:
    """What Flesch's formulas count."""

    words: int
    sentences: int
    syllables: int

    def plus(self, other: Counts) -> Counts:
        """Both together."""
        return Counts(
            self.words + other.words,
            self.sentences + other.sentences,
            self.syllables + other.syllables,
        )

    def minus(self, other: Counts) -> Counts:
        """This without the other."""
        return Counts(
            self.words - other.words,
            self.sentences - other.sentences,
            self.syllables - other.syllables,
        )

    @property
    def grade(self) -> float | None:
        """The school years it takes to read the text (Flesch-Kincaid), never below 0."""
        if not self.words:
            return None
        length = self.words / max(1, self.sentences)
        return max(0.0, 0.39 * length + 11.8 * self.syllables / self.words - 15.59)

    @property
    def ease(self) -> float | None:
        """Flesch reading ease: 100 is very easy, 0 very hard."""
        if not self.words:
            return None
        length = self.words / max(1, self.sentences)
        return 206.835 - 1.015 * length - 84.6 * self.syllables / self.words


NO_COUNTS = Counts(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Record:
    """One document of a run.

    Args:
        document: Its path within the folder.
        state: `done`, `failed` or `copied`.
        error: Why it failed.
        source: SHA-256 of the original.
        size: Bytes of the output.
        sentences: Sentences of its prose.
        changed: How many of them were changed.
        before: What the readability formulas count in the original.
        after: The same in the output.
        seconds: How long it took, its neighbours in the batch included.
    """

    document: str
    state: str
    error: str = ""
    source: str = ""
    size: int = 0
    sentences: int = 0
    changed: int = 0
    before: Counts = NO_COUNTS
    after: Counts = NO_COUNTS
    seconds: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """The record as plain values."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Record:
        """The record that `to_json` gave; what later versions added is passed over."""
        known = {name: values[name] for name in cls.__dataclass_fields__ if name in values}
        for name in ("before", "after"):
            known[name] = Counts(**known[name])
        return cls(**known)
