"""Judged edits: rows that say of one edit of one sentence whether it is right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from seqlab.errors import DataError
from seqlab.files import read_jsonl
from seqlab.training.config import resolve_path
from seqlab.training.referenced import read_referenced, rewritten

FILE = "edits.jsonl"
VERDICTS = frozenset("ysmg")
_FIELDS = ("document", "part", "source", "operation", "verdict")
Row = dict[str, Any]


def edits_file(name: str, file: str = FILE) -> Path:
    """The file of judged edits that a setting names; in a folder `edits.jsonl` or `.jsonl.gz`."""
    path = resolve_path(name)
    if not path.is_dir():
        return path
    files = sorted(path.glob(f"{file}*"))
    if not files:
        raise DataError(path, f"no {file} or {file}.gz in it", fix="check the path")
    return files[0]


def read_more_edits(name: str) -> list[Row]:
    """Judged edits that name their sentences: one row for each edit.

    Edits that a judge wrote are good ones; nothing is calibrated on them, so their rows say so.
    """
    rows = read_referenced(resolve_path(name))
    return [edit for row in rows for edit in _edit_rows(row, row["edits"])]


def _edit_rows(row: Row, judged: Iterable[Sequence[Any]]) -> Iterator[Row]:
    edits = [(*edit, False) for edit in judged]
    edits += [(*edit, "y", True) for edit in row.get("written", ())]
    for start, end, new, verdict, written in edits:
        yield {
            "document": row["document"],
            "part": row.get("part", "train"),
            "source": row["source"],
            "start": start,
            "end": end,
            "new": new,
            "operation": "replace" if new else "delete",
            "verdict": verdict,
            "written": written,
        }


def read_taken(name: str) -> tuple[list[Row], list[Row], list[Row]]:
    """Judged edits that a model made: of words, deletions at the easy level, and splits.

    A row may have all three (`edits`, `easy`, `splits`), or only one: a split (`regions`), or edits
    whose level it says (`level`).
    """
    words: list[Row] = []
    easy: list[Row] = []
    splits: list[Row] = []
    for path in verdict_files(name):
        for row in read_referenced(path):
            if "regions" in row:
                splits.append(_split_row(path, row))
                continue
            own = easy if row.get("level") == "easy" else words
            own += _edit_rows(row, row.get("edits", ()))
            easy += _edit_rows(row, row.get("easy", ()))
            for regions, verdict in row.get("splits", ()):
                splits.append(_split_row(path, {**row, "regions": regions, "verdict": verdict}))
    return words, easy, splits


def verdict_files(name: str) -> list[Path]:
    """The files of verdicts that a setting names: a file, or all of a folder."""
    path = resolve_path(name)
    if not path.is_dir():
        return [path]
    files = sorted(path.glob("*.jsonl*"))
    if not files:
        raise DataError(path, "no .jsonl file in it", fix="check the path")
    return files


def read_edited(name: str) -> list[tuple[str, str, str]]:
    """Document, source and rewriting of the sentences in which a judge wrote edits.

    The rewriting has all that the judge wrote, and of the edits found good those that go with it.
    """
    texts = []
    for row in read_referenced(resolve_path(name)):
        if "written" not in row:
            continue
        edits = [tuple(edit) for edit in row["written"]]
        for start, end, new, verdict in row["edits"]:
            if verdict == "y" and all(end <= other[0] or other[1] <= start for other in edits):
                edits.append((start, end, new))
        text = row["source"]
        for start, end, new in sorted(edits, reverse=True):
            # What is deleted takes the space before it along.
            text = text[: start if new else max(start - 1, 0)] + new + text[end:]
        texts.append((row["document"], row["source"], text))
    return texts


def read_judged_splits(name: str) -> list[Row]:
    """Judged splits that name their sentences, with the text before and after."""
    path = resolve_path(name)
    return [_split_row(path, row) for row in read_referenced(path)]


def _split_row(path: Path, row: Row) -> Row:
    if row.get("verdict") not in VERDICTS or "regions" not in row:
        raise DataError(path, "no judged split", value=str(row), fix="see docs/training.md")
    return {
        "document": row["document"],
        "source": row["source"],
        "after": rewritten(row["source"], row["regions"]),
        "operation": "split",
        "verdict": row["verdict"],
    }


def read_edits(name: str, parts: tuple[str, ...] = ("train", "valid")) -> list[Row]:
    """The judged edits of some parts; a row without what it needs is an error with its line."""
    path, rows = edits_file(name), []
    for line, row in read_jsonl(path):
        if missing := [field for field in _FIELDS if not isinstance(row.get(field), str)]:
            raise DataError(path, f"no field {missing[0]!r}", line=line, fix="see docs/training.md")
        if row["verdict"] not in VERDICTS:
            raise DataError(
                path, "no verdict y, s, m or g", line=line, value=row["verdict"], fix="correct it"
            )
        if row["part"] in parts:
            rows.append(row)
    for part in parts:
        if not any(row["part"] == part for row in rows):
            raise DataError(path, f"no edits of the part {part!r}", fix="give some of every part")
    return rows
