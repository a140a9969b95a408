"""`Article` and `LevelledDocument`: one text at one reading level, and the same text at several."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Literal

from seqlab.errors import DataError
from seqlab.files import read_lines

# Which level pairs to align (thesis 2.2.2): 0→1, 1→2 …; every pair; or only 0→1, 0→2 ….
PairMode = Literal["adjacent", "all", "original"]

_HEADING = re.compile(r"#{1,6}\s+")


@dataclass(frozen=True, slots=True)
class Article:
    """One version of a document: its paragraphs in order, at one reading level."""

    document: str
    corpus: str
    level: str
    paragraphs: tuple[str, ...]
    path: str = ""
    title: str = ""
    # School grade, where the corpus gives one: Newsela's levels are only ranks within a document.
    grade: float | None = None

    @property
    def text(self) -> str:
        """The paragraphs as one text, a blank line between them."""
        return "\n\n".join(self.paragraphs)


@dataclass(frozen=True, slots=True)
class LevelledDocument:
    """The versions of one document by level name, from the most complex to the simplest."""

    document: str
    corpus: str
    versions: Mapping[str, Article]

    @property
    def levels(self) -> tuple[str, ...]:
        """The level names, complex first."""
        return tuple(self.versions)

    def pairs(self, mode: PairMode = "adjacent") -> Iterator[tuple[Article, Article]]:
        """The versions two by two, complex first, as `level_pairs` chooses them."""
        for complex_level, simple_level in level_pairs(self.levels, mode):
            yield self.versions[complex_level], self.versions[simple_level]


def level_pairs(levels: Sequence[str], mode: PairMode = "adjacent") -> list[tuple[str, str]]:
    """Pairs of `levels` (given complex first): adjacent ones, all, or from the original only.

    A missing level is passed over: with levels 0, 1 and 3, the adjacent pairs are 0→1 and 1→3.
    """
    if mode == "adjacent":
        return list(pairwise(levels))
    if mode == "original":
        return [(levels[0], simple) for simple in levels[1:]]
    if mode == "all":
        return [
            (levels[high], levels[low])
            for high in range(len(levels))
            for low in range(high + 1, len(levels))
        ]
    raise ValueError(f"no mode {mode!r} of level pairs; known: adjacent, all, original")


def read_paragraphs(path: str | Path, *, blank_line: bool | None = None) -> tuple[str, ...]:
    """The paragraphs of a text file; Markdown heading marks are dropped, the headings kept.

    Args:
        path: A UTF-8 text file.
        blank_line: Whether only a blank line parts paragraphs (Newsela), or every line is one
            (OneStopEnglish). Without it the file decides: blank lines inside mean the former.
    """
    blocks: list[list[str]] = [[]]
    for line in read_lines(path):
        line = " ".join(_HEADING.sub("", line.strip(), count=1).split())
        if line:
            blocks[-1].append(line)
        elif blocks[-1]:
            blocks.append([])
    blocks = [block for block in blocks if block]
    if not blocks:
        raise DataError(path, "holds no text", fix="remove the file or fill it")
    if blank_line is None:
        blank_line = len(blocks) > 1
    if blank_line:
        return tuple(" ".join(block) for block in blocks)
    return tuple(line for block in blocks for line in block)
