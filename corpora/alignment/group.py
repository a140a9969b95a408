"""`Group`: which sentences of one text say the same as which sentences of another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

# A text as the aligners read it: paragraphs, each a list of sentences.
Text = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Group:
    """Linked sentences by number, counted through the whole text from 0."""

    sources: tuple[int, ...]
    targets: tuple[int, ...]
    similarity: float


class AlignmentMethod(Protocol):
    """What a method of sentence alignment is: two texts in, groups out, by source order."""

    def __call__(
        self, source: Text, target: Text, *, threshold: float | None = None
    ) -> list[Group]:
        """Align; `threshold` is the least similarity, in place of the method's own."""


def sentences_of(text: Text) -> list[str]:
    """All sentences of the text in order, as the numbers of a `Group` count them."""
    return [sentence for paragraph in text for sentence in paragraph]


def paragraph_of_sentences(text: Text) -> list[int]:
    """The paragraph number of every sentence."""
    return [number for number, paragraph in enumerate(text) for _ in paragraph]
