"""`report.html`: an experiment on one page that needs no network."""

from __future__ import annotations

import base64
from html import escape
from pathlib import Path

from seqlab.ablation.results.folder import Results
from seqlab.ablation.results.measures import Column
from seqlab.ablation.results.summary import Cell, Row, Summary
from seqlab.ablation.results.tables import caption, failures
from seqlab.training.config import differences, to_plain

_ARROWS = {True: " ↑", False: " ↓", None: ""}
_STYLE = """
:root { --paper: #fbfaf7; --ink: #1d1f24; --soft: #5d6370; --line: #e4e1d9; --accent: #2f5d8a;
  --good: #1c6b45; --bad: #b3372f; }
@media (prefers-color-scheme: dark) { :root { --paper: #14161a; --ink: #eceae4; --soft: #a9afba;
  --line: #2e333c; --accent: #8db9e6; --good: #7fd0a4; --bad: #ff9d92; } img { background: #fff; } }
body { margin: 0 auto; max-width: 72rem; padding: 2rem 1.25rem 4rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.1rem; margin: 2.25rem 0 .5rem; }
p, figcaption { color: var(--soft); max-width: 60rem; } .lesson { color: var(--ink); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; }
th, td { padding: .35rem .7rem; border-bottom: 1px solid var(--line); text-align: right;
  white-space: nowrap; vertical-align: top; }
th:first-child, td:first-child, td.text { text-align: left; } td.text { white-space: normal; }
thead th { border-bottom: 2px solid var(--ink); font-weight: 600; }
small { display: block; color: var(--soft); } .better { color: var(--good); }
.worse { color: var(--bad); } .failed { color: var(--bad); }
figure { margin: 0; } img { max-width: 100%; border-radius: 4px; }
code { font-size: .85em; }
"""


def write_report(results: Results, summary: Summary, folder: Path) -> None:
    """Write `report.html` into the folder that has the plots."""
    experiment = results.experiment
    pictures = [
        _picture(folder / "bars.png", "Scores with 95 % intervals over test sentences."),
        _picture(folder / "time.png", "Quality against the time of a run, all stages counted."),
    ]
    parts = [
        f"<h1>{escape(experiment.question)}</h1>",
        f'<p class="lesson">{escape(experiment.lesson)}</p>' if experiment.lesson else "",
        f"<p>Experiment <code>{escape(experiment.name)}</code>: {len(summary.rows)} variants, "
        f"seeds {', '.join(map(str, experiment.seeds))}. {escape(str(results.made['date']))}; "
        f"{escape(str(results.made['machine']))}.</p>",
        "<h2>Scores</h2>",
        _score_table(summary),
        f"<p>{escape(caption(results, summary))}</p>",
        _failed(summary),
        *(f"<h2>{title}</h2>{picture}" for title, picture in zip(
            ("Intervals", "Quality and time"), pictures, strict=True) if picture),
        "<h2>What each variant changes</h2>",
        _changes(results),
    ]  # fmt: skip
    page = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(experiment.question)}</title><style>{_STYLE}</style></head>"
        f"<body>{''.join(parts)}</body></html>\n"
    )
    (folder / "report.html").write_text(page, encoding="utf-8")


def _score_table(summary: Summary) -> str:
    heads = "".join(f"<th>{escape(c.name)}{_ARROWS[c.higher]}</th>" for c in summary.shown)
    body = "".join(_row(row, summary) for row in summary.rows)
    return (
        f'<div class="wide"><table><thead><tr><th>variant</th>{heads}<th>seconds</th></tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
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
    return f"<h2>Failed</h2><ul>{''.join(lines)}</ul>" if lines else ""


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
    return f'<div class="wide"><table><tbody>{"".join(rows)}</tbody></table></div>'


def _picture(path: Path, text: str) -> str:
    if not path.is_file():
        return ""
    data = base64.b64encode(path.read_bytes()).decode()
    return (
        f'<figure><img alt="{escape(text)}" src="data:image/png;base64,{data}">'
        f"<figcaption>{escape(text)}</figcaption></figure>"
    )
