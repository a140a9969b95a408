"""Google sentence compression: news sentences with words deleted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from corpora.options import DEFAULTS, ReadOptions, file_part
from corpora.pair import Pair
from corpora.readers.parallel import parallel_files, parallel_pairs
from corpora.readers.rows import BadRows
from seqlab.errors import DataError
from seqlab.files import read_lines

# The largest published object is far below; beyond it, the file is not one object after another.
MAX_OBJECT_CHARACTERS = 10_000_000


def read_google_compression(path: str | Path, options: ReadOptions = DEFAULTS) -> Iterator[Pair]:
    """The published `*.json(.gz)` files, or the parallel `googlecomp.<part>.{orig,comp}`."""
    path = Path(path)
    if parallel_files(path):
        yield from parallel_pairs(path, "googlecomp", options)
        return
    files = [path] if path.is_file() else compression_files(path)
    files = [file for file in files if options.part in (None, file_part(file.name))]
    if not files:
        raise DataError(
            path, "no compression pairs", fix="looked for sent-comp.*.json.gz, comp-data.*.json.gz"
        )
    for file in files:
        with BadRows(file, strict=options.strict) as bad:
            yield from _pairs(file, bad)


def compression_files(folder: Path) -> list[Path]:
    """The published files in a folder."""
    patterns = ("sent-comp.*.json*", "comp-data.*.json*")
    return sorted(file for pattern in patterns for file in folder.glob(pattern))


def _pairs(file: Path, bad: BadRows) -> Iterator[Pair]:
    for line, text in _objects(file):
        try:
            record = json.loads(text)
            source = _text(record, "graph", "sentence")
            target = _text(record, "compression", "text")
        except json.JSONDecodeError as error:
            bad.pass_over(line + error.lineno - 1, f"not JSON: {error.msg}", text.split("\n")[0])
        except KeyError as error:
            bad.pass_over(line, f"no {error.args[0]} in the object that starts here")
        else:
            bad.good += 1
            document = str(record.get("doc_id") or "")
            yield Pair((source,), (target,), "googlecomp", document)


def _text(record: Any, *keys: str) -> str:
    value = record
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    if not isinstance(value, str) or not value.strip():
        raise KeyError(".".join(keys))
    return " ".join(value.split())


def _objects(file: Path) -> Iterator[tuple[int, str]]:
    """The text of each pretty-printed object with the line it starts on."""
    lines: list[str] = []
    start = size = 0
    for number, line in enumerate(read_lines(file), start=1):
        if line.strip():
            start = start if lines else number
            lines.append(line)
            size += len(line)
            if size > MAX_OBJECT_CHARACTERS:
                raise DataError(
                    file,
                    "a JSON object is not closed",
                    line=start,
                    fix="objects must be separated by blank lines",
                )
        if lines and (not line.strip() or line.rstrip() == "}"):
            yield start, "\n".join(lines)
            lines, size = [], 0
    if lines:
        yield start, "\n".join(lines)
