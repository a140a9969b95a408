"""One HTML page that describes corpora: tables, and pictures inside the file."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape
from pathlib import Path

from seqlab.evaluation.description.describe import CorpusDescription
from seqlab.evaluation.description.plots import (
    as_png,
    plot_combinations,
    plot_densities,
    plot_operations,
)
from seqlab.evaluation.description.tables import description_tables
from seqlab.files import atomic_write
from seqlab.report_page import page_end, page_start

# Which picture stands below which table, and what it shows to those who cannot see it.
_PICTURES = {
    "Operations": (plot_operations, "Bars: share of instances with each operation, by corpus"),
    "Combinations of operations": (
        plot_combinations,
        "Bars: share of instances with each combination of DELETE (D), REPLACE (R) and SPLIT (S)",
    ),
    "Features": (plot_densities, "Density curves of textual features, by corpus"),
}


def write_description(described: Sequence[CorpusDescription], path: str | Path) -> None:
    """Write the page."""
    names = ", ".join(one.name for one in described)
    with atomic_write(path) as handle:
        handle.write(page_start("Data sets described", names, "What their editors did."))
        handle.write('<main class="wrap">\n')
        for title, note, heads, rows in description_tables(described):
            handle.write(
                f"<section>\n<h2>{escape(title)}</h2>\n<p>{escape(note.replace('`', ''))}</p>\n"
            )
            handle.write(_table(heads, rows))
            if title in _PICTURES:
                plot, text = _PICTURES[title]
                content = b64encode(as_png(plot(described))).decode("ascii")
                handle.write(
                    f'<figure class="plot" style="margin-top:1rem">'
                    f'<img src="data:image/png;base64,{content}" '
                    f'alt="{escape(text)}" style="width:100%;height:auto;background:#fff">'
                    f"<figcaption>{escape(text)}.</figcaption></figure>\n"
                )
            handle.write("</section>\n")
        handle.write("</main>\n" + page_end())


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in heads)
    body = "\n".join(
        "<tr>" + f"<th>{escape(row[0])}</th>" + "".join(f"<td>{escape(c)}</td>" for c in row[1:])
        + "</tr>"
        for row in rows
    )  # fmt: skip
    return (
        f'<div class="scroll"><table class="features"><thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody></table></div>\n"
    )
