"""Rows of corpus files: parallel lines, tab-separated columns, CSV; bad ones are passed over."""

from __future__ import annotations

import csv
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from seqlab.errors import DataError, DataWarning
from seqlab.files import open_binary, read_lines, readable

# A file of the wrong format would otherwise warn once per row.
MAX_WARNINGS = 10


class BadRows:
    """The rows of one file that could not be used, told to the user without drowning him.

    Use as a context, and count in `good` the rows that could be used. A file whose first rows are
    all bad, or that has not a single good one, is in the wrong format: an error, not a warning.
    """

    def __init__(self, path: str | Path, *, strict: bool = False) -> None:
        self.path = path
        self.strict = strict
        self.good = 0
        self.bad = 0
        self._untold: list[DataError] = []

    def __enter__(self) -> BadRows:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            return
        self._tell()
        if self.bad > MAX_WARNINGS:
            more = self.bad - MAX_WARNINGS
            warnings.warn(DataWarning(self.path, f"{more:,} more bad rows skipped"), stacklevel=2)

    def pass_over(self, line: int, reason: str, value: str | None = None, fix: str = "") -> None:
        """Warn about one row, or stop at it where reading is strict."""
        error = DataError(self.path, reason, line=line, value=value, fix=fix)
        if self.strict:
            raise error
        self.bad += 1
        if self.bad <= MAX_WARNINGS:
            self._untold.append(error)
        if self.good or self.bad >= MAX_WARNINGS:
            self._tell()

    def _tell(self) -> None:
        if self._untold and not self.good:
            raise self._untold[0]
        for error in self._untold:
            warning = DataWarning.of(error, f"row skipped: {error.reason}")
            warnings.warn(warning, stacklevel=4)
        self._untold.clear()


def tab_separated(
    path: str | Path, columns: Sequence[str], bad: BadRows, optional: int = 0
) -> Iterator[tuple[int, list[str]]]:
    """Line number and columns of every row; quotes are literal, empty lines are left out.

    Args:
        path: The file.
        columns: What the columns hold, for the error message.
        bad: Where rows with another number of columns go.
        optional: How many of the last columns may be missing.
    """
    for number, line in enumerate(read_lines(path), start=1):
        if not line.strip():
            continue
        row = [cell.strip() for cell in line.split("\t")]
        if not len(columns) - optional <= len(row) <= len(columns):
            expected = f"{len(columns)} columns ({', '.join(columns)})"
            bad.pass_over(number, f"{len(row)} columns, not {expected}", line)
        elif not all(row[: len(columns) - optional]):
            empty = columns[row.index("")]
            bad.pass_over(number, f"nothing in column {empty!r}", line)
        else:
            yield number, row


def csv_rows(path: str | Path, separator: str = ",") -> Iterator[tuple[int, list[str]]]:
    """Number of the last line and cells of every row, the header among them."""
    # Tab-separated corpora leave quotes unbalanced; only CSV gives them a meaning.
    quotes: Literal[0, 3] = csv.QUOTE_NONE if separator == "\t" else csv.QUOTE_MINIMAL
    lines = (f"{line}\n" for line in read_lines(path))
    reader = csv.reader(lines, delimiter=separator, quoting=quotes)
    try:
        for row in reader:
            yield reader.line_num, row
    except csv.Error as error:
        fix = "close every quotation mark, and end lines with LF or CRLF"
        raise DataError(path, f"not CSV: {error}", line=reader.line_num, fix=fix) from None


def parallel_lines(paths: Sequence[Path]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Line number and the lines with that number in all the files, which must be equally long."""
    counts = [_count_lines(path) for path in paths]
    for path, count in zip(paths, counts, strict=True):
        if count != counts[0]:
            raise DataError(
                path,
                f"{count:,} lines, where {paths[0].name} has {counts[0]:,}",
                fix="parallel files need one line for each line",
            )
    lines = zip(*(read_lines(path) for path in paths), strict=True)
    for number, row in enumerate(lines, start=1):
        yield number, tuple(line.strip() for line in row)


def _count_lines(path: Path) -> int:
    count, last = 0, b"\n"
    with open_binary(path) as handle, readable(path):
        while block := handle.read(1 << 20):
            count += block.count(b"\n")
            last = block[-1:]
    return count + (last != b"\n")
