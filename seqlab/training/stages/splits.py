"""Sentences that were split and otherwise left → sentences with labels of splitting, in parts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from seqlab.annotation import (
    insert_vocabulary,
    labelled_splits,
    read_split_rows,
    training_split,
)
from seqlab.progress import track
from seqlab.syntax import load_syntax
from seqlab.tagger import write_sentences
from seqlab.text import tokenize
from seqlab.training.config import resolve_path
from seqlab.training.stages import PARTS, Work


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """The corpus."""
    return [resolve_path(settings["source"])]


def run(work: Work) -> None:
    """Write `train.jsonl`, `valid.jsonl` and `test.jsonl`; the training part gives the labels."""
    path = resolve_path(work.settings["source"])
    files = [path] if path.is_file() else sorted(path.glob("splits.jsonl*"))
    rows = [row for file in files for row in read_split_rows(file)]
    words = [tokenize(row.source) for row in rows]
    analyses = list(track(load_syntax("embedded").analyse(words), "analyse splits", len(rows)))
    labelled = labelled_splits(rows, analyses)
    both = list(zip(rows, labelled, strict=True))
    vocabulary = insert_vocabulary([found for row, found in both if row.part == "train"])
    for part in PARTS:
        sentences = [
            training_split(row, labels, reader, vocabulary)
            for row, (labels, reader) in both
            if row.part == part
        ]
        write_sentences(work.out / f"{part}.jsonl", sentences)
