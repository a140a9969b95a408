"""`report.html`: an experiment on one page that needs no network."""

from __future__ import annotations

import base64
from html import escape
from pathlib import Path

from seqlab.ablation.results.folder import Results
from seqlab.ablation.results.measures import Column
from seqlab.ablation.results.summary import Cell, Row, Summary
from seqlab.ablation.results.tables import caption, failures
from seqlab.files import atomic_write
from seqlab.report_page import page_end, page_start
from seqlab.training.config import differences, to_plain

_ARROWS = {True: " ↑", False: " ↓", None: ""}


def write_report(results: Results, summary: Summary, folder: Path) -> None:
    """Write `report.html` into the folder that has the plots."""
    experiment = results.experiment
    pictures = [
        _picture(folder / "bars.png", "Scores with 95 % intervals over test sentences."),
        _picture(folder / "time.png", "Quality against the time of a run, all stages counted."),
    ]
    made = (
        f"{len(summary.rows)} variants, seeds {', '.join(map(str, experiment.seeds))}. "
        f"{results.made['date']}; {results.made['machine']}."
    )
    sections = {
        "Scores": _score_table(summary) + _note(caption(results, summary)) + _note(made),
        "Failed": _failed(summary),
        "Intervals": pictures[0],
        "Quality and time": pictures[1],
        "What each variant changes": _changes(results),
    }
    with atomic_write(folder / "report.html") as handle:
        eyebrow = f"Ablation {experiment.name}"
        handle.write(page_start(experiment.question, eyebrow, experiment.lesson))
        handle.write('<main class="wrap">\n')
        for title, content in sections.items():
            if content:
                handle.write(f"<section><h2>{title}</h2>{content}</section>\n")
        handle.write(f"</main>\n{page_end()}")


def _note(text: str) -> str:
    return f'<p class="note">{escape(text)}</p>'


def _score_table(summary: Summary) -> str:
    heads = "".join(f"<th>{escape(c.name)}{_ARROWS[c.higher]}</th>" for c in summary.shown)
    body = "".join(_row(row, summary) for row in summary.rows)
    return (
        f'<div class="scroll"><table><thead><tr><th>variant</th>{heads}<th>seconds</th></tr>'
        f"</thead><tbody>{body}</tbody></table></div>"
    )


def _row(row: Row, summary: Summary) -> str:
    name = f"<td>{escape(row.variant)}</td>"
    if not row.cells:
        span = len(summary.shown) + 1
        return f'<tr>{name}<td class="failed text" colspan="{span}">failed</td></tr>'
    cells = []
    for column in summary.shown:
        cell = row.cells.get(column.name)
        cells.append("<td>–</td>" if cell is None else _cell(cell, column))
    return f"<tr>{name}{''.join(cells)}<td>{row.seconds:.0f}</td></tr>"


def _cell(cell: Cell, column: Column) -> str:
    digits = column.digits
    mean = f"{cell.mean:.{digits}f}"
    spread = "" if cell.deviation is None else f" ± {cell.deviation:.{digits}f}"
    below = ""
    if cell.difference is not None:
        kind = ""
        if cell.significant and column.higher is not None:
            kind = "better" if (cell.difference > 0) == column.higher else "worse"
        chance = "" if cell.p is None else f", p {cell.p:.3f}"
        below = f'<small class="{kind}">{cell.difference:+.{digits}f}{chance}</small>'
    return f"<td>{f'<b>{mean}</b>' if cell.best else mean}{spread}{below}</td>"


def _failed(summary: Summary) -> str:
    lines = [
        f'<li class="failed">{escape(row.variant)}: {escape(row.reason)}</li>'
        for row in failures(summary)
    ]
    return f"<ul>{''.join(lines)}</ul>" if lines else ""


def _changes(results: Results) -> str:
    experiment = results.experiment
    base = to_plain(experiment.base)
    rows = []
    for name, settings in experiment.variants.items():
        changed = "<br>".join(
            f"<code>{escape(key)}: {escape(str(new))}</code> (base: {escape(str(old))})"
            for key, old, new in differences(base, to_plain(settings))
        )
        rows.append(f'<tr><td>{escape(name)}</td><td class="text">{changed or "–"}</td></tr>')
    return f'<div class="scroll"><table><tbody>{"".join(rows)}</tbody></table></div>'


def _picture(path: Path, text: str) -> str:
    if not path.is_file():
        return ""
    data = base64.b64encode(path.read_bytes()).decode()
    return (
        f'<figure><img alt="{escape(text)}" src="data:image/png;base64,{data}">'
        f"<figcaption>{escape(text)}</figcaption></figure>"
    )
