"""JSONL: the values of named fields are simplified; all else stays to the byte."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from pathlib import Path

from seqlab.documents.formats.lines import Piece, paragraphs, raw_lines
from seqlab.documents.paragraphs.prose import Span
from seqlab.errors import DataError
from seqlab.text import Selector

_SPACE = re.compile(r"[ \t\r\n]*")
_PAIR = r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
_UNIT = re.compile(rf"{_PAIR}|\\u[0-9a-fA-F]{{4}}|\\.|.", re.DOTALL)
_DECODER = json.JSONDecoder()


def read_jsonl_prose(
    path: Path, selector: Selector, columns: Collection[str], span: Span | None = None
) -> Iterator[Piece]:
    """The pieces of a file with one JSON object per line."""
    records = found = 0
    for number, line in raw_lines(path, span):
        if not line.strip("\ufeff \t\r\n"):
            yield line
            continue
        try:
            spans = _values(line, columns)
        except (ValueError, RecursionError, IndexError) as error:
            reason = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
            raise DataError(
                path, f"not a JSON object: {reason}", line=number, value=line.strip()
            ) from None
        records += 1
        found += bool(spans)
        position = 0
        for start, end in spans:
            # The quotation marks stay outside.
            yield line[position : start + 1]
            text, raws = _read(line[start + 1 : end - 1])
            yield from paragraphs(text, Selector(selector.protect), raws, escaped)
            position = end - 1
        yield line[position:]
    # Of a file in parts only the first is asked.
    if records and not found and (span is None or span[0] == 0):
        raise DataError(
            path,
            f"no record has a text in {' or '.join(map(repr, columns))}",
            fix="name the fields with --columns",
        )


def escaped(text: str) -> str:
    """New text as it stands between the quotation marks of JSON."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _values(line: str, columns: Collection[str]) -> list[tuple[int, int]]:
    """Where the strings of the named fields stand in the line, quotation marks included."""
    spans = []
    position = _skip(line, 1 if line.startswith("\ufeff") else 0)
    position = _expect(line, position, "{")
    while line[position] != "}":
        position = _expect(line, position, '"', step=False)
        key, position = _DECODER.raw_decode(line, position)
        position = _expect(line, position, ":")
        start = position
        value, position = _DECODER.raw_decode(line, start)
        if key in columns and isinstance(value, str):
            spans.append((start, position))
        position = _skip(line, position)
        if line[position] != "}":
            position = _expect(line, position, ",")
    if line[position + 1 :].strip():
        raise ValueError("more than one value on the line")
    return spans


def _expect(line: str, position: int, sign: str, step: bool = True) -> int:
    position = _skip(line, position)
    if line[position] != sign:
        raise ValueError(f"expected {sign!r} at character {position + 1}")
    return _skip(line, position + 1) if step else position


def _skip(line: str, position: int) -> int:
    found = _SPACE.match(line, position)
    return found.end() if found else position


def _read(literal: str) -> tuple[str, dict[int, str]]:
    """The text of a string literal, and which characters are written as escapes."""
    if "\\" not in literal:
        return literal, {}
    characters: list[str] = []
    raws = {}
    for unit in _UNIT.findall(literal):
        if len(unit) > 1:
            raws[len(characters)] = unit
            unit = json.loads(f'"{unit}"')
        characters.append(unit)
    return "".join(characters), raws
