"""The report of a training as Markdown and as one HTML page that needs no network."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from seqlab.files import atomic_write
from seqlab.report_page import page_end, page_start
from seqlab.tables import as_markdown
from seqlab.training.report.make import LabelTable, Report, TextScore

_NOTE = (
    "SARI, BLEU and FKGL on the same held-out pairs, one reference each, changed pairs only; "
    "same is the share of sentences left as they were."
)


def report_text(report: Report) -> str:
    """The report in Markdown, as `train` prints it."""
    parts = [report.training, f"lexical simplifier: {report.lexical}"]
    for table in report.labels:
        parts.append(f"{label_title(table)}\n{as_markdown(*_split(_label_rows(table)))}")
    for title, rows in _text_tables(report.texts):
        parts.append(f"{title}\n{as_markdown(*_split(rows))}")
    if report.texts:
        parts.append(_NOTE)
    parts.append(f"model in {report.folder}")
    return "\n\n".join(parts)


def write_report(folder: Path, report: Report) -> None:
    """Write report.md, with examples, and report.html."""
    with atomic_write(folder / "report.md") as handle:
        handle.write(f"# What this model does\n\n{report_text(report)}\n{_examples_text(report)}")
    with atomic_write(folder / "report.html") as handle:
        handle.write(report_page(report))


def report_page(report: Report) -> str:
    """The report as one HTML page."""
    parts = [f"<p>{escape(report.training)}</p>", f"<p>Lexical: {escape(report.lexical)}</p>"]
    for table in report.labels:
        parts.append(f"<h2>{escape(label_title(table))}</h2>{_html(_label_rows(table))}")
    for title, rows in _text_tables(report.texts):
        parts.append(f"<h2>{escape(title)}</h2>{_html(rows)}")
    if report.texts:
        parts.append(f"<p>{escape(_NOTE)}</p>")
    if report.examples:
        parts.append("<h2>Held-out sentences before and after</h2>")
    for example in report.examples:
        lines = [
            (f"before{f' ({example.level})' if example.level else ''}", example.source),
            ("decide: edits", example.edits),
            ("decide: labels", example.labels),
            ("reference", example.reference),
        ]
        items = "".join(f"<dt>{escape(a)}</dt><dd>{escape(b)}</dd>" for a, b in lines)
        parts.append(f"<dl>{items}</dl>")
    start = page_start(f"Model {report.folder}", "What it does on held-out articles")
    return f"{start}<main>{''.join(parts)}</main>{page_end()}"


def label_title(table: LabelTable) -> str:
    """The line above a table of labels."""
    before = "" if table.before is None else f" (the model it started from: {table.before:.3f})"
    return (
        f"{table.head} on {table.sentences:,} test sentences: accuracy {table.accuracy:.3f}, "
        f"macro F1 {table.macro_f1:.3f}{before}"
    )


def _label_rows(table: LabelTable) -> list[list[str]]:
    rows = [["label", "precision", "recall", "F1", "tokens"]]
    for label, precision, recall, f1, tokens in table.rows:
        rows.append([label, f"{precision:.3f}", f"{recall:.3f}", f"{f1:.3f}", f"{tokens:,}"])
    return rows


def _text_tables(texts: Sequence[TextScore]) -> list[tuple[str, list[list[str]]]]:
    groups: dict[tuple[str, str], list[TextScore]] = {}
    for score in texts:
        groups.setdefault((score.data, score.level), []).append(score)
    tables = []
    for (data, level), scores in groups.items():
        title = f"Text of {scores[0].pairs:,} pairs, {data}{f', level {level}' if level else ''}"
        rows = [["system", "SARI", "BLEU", "FKGL", "same %"]]
        for s in scores:
            values = (s.scores["sari"], s.scores["bleu"], s.scores["fkgl"], 100 * s.same)
            rows.append([s.system, *(f"{value:.1f}" for value in values)])
        tables.append((title, rows))
    return tables


def _examples_text(report: Report) -> str:
    lines = ["", "## Held-out sentences before and after", ""] if report.examples else []
    for example in report.examples:
        level = f" ({example.level})" if example.level else ""
        lines += [
            f"- before{level}: {example.source}",
            f"  - edits: {example.edits}",
            f"  - labels: {example.labels}",
            f"  - reference: {example.reference}",
        ]
    return "\n".join(lines) + "\n"


def _split(rows: list[list[str]]) -> tuple[list[str], list[list[str]]]:
    return rows[0], rows[1:]


def _html(rows: Sequence[Sequence[str]]) -> str:
    def line(row: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row) + "</tr>"

    return "<table>" + line(rows[0], "th") + "".join(line(r, "td") for r in rows[1:]) + "</table>"
