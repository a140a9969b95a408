"""Judged edits: rows that say of one edit of one sentence whether it is right."""

from __future__ import annotations

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
    """Judged edits that name their sentences: one row for each edit, with its text."""
    rows = []
    for row in read_referenced(resolve_path(name)):
        for start, end, new, verdict in row["edits"]:
            rows.append(
                {
                    "document": row["document"],
                    "part": row.get("part", "train"),
                    "source": row["source"],
                    "start": start,
                    "end": end,
                    "new": new,
                    "operation": "replace" if new else "delete",
                    "verdict": verdict,
                }
            )
    return rows


def read_judged_splits(name: str) -> list[Row]:
    """Judged splits that name their sentences, with the text before and after."""
    path, rows = resolve_path(name), []
    for row in read_referenced(path):
        if row.get("verdict") not in VERDICTS or "regions" not in row:
            raise DataError(path, "no judged split", value=str(row), fix="see docs/training.md")
        rows.append(
            {
                "document": row["document"],
                "source": row["source"],
                "after": rewritten(row["source"], row["regions"]),
                "operation": "split",
                "verdict": row["verdict"],
            }
        )
    return rows


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
