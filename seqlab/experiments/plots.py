"""Pictures of an experiment: scores with their intervals, and quality against time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from seqlab.experiments.measures import Column
from seqlab.experiments.summary import Row, Summary

# Okabe and Ito's colours, which stay apart for colour-blind readers.
_BASE, _OTHER, _SURE = "#555555", "#56B4E9", "#0072B2"


def plot_bars(summary: Summary, path: Path, base: str) -> None:
    """A panel a column: every variant's score with its interval; a dotted line at the base's."""
    columns, rows = summary.shown, [row for row in summary.rows if row.cells]
    if not rows or not columns:
        return
    across = min(3, len(columns))
    down = -(-len(columns) // across)
    height = 0.28 * len(rows) + 0.75
    figure = _figure(3.6 * across + 1.2, height * down + 0.5)
    grid = figure.subplots(down, across, squeeze=False, sharey=True)
    for place, axes in enumerate(grid.flat):
        if place >= len(columns):
            axes.set_visible(False)
            continue
        _panel(axes, columns[place], rows, base)
    handles = [_patch(_OTHER, "not sure"), _patch(_SURE, "differs from the base, p < 0.05")]
    figure.legend(
        handles=[_patch(_BASE, "base"), *handles],
        frameon=False,
        fontsize=8,
        ncols=3,
        loc="outside lower center",
    )
    _save(figure, path)


def _panel(axes: Any, column: Column, rows: list[Row], base: str) -> None:
    found = [(row, cell) for row in rows if (cell := row.cells.get(column.name)) is not None]
    for row, cell in found:
        place = rows.index(row)
        colour = _BASE if row.variant == base else _SURE if cell.significant else _OTHER
        axes.barh(place, cell.mean, 0.66, color=colour)
        axes.plot([cell.low, cell.high], [place, place], color="#222222", linewidth=1)
        if row.variant == base:
            axes.axvline(cell.mean, color="#888888", linewidth=0.8, linestyle=":")
    lows = [cell.low for _, cell in found]
    highs = [cell.high for _, cell in found]
    if found:
        # Bars far from zero would all look alike from there.
        margin = max(0.15 * (max(highs) - min(lows)), 0.5)
        start = min(lows) - margin
        start = 0.0 if start < 0.35 * max(highs) and min(lows) >= 0 else start
        axes.set_xlim(start, max(highs) + margin)
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
    """Write each variant's name beside its point, names that would overlap one below another."""
    cells = [row.cells[column.name] for row in rows]
    span = max(cell.high for cell in cells) - min(cell.low for cell in cells) or 1.0
    taken: list[float] = []
    for row in sorted(rows, key=lambda row: -row.cells[column.name].mean):
        height = row.cells[column.name].mean
        while any(abs(height - other) < span / 18 for other in taken):
            height -= span / 60
        taken.append(height)
        axes.annotate(
            row.variant,
            (row.seconds, row.cells[column.name].mean),
            xytext=(row.seconds, height),
            textcoords="data",
            fontsize=7.5,
            va="center",
            ha="left",
            bbox={"boxstyle": "square,pad=0.1", "fc": "white", "ec": "none", "alpha": 0.6},
            annotation_clip=False,
        ).set_x(row.seconds)


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
