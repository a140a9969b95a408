"""One writer of tables for the whole project."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from seqlab.tables import as_csv, as_latex, as_markdown, as_text, tex_escaped

ROOT = Path(__file__).resolve().parent.parent
HEADS = ["system", "SARI", "note"]
ROWS = [["ours", "41.5", "a|b"], ["theirs, old", "9.1", "–"]]


def test_markdown_escapes_bars_and_aligns_columns() -> None:
    assert as_markdown(HEADS, ROWS, align="lrl").splitlines() == [
        "| system | SARI | note |",
        "| --- | ---: | --- |",
        r"| ours | 41.5 | a\|b |",
        "| theirs, old | 9.1 | – |",
    ]
    assert as_markdown(["a", "b"], [[r"x\|y", 1]]).splitlines()[-1] == r"| x\|y | 1 |"


def test_csv_is_read_back() -> None:
    text = as_csv(HEADS, ROWS)
    assert list(csv.reader(text.splitlines())) == [HEADS, *ROWS]
    assert '"theirs, old"' in text


def test_latex_has_as_many_columns_as_heads() -> None:
    table = as_latex(HEADS, [[tex_escaped(cell) for cell in row] for row in ROWS], ["made today"])
    assert table.startswith("% made today\n\\begin{tabular}{lrr}\n\\toprule")
    assert r"theirs, old & 9.1 & -- \\" in table
    assert table.endswith("\\end{tabular}")


def test_latex_escapes_everything_that_has_a_meaning() -> None:
    assert tex_escaped(r"50 % & a_b {c} \d → e") == (
        r"50 \% \& a\_b \{c\} \textbackslash d $\rightarrow$ e"
    )


def test_columns_line_up_in_a_terminal() -> None:
    assert as_text(HEADS, ROWS, align="lrl").splitlines() == [
        "system       SARI  note",
        "ours         41.5  a|b",
        "theirs, old   9.1  –",
    ]


def test_alignment_must_name_every_column() -> None:
    with pytest.raises(ValueError, match="3 columns, but alignment 'lr'"):
        as_markdown(HEADS, ROWS, align="lr")


def test_no_other_module_writes_tables() -> None:
    rule = re.compile(r"\|\s*:?-{3}|-{3}:|begin\{tabular")
    writers = [
        str(path.relative_to(ROOT))
        for folder in ("seqlab", "corpora", "lexical_simplifier", "benchmarks")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if rule.search(path.read_text(encoding="utf-8"))
    ]
    assert writers == ["seqlab/tables.py"]
