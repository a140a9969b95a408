"""Sentences that were split and otherwise left → sentences with labels of splitting, in parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from seqlab.annotation import (
    SplitRow,
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
from seqlab.training.referenced import read_referenced, rewritten
from seqlab.training.stages import PARTS, Work


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """The corpora."""
    return [resolve_path(name) for name in settings["sources"]]


def split_rows(path: Path) -> Iterator[SplitRow]:
    """The rows of a folder or file; those of a file that names its sentences have their text."""
    if path.is_file():
        for row in read_referenced(path):
            text = row.get("split") or rewritten(row["source"], row["regions"])
            names = (row["document"], row["part"], row.get("genre", ""))
            yield SplitRow(row["source"], text, *names)
        return
    for file in sorted(path.glob("splits.jsonl*")):
        yield from read_split_rows(file)


def run(work: Work) -> None:
    """Write `train.jsonl`, `valid.jsonl` and `test.jsonl`; the training part gives the labels."""
    rows = [row for path in outside_files(work.settings) for row in split_rows(path)]
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
