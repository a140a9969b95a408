"""Our own corpora of one careful editor: `levels` (two levels) and `splits` (splits alone)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from corpora.options import DEFAULTS, ReadOptions, part_of
from corpora.pair import Pair
from corpora.readers.rows import BadRows
from corpora.readers.tokenized import sentences_of
from seqlab.errors import DataError
from seqlab.files import read_jsonl

# The complex side and the two levels at which each sentence is rewritten, complex first.
SOURCE = "source"
LEVELS = ("plain", "easy")


def read_levels(path: str | Path, options: ReadOptions = DEFAULTS) -> Iterator[Pair]:
    """Each sentence with its plain and then with its easy rewriting.

    Rows inside a quotation that runs over several rows stayed as they were whatever the level:
    they teach nothing about levels and are left out.
    """
    for file in _files(Path(path), "levels"):
        yield from _pairs(file, "levels", "id", LEVELS, options)


def read_single_splits(path: str | Path, options: ReadOptions = DEFAULTS) -> Iterator[Pair]:
    """Each sentence of `splits` with itself as several sentences, otherwise unchanged."""
    for file in _files(Path(path), "splits"):
        yield from _pairs(file, "splits", "sentence", ("split",), options)


def _files(path: Path, name: str) -> list[Path]:
    files = [path] if path.is_file() else sorted(path.glob(f"{name}.jsonl*"))
    if not files:
        raise DataError(path, f"no {name}.jsonl or {name}.jsonl.gz", fix="check the path")
    return files


def _pairs(
    file: Path, corpus: str, key: str, targets: tuple[str, ...], options: ReadOptions
) -> Iterator[Pair]:
    with BadRows(file, strict=options.strict) as bad:
        for number, row in read_jsonl(file):
            if missing := [name for name in (SOURCE, *targets) if not _is_text(row.get(name))]:
                bad.pass_over(number, f"no text in {missing[0]!r}", str(row.get(key)))
                continue
            part = part_of(str(row.get("part", "")))
            if part is None:
                fix = "a split is train, valid or test"
                bad.pass_over(number, "unknown split", str(row.get("part")), fix)
                continue
            bad.good += 1
            if row.get("quoted") or options.part not in (None, part):
                continue
            for target in targets:
                yield Pair(
                    sentences_of(row[SOURCE], options),
                    sentences_of(row[target], options),
                    corpus=corpus,
                    document=str(row.get("document", "")),
                    levels=(SOURCE, target),
                    id=str(row.get(key, "")),
                    genre=str(row.get("genre", "")),
                )


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())
