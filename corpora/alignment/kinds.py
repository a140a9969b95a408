"""The table of alignment kinds per level pair (thesis, Table 3.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from corpora.pair import Kind, Pair
from seqlab.tables import as_markdown

if TYPE_CHECKING:
    from rich.table import Table

COLUMNS: tuple[Kind, ...] = ("identical", "1-1", "1-N", "N-1")
HEADER = ("level pair", *COLUMNS, "total")


@dataclass(slots=True)
class KindTable:
    """How many pairs of each kind each level pair has; pairs are counted as they pass."""

    counts: dict[str, Counter[Kind]] = field(default_factory=dict)

    def counting(self, pairs: Iterable[Pair]) -> Iterator[Pair]:
        """The same pairs, counted on their way."""
        for pair in pairs:
            levels = "→".join(pair.levels) if pair.levels else "all"
            self.counts.setdefault(levels, Counter())[pair.kind] += 1
            yield pair

    @property
    def total(self) -> int:
        """How many pairs there are in all."""
        return sum(row.total() for row in self.counts.values())

    def rows(self) -> Iterator[list[str]]:
        """Level pair, a count with its share per kind, and the total; all level pairs last."""
        table = dict(self.counts)
        if len(table) > 1:
            table["all"] = sum(self.counts.values(), Counter())
        for levels, row in table.items():
            yield [
                levels,
                *(_share(row[kind], row.total()) for kind in COLUMNS),
                f"{row.total():,}",
            ]

    def markdown(self) -> str:
        """The table as Markdown."""
        return as_markdown(HEADER, self.rows()) + "\n"

    def rich(self) -> Table:
        """The table for a terminal."""
        from rich.table import Table

        table = Table()
        for number, name in enumerate(HEADER):
            table.add_column(name, justify="right" if number else "left")
        for row in self.rows():
            table.add_row(*row)
        return table


def _share(count: int, total: int) -> str:
    return f"{count:,} ({count / total:.0%})" if total else "0"
