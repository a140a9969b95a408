"""Judged edits: rows that say of one edit of one sentence whether it is right.

Two files hold them: `edits`, with the text of each, and proposals of a model, which name a sentence
of a corpus and where its tokens change, so that the file holds no text of the corpus.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from seqlab.editing.fitting import fold_of
from seqlab.errors import DataError
from seqlab.files import read_jsonl
from seqlab.text import Document
from seqlab.training.config import resolve_path

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


# Of the documents that no tagger was trained on, six tenths teach, the others calibrate.
_TENTHS = 6


def teaches(row: Row) -> bool:
    """Whether an edit is learned from; those of other documents join and calibrate what learned."""
    return row["part"] == "train" or fold_of(row["document"], 10) < _TENTHS


def read_proposals(name: str, corpus: str) -> list[Row]:
    """Judged proposals as rows of edits; `corpus` has the sentences that they name."""
    path = edits_file(name, "proposals.jsonl")
    sources = {row["id"]: row for _, row in read_jsonl(edits_file(corpus, "levels.jsonl"))}
    rows = []
    for line, row in read_jsonl(path):
        if row.get("verdict") not in VERDICTS or not row.get("regions"):
            raise DataError(path, "no judged proposal", line=line, fix="see docs/training.md")
        # A cut of the corpus has not all of them.
        if sentence := sources.get(row["sentence"]):
            rows.append(_edit(row, sentence))
    return rows


def read_good_splits(name: str, most: int = 1200, seed: int = 1) -> list[Row]:
    """Sentences that writers split in two and left as they were otherwise, as good edits."""
    rows = []
    for _, row in read_jsonl(edits_file(name, "splits.jsonl")):
        parts = len(Document.parse(row["split"]).sentences)
        if row["part"] == "train" and parts == len(Document.parse(row["source"]).sentences) + 1:
            edit = {"operation": "split", "start": 0, "end": 1, "new": "", "verdict": "y"}
            own = {key: row[key] for key in ("source", "document", "part")}
            rows.append({**own, **edit, "after": row["split"]})
    return random.Random(seed).sample(rows, min(most, len(rows)))


def _edit(row: Row, sentence: Row) -> Row:
    """A proposal with the text of its sentence."""
    source = sentence["source"]
    tokens = [token for own in Document.parse(source).sentences for token in own.tokens]
    words: list[str] = []
    done = 0
    for start, end, new in row["regions"]:
        words += [*(token.text for token in tokens[done:start]), *new.split()]
        done = end
    words += [token.text for token in tokens[done:]]
    start, end, new = row["regions"][0]
    return {
        "document": sentence["document"],
        "part": sentence["part"],
        "source": source,
        "operation": row["operation"],
        "level": row.get("level", "plain"),
        "start": tokens[start].start,
        "end": tokens[max(start, end - 1)].end,
        "new": "" if row["operation"] == "split" else new,
        "after": " ".join(words),
        "verdict": row["verdict"],
    }
