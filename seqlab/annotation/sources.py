"""Pairs to annotate, from the files people have them in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from corpora import Pair, read_pairs
from seqlab.errors import DataError
from seqlab.files import read_lines


def read_any_pairs(path: str | Path) -> Iterator[Pair]:
    """Pairs of a JSONL file, or of a TSV file whose last two columns are complex and simple."""
    path = Path(path)
    if ".tsv" not in path.suffixes and ".txt" not in path.suffixes:
        yield from read_pairs(path)
        return
    for number, line in enumerate(read_lines(path), start=1):
        if not line.strip():
            continue
        columns = line.split("\t")
        if len(columns) < 2:
            raise DataError(
                path,
                "no tab",
                line=number,
                value=line,
                fix="write complex TAB simple, or give a .jsonl file of pairs",
            )
        yield Pair((columns[-2],), (columns[-1],), corpus=path.name.split(".")[0])
