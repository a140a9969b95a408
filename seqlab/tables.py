"""Tables of text cells as Markdown, CSV, LaTeX and columns for a terminal.

The first column is left-aligned and the others right-aligned, unless `align` says otherwise with
one letter per column (`l` or `r`).
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

_MARKDOWN_RULES = {"l": "---", "r": "---:"}


def as_markdown(heads: Sequence[str], rows: Iterable[Sequence[object]], align: str = "") -> str:
    """A Markdown table without a newline at its end."""
    rules = [_MARKDOWN_RULES[letter] for letter in _alignment(heads, align)]
    return "\n".join(_markdown_row(cells) for cells in (heads, rules, *rows))


def as_csv(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Comma-separated values, quoted where a cell needs it, one line per row."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(rows)
    return text.getvalue()


def as_latex(
    heads: Sequence[str], rows: Iterable[Sequence[str]], notes: Iterable[str] = (), align: str = ""
) -> str:
    """A `tabular` for the package `booktabs`, with `notes` as comments above it.

    Cells are LaTeX already; text goes through `tex_escaped` first.
    """
    return "\n".join(
        [
            *(f"% {note}" for note in notes),
            rf"\begin{{tabular}}{{{_alignment(heads, align)}}}",
            r"\toprule",
            " & ".join(heads) + r" \\",
            r"\midrule",
            *(" & ".join(cells) + r" \\" for cells in rows),
            r"\bottomrule",
            r"\end{tabular}",
        ]
    )


def as_text(heads: Sequence[str], rows: Iterable[Sequence[str]], align: str = "") -> str:
    """Columns for a terminal, two spaces apart."""
    lines = [heads, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    sides = _alignment(heads, align)
    return "\n".join(
        "  ".join(
            cell.ljust(width) if side == "l" else cell.rjust(width)
            for cell, width, side in zip(line, widths, sides, strict=True)
        ).rstrip()
        for line in lines
    )


def tex_escaped(text: str) -> str:
    """Text that LaTeX prints as it is."""
    # The backslash becomes a command whose braces must not be escaped in turn, so it has none.
    text = re.sub(r"([&%$#_{}])", r"\\\1", text.replace("\\", "\0"))
    return text.replace("\0", r"\textbackslash ").replace("→", r"$\rightarrow$").replace("–", "--")


def _alignment(heads: Sequence[str], align: str) -> str:
    align = align or "l" + "r" * (len(heads) - 1)
    if len(align) != len(heads):
        raise ValueError(f"{len(heads)} columns, but alignment {align!r}")
    return align


def _markdown_row(cells: Sequence[object]) -> str:
    # A bar in a cell would end it; one that is escaped already stays so.
    return "| " + " | ".join(re.sub(r"(?<!\\)\|", r"\\|", str(cell)) for cell in cells) + " |"
