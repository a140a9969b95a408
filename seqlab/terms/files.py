"""Files of terms: lists of words to keep, glossaries, and the glossary that ships."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib import resources
from pathlib import Path

from seqlab.english import is_plural
from seqlab.errors import DataError, UsageError, nearest
from seqlab.files import read_lines
from seqlab.terms.entries import Entry
from seqlab.terms.forms import PARTS

_COLUMNS = 4
_HEADER = "term"
_GAP = re.compile(r"\S(?: {2,}| *[;|] *)\S")


# A word that ends so is the name of a file, and one that is not there was mistyped.
_FILES = (".txt", ".tsv", ".csv", ".lst")


def keep_entries(items: Iterable[str], case: bool = False) -> tuple[Entry, ...]:
    """Words and phrases that stay; an item that is the name of a file stands for its lines."""
    entries: list[Entry] = []
    for item in items:
        if _is_file(item):
            words = _lines(Path(item))
        elif Path(item).suffix in _FILES and " " not in item:
            raise UsageError(f"no file {item} with words to keep; check its name")
        else:
            words = [item]
        entries += [Entry(word.strip(), case=case, reason="keep") for word in words if word.strip()]
    return tuple(entries)


def _is_file(item: str) -> bool:
    try:
        return Path(item).suffix != "" and Path(item).is_file()
    except (OSError, ValueError):
        return False


def _lines(path: Path) -> list[str]:
    return [line for line in read_lines(path) if not line.startswith("#")]


def read_glossary(path: str | Path, case: bool = False) -> tuple[Entry, ...]:
    """The entries of a glossary: term, simple term or `keep`, explanation and part of speech.

    The columns are parted by tabs; the last two may be left out. Lines that begin with `#`, and a
    first line that names the columns, are passed over.
    """
    entries: dict[str, tuple[int, Entry]] = {}
    for number, line in enumerate(read_lines(path), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = [cell.strip() for cell in line.split("\t")]
        if number == 1 and cells[0].lower() == _HEADER:
            continue
        if len(cells) > _COLUMNS or not cells[0]:
            what = "no term" if not cells[0] else f"{len(cells)} columns"
            raise DataError(
                path, what, line=number, value=line, fix="term, simple, explanation, part of speech"
            )
        if len(cells) == 1 and _GAP.search(cells[0]):
            raise DataError(
                path, "no tab between columns", line=number, value=line, fix="part them by tabs"
            )
        term, simple, explanation, part = (*cells, "", "", "")[:_COLUMNS]
        if part and part.lower() not in PARTS:
            raise DataError(
                path, f"no part of speech{nearest(part, PARTS)}", line=number, value=part
            )
        key = term if case else term.lower()
        if key in entries:
            first = entries[key][0]
            raise DataError(
                path,
                f"the term has two rows, the other is line {first}",
                line=number,
                value=term,
                fix="leave one of them",
            )
        kept = simple.lower() in ("", "keep")
        entry = Entry(term, None if kept else simple, explanation, part.lower(), case)
        entries[key] = (number, entry)
    return tuple(entry for _, entry in entries.values())


@cache
def public_glossary() -> tuple[Entry, ...]:
    """The glossary that ships: hard words of public life, each explained; written for SeqLab."""
    file = resources.files("seqlab.terms").joinpath("public_glossary.tsv")
    entries = []
    for line in file.read_text("utf-8").splitlines():
        if line.startswith("#") or not line.strip():
            continue
        _, term, explanation = line.split("\t")
        exact = is_plural(term.split()[-1]) is True
        entries.append(Entry(term, None, explanation, reason="hard word", exact=exact))
    return tuple(entries)
