"""CSV and TSV: the cells of named columns are simplified; all else stays to the byte."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import partial
from pathlib import Path

from seqlab.documents.formats.lines import MAX_LINE_BYTES, Piece, paragraphs, raw_lines
from seqlab.errors import DataError
from seqlab.text import Selector

_DELIMITERS = ",;\t|"


def read_table(path: Path, selector: Selector, columns: Collection[str]) -> Iterator[Piece]:
    """The pieces of a table whose first row names the columns."""
    records = _records(path)
    number, header = next(records, (1, ""))
    if not header:
        return
    delimiter = _delimiter(header)
    names = [_value(header[start:end])[0] for start, end in _cells(header, delimiter)]
    names[0] = names[0].removeprefix("\ufeff")
    chosen = [index for index, name in enumerate(names) if name in columns]
    if not chosen:
        raise DataError(
            path,
            f"no column {' or '.join(map(repr, columns))}",
            value=", ".join(names),
            fix="name the columns with --columns",
        )
    yield header
    for number, record in records:
        if not record.strip():
            yield record
            continue
        cells = _cells(record, delimiter)
        if cells[-1][1] != len(record.rstrip("\r\n")):
            raise DataError(path, "text after a closing quotation mark", line=number, value=record)
        position = 0
        for index in chosen:
            if index >= len(cells):
                continue
            start, end = cells[index]
            text, raws = _value(record[start:end])
            quoted = record[start:end].startswith('"')
            yield record[position : start + quoted]
            write = doubled if quoted else partial(unquoted, delimiter)
            yield from paragraphs(text, Selector(selector.protect), raws, write)
            position = end - quoted
        yield record[position:]


def doubled(text: str) -> str:
    """New text inside quotation marks."""
    return text.replace('"', '""')


def unquoted(delimiter: str, text: str) -> str:
    """New text in a cell without quotation marks, where the delimiter must not appear."""
    return re.sub(rf'[{re.escape(delimiter)}"\r\n]+\s?', " ", text)


def _records(path: Path) -> Iterator[tuple[int, str]]:
    """Rows with the number of their first line; a quoted cell may reach over several lines."""
    lines: list[str] = []
    inside = False
    first, size, delimiter = 1, 0, ""
    for number, line in raw_lines(path):
        delimiter = delimiter or _delimiter(line)
        if not lines:
            first = number
        lines.append(line)
        size += len(line)
        inside = _ends_inside(line, delimiter, inside)
        if size > MAX_LINE_BYTES:
            raise DataError(
                path,
                f"row longer than {MAX_LINE_BYTES:,} characters",
                line=first,
                fix="check for a quotation mark that is never closed",
            )
        if not inside:
            yield first, "".join(lines)
            lines, size = [], 0
    if lines:
        raise DataError(path, "a quotation mark is never closed", line=first, value=lines[0])


def _ends_inside(line: str, delimiter: str, inside: bool) -> bool:
    """Whether a quoted cell is still open where the line ends."""
    position = 0
    while position < len(line):
        if inside:
            closing = line.find('"', position)
            if closing < 0:
                return True
            position = closing + 1
            inside = False
            if line.startswith('"', position):  # doubled: a quotation mark of the text
                inside = True
                position += 1
                continue
        elif line.startswith('"', position) and (
            position == 0 or line[position - 1] in (delimiter, "\ufeff")
        ):
            # Only at the start of a cell does a quotation mark open anything.
            inside = True
            position += 1
            continue
        following = line.find(delimiter, position)
        if following < 0:
            return False
        position = following + 1
    return inside


def _delimiter(header: str) -> str:
    outside = re.sub(r'"[^"]*"', "", header)
    return max(_DELIMITERS, key=outside.count)


def _cells(record: str, delimiter: str) -> list[tuple[int, int]]:
    """Where each cell stands, quotation marks included."""
    escaped = re.escape(delimiter)
    pattern = re.compile(
        rf'(?:"(?:[^"]|"")*"|(?:[^"{escaped}\r\n][^{escaped}\r\n]*)?)(?={escaped}|\r?\n?\Z)'
    )
    cells = []
    position = 0
    while found := pattern.match(record, position):
        cells.append(found.span())
        if record[found.end() : found.end() + 1] != delimiter:
            break
        position = found.end() + 1
    return cells or [(0, 0)]


def _value(cell: str) -> tuple[str, dict[int, str]]:
    """The text of a cell, and which characters are written doubled."""
    if not (cell.startswith('"') and cell.endswith('"') and len(cell) > 1):
        return cell, {}
    inner = cell[1:-1]
    text = inner.replace('""', '"')
    raws = {offset: '""' for offset, character in enumerate(text) if character == '"'}
    return text, raws
