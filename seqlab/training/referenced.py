"""Rows that name a sentence of a corpus instead of quoting it, with the sentence put in.

What was written or judged about other people's sentences is kept without them: a row names a
sentence of `levels` (`sentence`) or a stretch of `wikipedia/text.txt.xz` (`paragraph`: line, first
and last character), both in `$SEQLAB_DATA`.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from seqlab.errors import DataError
from seqlab.files import read_jsonl
from seqlab.training.config import resolve_path

Row = dict[str, Any]
_LEVELS, _WIKIPEDIA = "$SEQLAB_DATA/levels/levels.jsonl.gz", "$SEQLAB_DATA/wikipedia/text.txt.xz"


def read_referenced(path: str | Path) -> Iterator[Row]:
    """The rows of a file, each with its `source`."""
    rows = list(read_jsonl(path))
    named = {row["sentence"] for _, row in rows if "source" not in row and "sentence" in row}
    lines = {row["paragraph"][0] for _, row in rows if "paragraph" in row}
    sentences = _sentences(named) if named else {}
    paragraphs = _paragraphs(lines) if lines else {}
    for line, row in rows:
        if "source" in row:
            yield row
        elif "sentence" in row:
            if row["sentence"] not in sentences:
                raise DataError(
                    path, "names no sentence of levels", line=line, value=row["sentence"],
                    fix="get the version of levels that the file was made with",
                )  # fmt: skip
            known = sentences[row["sentence"]]
            yield {**row, "source": known["source"], "document": known["document"]}
        else:
            number, start, end = row["paragraph"]
            yield {
                **row,
                "source": paragraphs[number][start:end],
                "document": f"wikipedia-{number}",
            }


def _sentences(named: set[str]) -> dict[str, Row]:
    path = _there(_LEVELS)
    return {row["id"]: row for _, row in read_jsonl(path) if row["id"] in named}


def _paragraphs(wanted: set[int]) -> dict[int, str]:
    path = _there(_WIKIPEDIA)
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        found = {number: line for number, line in enumerate(lines) if number in wanted}
    if missing := wanted - set(found):
        raise DataError(path, f"has no line {min(missing)}", fix="get the version it was made with")
    return found


def _there(name: str) -> Path:
    path = resolve_path(name)
    if not path.is_file():
        raise DataError(path, "no such file", fix="set SEQLAB_DATA to the folder of the corpora")
    return path


def rewritten(source: str, regions: list[tuple[int, int, str]]) -> str:
    """A text with stretches of its words (split at spaces) replaced."""
    words = source.split(" ")
    for start, end, new in reversed(regions):
        words[start:end] = new.split(" ") if new else []
    return " ".join(words)
