"""The table of an experiment as Markdown, CSV and LaTeX."""

from __future__ import annotations

from seqlab.ablation.results.folder import Results
from seqlab.ablation.results.summary import Cell, Row, Summary
from seqlab.tables import as_csv, as_latex, as_markdown, tex_escaped

_ARROWS = {True: " ↑", False: " ↓", None: ""}
_CSV_COLUMNS = (
    *("variant", "metric", "mean", "sd", "low", "high", "difference", "p", "best"),
    *("seeds", "seconds", "failed"),
)
_TEX_ARROWS = {True: r" $\uparrow$", False: r" $\downarrow$", None: ""}


def markdown_table(results: Results, summary: Summary) -> str:
    """One row per variant; the difference from the base in brackets, a star where it is sure."""
    headings = ["variant", *(c.name + _ARROWS[c.higher] for c in summary.shown), "seconds"]
    rows: list[list[str]] = []
    for row in summary.rows:
        if not row.cells:
            empty = ["–"] * (len(summary.shown) - 1)
            cells = [f"failed: {row.reason}", *empty] if summary.shown else []
            rows.append([row.variant, *cells, "–"])
            continue
        cells = [
            _markdown_cell(row.cells.get(column.name), column.digits) for column in summary.shown
        ]
        rows.append([row.variant, *cells, f"{row.seconds:.0f}"])
    partly = [
        f"{row.variant}: a seed failed: {row.reason}" for row in failures(summary) if row.cells
    ]
    table = as_markdown(headings, rows)
    return "\n".join([table, "", *partly, *([""] if partly else []), caption(results, summary)])


def csv_table(summary: Summary) -> str:
    """One line per variant and column, with everything that is known of it."""
    rows: list[list[object]] = []
    for row in summary.rows:
        if not row.cells:
            rows.append([row.variant, *[""] * 8, row.seeds, "", row.reason])
        for column in summary.columns:
            cell = row.cells.get(column.name)
            if cell is None:
                continue
            numbers = (cell.mean, cell.deviation, cell.low, cell.high, cell.difference, cell.p)
            values = ["" if value is None else f"{value:.4f}" for value in numbers]
            rest = [int(cell.best), row.seeds, f"{row.seconds:.1f}", row.reason]
            rows.append([row.variant, column.name, *values, *rest])
    return as_csv(_CSV_COLUMNS, rows)


def latex_table(results: Results, summary: Summary) -> str:
    """A `tabular` for `booktabs`; the caption is a comment, so that papers can write their own."""
    columns = summary.shown
    headings = [tex_escaped(c.name) + _TEX_ARROWS[c.higher] for c in columns]
    rows = []
    for row in summary.rows:
        if not row.cells:
            reason = tex_escaped(f"failed: {row.reason}")
            cells = [rf"\multicolumn{{{len(columns)}}}{{l}}{{\emph{{{reason}}}}}"]
        else:
            cells = [_tex_cell(row.cells.get(column.name), column.digits) for column in columns]
        rows.append([tex_escaped(row.variant), *cells])
    note = f"{results.experiment.question} {caption(results, summary)}"
    return as_latex(["Variant", *headings], rows, [note])


def caption(results: Results, summary: Summary) -> str:
    """How to read the table."""
    experiment = results.experiment
    seeds = len(experiment.seeds)
    base = experiment.base_name
    spread = f"Mean ± standard deviation over {seeds} seeds" if seeds > 1 else "One seed"
    options = experiment.base.evaluation
    return (
        f"{spread}; in brackets the difference from {base}, with a star where p < 0.05 "
        f"(paired bootstrap over test sentences, {options.samples:,} samples, Holm's correction "
        f"over the {max(0, len(summary.rows) - 1)} variants of a column). Best in bold. "
        "Seconds are those of all stages when they were done."
    )


def failures(summary: Summary) -> list[Row]:
    """The rows of which a seed or all failed."""
    return [row for row in summary.rows if row.reason]


def _markdown_cell(cell: Cell | None, digits: int) -> str:
    if cell is None:
        return "–"
    mean = f"{cell.mean:.{digits}f}"
    spread = "" if cell.deviation is None else f" ± {cell.deviation:.{digits}f}"
    return (f"**{mean}**" if cell.best else mean) + spread + _change(cell, digits)


def _change(cell: Cell, digits: int) -> str:
    if cell.difference is None:
        return ""
    return f" ({cell.difference:+.{digits}f}{'*' if cell.significant else ''})"


def _tex_cell(cell: Cell | None, digits: int) -> str:
    if cell is None:
        return "--"
    mean = f"{cell.mean:.{digits}f}"
    spread = "" if cell.deviation is None else rf" $\pm$ {cell.deviation:.{digits}f}"
    bold = rf"\textbf{{{mean}}}" if cell.best else mean
    return bold + spread + _change(cell, digits).replace("*", "$^*$")
