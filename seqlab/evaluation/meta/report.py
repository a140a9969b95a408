"""Meta-evaluation as tables and as one HTML page with scatter plots and matrices of tests."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from seqlab.evaluation.meta.correlation import Correlation
from seqlab.evaluation.meta.evaluate import ALPHA, MetaEvaluation
from seqlab.evaluation.meta.metric_values import column
from seqlab.evaluation.meta.reliability import Reliability
from seqlab.files import atomic_write
from seqlab.report_page import page_end, page_start
from seqlab.tables import as_markdown

# Okabe and Ito's colours, which stay apart for colour-blind readers.
_POINT, _BETTER, _SAME = "#0072B2", "#009E73", "#eeeeee"
_MOST_PLOTS = 12


def meta_tables(found: MetaEvaluation, intervals: bool = True) -> str:
    """The correlations as Markdown, best first; bold where no metric is significantly better."""
    groups = list(found.table.groups)
    heads = ["metric", *(f"{name} (N = {found.table.groups[name]:,})" for name in groups)]
    best = {group: found.table.unbeaten(group) for group in groups}
    rows = []
    for metric in ordered_metrics(found):
        own = found.table.correlations[metric]
        cells = []
        for group in groups:
            text = _cell(own[group], intervals)
            cells.append(f"**{text}**" if metric in best[group] else text)
        rows.append([metric, *cells])
    lines = [as_markdown(heads, rows), ""]
    lines += [f"- {note}" for note in (*found.notes, *reasons(found))]
    return "\n".join(lines) + "\n"


def ordered_metrics(found: MetaEvaluation) -> list[str]:
    """The metrics by the size of their correlation in the last group, which is all outputs."""
    last = list(found.table.groups)[-1]
    sizes = {
        metric: abs(own[last].value or 0.0) for metric, own in found.table.correlations.items()
    }
    return sorted(sizes, key=lambda metric: -sizes[metric])


def reasons(found: MetaEvaluation) -> list[str]:
    """Why some cells have no number."""
    texts = [
        f"{metric}, {group}: no correlation, since {own.reason}"
        for metric, groups in found.table.correlations.items()
        for group, own in groups.items()
        if own.value is None
    ]
    return texts[:20]


def reliability_table(rows: Sequence[Reliability]) -> str:
    """Agreement of raters as Markdown."""
    heads = ["question", "raters", "outputs", "simulated pairs κ", "real pairs κ", ""]
    return as_markdown(
        heads,
        [
            [
                one.question,
                one.raters,
                one.outputs,
                "–" if one.simulated is None else "{:.3f} ± {:.3f}".format(*one.simulated),
                "–" if one.pairwise is None else f"{one.pairwise:.3f}",
                one.reason,
            ]
            for one in rows
        ],
        "lrrrrl",
    )


def write_meta_report(
    found: Sequence[MetaEvaluation], reliability: Sequence[Reliability], path: str | Path
) -> None:
    """One page: for each question its table, scatter plots and Williams matrices."""
    title = f"Metrics and people: {found[0].ratings.name}"
    parts = [page_start(title, "Meta-evaluation", _lede(found))]
    for one in found:
        parts.append(f'<section class="wrap"><h2>{escape(one.question)}</h2>\n')
        parts.append(html_table(meta_tables(one)))
        parts.append("<h3>Outputs by metric and rating</h3>\n" + _image(scatter_figure(one)))
        for group, tests in one.table.williams.items():
            if tests:
                parts.append(f"<h3>Williams test: {escape(group)}</h3>\n")
                parts.append(_image(williams_figure(one, group)))
        parts.append("</section>\n")
    parts.append('<section class="wrap"><h2>Agreement of raters</h2>\n')
    parts.append(html_table(reliability_table(reliability)) + "</section>\n")
    with atomic_write(path) as handle:
        handle.write("".join(parts) + page_end())


def _lede(found: Sequence[MetaEvaluation]) -> str:
    one = found[0]
    return (
        f"{len(one.outputs):,} rated outputs; {one.kind.capitalize()} correlation of each metric "
        "with people's scores, with 95 % bootstrap intervals. Bold: no other metric correlates "
        "significantly more (Williams test, p < 0.05)."
    )


def scatter_figure(found: MetaEvaluation) -> Any:
    """A panel per metric, the best first: each output by its score and people's."""
    metrics = ordered_metrics(found)[:_MOST_PLOTS]
    across = min(4, len(metrics))
    down = -(-len(metrics) // across)
    figure = _figure(2.6 * across + 0.4, 2.3 * down + 0.4)
    grid = figure.subplots(down, across, squeeze=False, sharey=True)
    last = list(found.table.groups)[-1]
    for place, axes in enumerate(grid.flat):
        if place >= len(metrics):
            axes.set_visible(False)
            continue
        metric = metrics[place]
        values = column(found.values[metric], found.outputs)
        axes.plot(values, found.scores, "o", color=_POINT, alpha=0.25, markersize=2.5, mew=0)
        size = found.table.correlations[metric][last]
        said = "none" if size.value is None else f"{size.value:.2f}"
        axes.set_title(f"{metric}: {said}", fontsize=9)
        axes.tick_params(labelsize=7)
    figure.supylabel(f"people: {found.question}", fontsize=9)
    return figure


def williams_figure(found: MetaEvaluation, group: str) -> Any:
    """The matrix of appendix C: green where the row's metric beats the column's."""
    tests = found.table.williams[group]
    metrics = [metric for metric in ordered_metrics(found) if any(metric in p for p in tests)]
    better = np.array(
        [[tests.get((row, other), 1.0) < ALPHA for other in metrics] for row in metrics]
    )
    size = 0.24 * len(metrics) + 1.9
    figure = _figure(size, size)
    axes = figure.subplots()
    from matplotlib.colors import ListedColormap

    axes.imshow(better, cmap=ListedColormap([_SAME, _BETTER]), vmin=0, vmax=1)
    axes.set_xticks(range(len(metrics)), metrics, rotation=90, fontsize=7)
    axes.set_yticks(range(len(metrics)), metrics, fontsize=7)
    axes.set_xticks(np.arange(len(metrics)) - 0.5, minor=True)
    axes.set_yticks(np.arange(len(metrics)) - 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=1)
    axes.tick_params(length=0, which="both")
    for side in axes.spines.values():
        side.set_visible(False)
    return figure


def html_table(markdown: str) -> str:
    """A Markdown table with notes below it, as HTML."""
    lines = markdown.splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("|")]
    notes = [line[2:] for line in lines if line.startswith("- ")]
    head = "".join(f"<th>{escape(cell)}</th>" for cell in rows[0])
    body = "".join(
        "<tr>" + "".join(f"<td>{_bold(cell)}</td>" for cell in row) + "</tr>\n" for row in rows[2:]
    )
    listed = "".join(f"<li>{escape(note)}</li>" for note in notes)
    below = f"<ul>{listed}</ul>\n" if notes else ""
    return f'<div class="scroll"><table><tr>{head}</tr>\n{body}</table></div>\n{below}'


def _bold(cell: str) -> str:
    text = escape(cell.strip().strip("*"))
    return f"<b>{text}</b>" if cell.strip().startswith("**") else text


def _cell(own: Correlation, intervals: bool) -> str:
    if own.value is None:
        return "–"
    text = f"{own.value:.3f}"
    return f"{text} {own.interval}" if intervals and own.interval else text


def _figure(width: float, height: float) -> Any:
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def _image(figure: Any) -> str:
    data = io.BytesIO()
    figure.savefig(data, format="png", dpi=110)
    text = base64.b64encode(data.getvalue()).decode("ascii")
    return f'<p><img alt="" src="data:image/png;base64,{text}"></p>\n'
