"""Figures of trainings whose folders are not kept: F1 on the test part of levels, with date.

Weights of other seeds and sizes are too large to keep, so that their figures are written into a
table when they are measured, and pages are made from the table.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from seqlab.errors import DataError
from seqlab.files import atomic_write, read_lines

KEPT = Path("benchmarks/results/data/levels_figures.tsv")
_HEADER = """\
# F1 on the test part of levels by `python -m benchmarks.results.levels`, written when measured.
# kind: seed (train/default), size (sentences of the learning curve), small (train/small)"""


@dataclass(frozen=True)
class Figures:
    """What one training reached, and when that was measured."""

    kind: str
    name: str
    date: str
    values: tuple[float, ...]


def read_kept(columns: Sequence[str], path: Path = KEPT) -> list[Figures]:
    """The figures in the table; its columns must be those of the page."""
    if not path.is_file():
        return []
    rows = [line.split("\t") for line in read_lines(path) if not line.startswith("#")]
    if rows[0] != _heads(columns):
        raise DataError(path, "has other columns than the page", fix="measure all again")
    return [
        Figures(kind, name, date, tuple(float(cell) for cell in cells))
        for kind, name, date, *cells in rows[1:]
    ]


def keep(
    columns: Sequence[str],
    kind: str,
    measured: Mapping[str, Sequence[float]],
    path: Path = KEPT,
) -> dict[str, Figures]:
    """Write what was measured now over what was there, and return all of this kind, by name."""
    today = datetime.date.today().isoformat()
    found = {(row.kind, row.name): row for row in read_kept(columns, path)}
    for name, values in measured.items():
        found[kind, name] = Figures(kind, name, today, tuple(round(v, 4) for v in values))
    ranked = sorted(found.values(), key=lambda row: (row.kind, _rank(row.name)))
    if measured:
        with atomic_write(path) as handle:
            lines = [_HEADER, "\t".join(_heads(columns))]
            lines += ["\t".join([r.kind, r.name, r.date, *map(str, r.values)]) for r in ranked]
            handle.write("\n".join(lines) + "\n")
    return {row.name: row for row in ranked if row.kind == kind}


def _heads(columns: Sequence[str]) -> list[str]:
    return ["kind", "name", "date", *columns]


def _rank(name: str) -> tuple[int, str]:
    """Numbers by value, then names."""
    return (int(name), "") if name.isdigit() else (10**9, name)
