"""Data that are labelled already → labelled pairs or sentences in three parts."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from corpora import PARTS, split_documents
from seqlab.annotation import read_labelled
from seqlab.files import read_jsonl, write_jsonl
from seqlab.tagger import read_sentences
from seqlab.training.config import resolve_path
from seqlab.training.stages import Work

Record = dict[str, Any]


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """The data."""
    return [resolve_path(settings["source"])]


def run(work: Work) -> None:
    """Write `train.jsonl`, `valid.jsonl` and `test.jsonl`."""
    path = resolve_path(work.settings["source"])
    if path.is_dir():
        parts = {part: _records(path / f"{part}.jsonl") for part in PARTS}
    else:
        records = _records(path)
        documents = split_documents(map(_document, records), work.settings["split_seed"])
        parts = {
            part: [record for record in records if documents[_document(record)] == part]
            for part in PARTS
        }
    for part, chosen in parts.items():
        write_jsonl(work.out / f"{part}.jsonl", chosen)


def _records(path: Path) -> list[Record]:
    """The records of a file, read first as what they are, so that a wrong one is named by line."""
    records = [record for _, record in read_jsonl(path)]
    reader = read_sentences if records and "tokens" in records[0] else read_labelled
    deque(reader(path), maxlen=0)
    return records


def _document(record: Record) -> str:
    """Its document; a sentence without one counts as one with all that have the same words."""
    if document := record.get("document"):
        return str(document)
    letters = "".join(record.get("tokens") or record.get("source_tokens") or ()).lower()
    return "text-" + hashlib.blake2b(letters.encode("utf-8", "replace")).hexdigest()[:16]
