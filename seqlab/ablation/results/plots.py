"""Pictures of an experiment: differences with their intervals, and quality against time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from seqlab.ablation.results.measures import Column
from seqlab.ablation.results.summary import Row, Summary

# Okabe and Ito's colours, which stay apart for colour-blind readers.
_BASE, _OTHER, _SURE = "#555555", "#56B4E9", "#0072B2"


def plot_bars(summary: Summary, path: Path, base: str) -> None:
    """A panel a column: bars from the base's score to each variant's, and intervals."""
    columns, rows = summary.shown, [row for row in summary.rows if row.cells]
    if not rows or not columns:
        return
    across = min(3, len(columns))
    down = -(-len(columns) // across)
    # Two rows need the height of four, or the legend leaves no room for them.
    figure = _figure(3.4 * across + 1.2, (0.26 * max(4, len(rows)) + 0.7) * down + 0.4)
    grid = figure.subplots(down, across, squeeze=False, sharey=True)
    for place, axes in enumerate(grid.flat):
        if place >= len(columns):
            axes.set_visible(False)
            continue
        _panel(axes, columns[place], rows, base)
    handles = [
        _patch(_OTHER, "difference from the base"),
        _patch(_SURE, "difference with p < 0.05"),
        _line("score, with its 95 % interval over test sentences"),
    ]
    figure.legend(handles=handles, frameon=False, fontsize=8, ncols=3, loc="outside lower center")
    _save(figure, path)


def _panel(axes: Any, column: Column, rows: list[Row], base: str) -> None:
    found = [(n, row, cell) for n, row in enumerate(rows) if (cell := row.cells.get(column.name))]
    start = next((cell.mean for _, row, cell in found if row.variant == base), None)
    for place, row, cell in found:
        if start is not None and row.variant != base:
            # From zero, scores that differ by a point would all look alike.
            colour = _SURE if cell.significant else _OTHER
            axes.barh(place, cell.mean - start, 0.62, left=start, color=colour)
        axes.plot([cell.low, cell.high], [place, place], color=_BASE, linewidth=1)
        axes.plot(cell.mean, place, "o", color=_BASE, markersize=3)
    if start is not None:
        axes.axvline(start, color=_BASE, linewidth=0.8)
    axes.set_yticks(range(len(rows)), [row.variant for row in rows])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_title(column.name, fontsize=9)
    axes.tick_params(labelsize=8, length=0)
    axes.xaxis.grid(True, color="#e3e3e3", linewidth=0.6)
    axes.set_axisbelow(True)


def plot_time(summary: Summary, path: Path, base: str) -> None:
    """The first column's score against the seconds that a run takes from corpus to score."""
    column = summary.shown[0] if summary.shown else None
    rows = [row for row in summary.rows if column is not None and column.name in row.cells]
    if column is None or not rows:
        return
    figure = _figure(6.4, 3.8)
    axes = figure.subplots()
    for row in rows:
        cell = row.cells[column.name]
        colour = _BASE if row.variant == base else _SURE if cell.significant else _OTHER
        axes.plot([row.seconds] * 2, [cell.low, cell.high], color=colour, linewidth=1, alpha=0.5)
        axes.plot(row.seconds, cell.mean, "o", color=colour, markersize=6)
    _name_points(axes, rows, column)
    axes.set_xlabel("seconds from corpus to score", fontsize=9)
    axes.set_ylabel(column.name, fontsize=9)
    axes.margins(x=0.18)
    axes.tick_params(labelsize=8)
    axes.grid(True, color="#e8e8e8", linewidth=0.6)
    axes.set_axisbelow(True)
    _save(figure, path)


def _name_points(axes: Any, rows: list[Row], column: Column) -> None:
    """Write each variant's name beside its point; names that would overlap go further down."""
    cells = [row.cells[column.name] for row in rows]
    height = max(cell.high for cell in cells) - min(cell.low for cell in cells) or 1.0
    times = [row.seconds for row in rows]
    width = max(times) - min(times) or 1.0
    taken: list[tuple[float, float]] = []
    for row in sorted(rows, key=lambda row: -row.cells[column.name].mean):
        x, y = row.seconds + width / 60, row.cells[column.name].mean
        while any(abs(x - a) < width / 3 and abs(y - b) < height / 20 for a, b in taken):
            y -= height / 80
        taken.append((x, y))
        axes.text(x, y, row.variant, fontsize=7.5, va="center", ha="left")


def _line(label: str) -> Any:
    from matplotlib.lines import Line2D

    return Line2D([], [], color=_BASE, marker="o", markersize=3, linewidth=1, label=label)


def _patch(colour: str, label: str) -> Any:
    from matplotlib.patches import Patch

    return Patch(color=colour, label=label)


def _figure(width: float, height: float) -> Any:
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def _save(figure: Any, path: Path) -> None:
    for axes in figure.axes:
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
    figure.savefig(path, dpi=150)
