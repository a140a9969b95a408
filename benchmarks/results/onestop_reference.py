"""The sentence pairs that the authors of OneStopEnglish published, and how many are recovered."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from seqlab.errors import DataError
from seqlab.files import read_lines

LEVEL_PAIRS = (("adv", "int"), ("int", "ele"), ("adv", "ele"))

# The published pairs were taken from PDF files that lost quotes, dashes and the ligatures fi and
# fl ("of cial"), have page numbers inside sentences, and lost accented letters or kept them as a
# letter with a control character or underscore behind it.
_BROKEN_ACCENT = re.compile(r"[a-z][\x00-\x08_]+")
_NOT_A_LETTER = re.compile(r"[^a-z]+")
_LIGATURE = re.compile(r"f[il]")


def letters(text: str) -> str:
    """The plain letters of a text, without those that the published pairs lost."""
    plain = _NOT_A_LETTER.sub("", _BROKEN_ACCENT.sub("", text.lower()))
    return _LIGATURE.sub("", plain)


def is_development(document: str) -> bool:
    """Whether the article is one of the quarter on which the aligner was tuned."""
    return int(hashlib.sha256(document.encode()).hexdigest(), 16) % 4 == 0


@dataclass(frozen=True, slots=True)
class Row:
    """A published pair as letters, and the articles in which each side occurs."""

    levels: tuple[str, str]
    source: str
    target: str
    source_articles: frozenset[str]
    target_articles: frozenset[str]

    @property
    def article(self) -> str | None:
        """The article that holds both sides at their levels."""
        return min(self.source_articles & self.target_articles, default=None)


# Article → level → its sentences, as letters.
Articles = Mapping[str, Mapping[str, Sequence[str]]]


def published_rows(folder: Path, articles: Articles) -> Iterator[Row]:
    """The rows of `aligned/*.tsv`, looked up in the articles."""
    wholes = {
        level: {name: "".join(levels.get(level, ())) for name, levels in articles.items()}
        for level in ("adv", "int", "ele")
    }
    for levels in LEVEL_PAIRS:
        path = folder / f"{levels[0]}-{levels[1]}.tsv"
        for number, line in enumerate(read_lines(path), start=1):
            cells = line.split("\t")
            if len(cells) != 2:
                raise DataError(path, "not two columns", line=number, value=line)
            sides = [letters(cell) for cell in cells]
            found = [
                frozenset(name for name, whole in wholes[level].items() if side in whole)
                for level, side in zip(levels, sides, strict=True)
            ]
            yield Row(levels, sides[0], sides[1], found[0], found[1])


@dataclass(frozen=True, slots=True)
class Recall:
    """How many of the rows are recovered, by whole groups and as pairs of exactly the sentences."""

    rows: int
    recovered: int
    exact: int


def recall(
    rows: Sequence[Row], pairs: Mapping[tuple[str, tuple[str, str]], Sequence[tuple[str, str]]]
) -> Recall:
    """How many rows some output pair of the same article and levels recovers.

    Args:
        rows: Published pairs.
        pairs: Article and levels → the letters of both sides of its output pairs.
    """
    recovered = exact = 0
    for row in rows:
        output = pairs.get((row.article or "", row.levels), ())
        recovered += any(row.source in source and row.target in target for source, target in output)
        exact += any(row.source == source and row.target == target for source, target in output)
    return Recall(len(rows), recovered, exact)
