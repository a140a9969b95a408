"""Descriptions of corpora as Markdown tables, a column for each corpus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from seqlab.evaluation.description.describe import (
    KINDS,
    MAIN,
    NONE,
    PHRASES,
    UNIDENTIFIED,
    CorpusDescription,
)
from seqlab.tables import as_markdown

Cell = Callable[[CorpusDescription], str]
Table = tuple[str, str, list[str], list[list[str]]]
# Every combination of the main operations, the short ones first.
COMBINATIONS: tuple[tuple[str, ...], ...] = (
    *(choice for size in (1, 2, 3) for choice in combinations(MAIN, size)),
    (UNIDENTIFIED,),
    (NONE,),
)
_OPERATIONS = (*MAIN, "ADD", "REORDER", "JOIN", "SIMPLE REWRITE", "STRONG REWRITE")


def description_tables(described: Sequence[CorpusDescription]) -> list[Table]:
    """Title, note, heads and rows of each table."""
    tables = [
        (
            "Size",
            "Over the whole corpus. An instance is a pair of an original and one simplification.",
            _rows(described, {
                "originals": lambda d: f"{d.originals:,}",
                "simplifications per original": lambda d: f"{d.pairs / d.originals:.1f}",
                "tokens per original": lambda d: f"{d.source_tokens / d.pairs:.2f}",
                "tokens per simplification": lambda d: f"{d.target_tokens / d.pairs:.2f}",
                **{kind: _kind(kind) for kind in KINDS},
                "instances": lambda d: f"{d.pairs:,}",
                "… looked at below": lambda d: f"{d.looked_at:,}",
            }),
        ),
        (
            "Operations",
            "Share of instances with each operation. Without one of the first three, an instance "
            "is `none` where nothing changed and else `unidentified`.",
            _rows(described, {
                name: _share("operations", name) for name in (*_OPERATIONS, UNIDENTIFIED, NONE)
            }),
        ),
        (
            "Combinations of operations",
            "Each instance is in one row.",
            _rows(described, {
                " + ".join(choice): _share("combinations", choice) for choice in COMBINATIONS
            }),
        ),
        (
            "Transformations",
            "Share of instances, as in Table 4.3 of the thesis.",
            _rows(described, {
                name: _transformation(name) for name in described[0].transformations
            }),
        ),
    ]  # fmt: skip
    if any(one.phrases for one in described):
        tables.append(
            (
                "Phrases and clauses",
                "Share of instances in which a whole chunk or clause was edited at once.",
                _rows(described, {PHRASES[key]: _share("phrases", key) for key in PHRASES}),
            )
        )
    names = list(described[0].features)
    means = _rows(described, {name: _mean(name) for name in names if name != "exact copies"})
    tables.append(("Features", "Means over instances.", means))
    heads = ["", *(one.name for one in described)]
    return [(title, note, heads, rows) for title, note, rows in tables]


def markdown_tables(described: Sequence[CorpusDescription]) -> str:
    """All tables with their headings."""
    return "\n".join(
        f"## {title}\n\n{note}\n\n{as_markdown(heads, rows)}\n"
        for title, note, heads, rows in description_tables(described)
    )


def _rows(described: Sequence[CorpusDescription], cells: dict[str, Cell]) -> list[list[str]]:
    return [[name, *(cell(one) for one in described)] for name, cell in cells.items()]


def _kind(kind: str) -> Cell:
    return lambda one: f"{one.kinds.get(kind, 0):,} ({one.kinds.get(kind, 0) / one.pairs:.0%})"


def _share(table: str, key: object) -> Cell:
    return lambda one: f"{getattr(one, table).get(key, 0) / one.looked_at:.1%}"


def _transformation(name: str) -> Cell:
    return lambda one: f"{one.transformations[name]:.1%}"


def _mean(name: str) -> Cell:
    return lambda one: f"{one.features[name].mean():.3f}" if name in one.features else "–"
