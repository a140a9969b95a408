"""Pictures: operations per level pair (thesis Figures 4.4–4.5), confusion of labels (3.4)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from seqlab.annotation.display.statistics import OperationCounts
from seqlab.annotation.labels.sentence_labels import OPERATIONS
from seqlab.annotation.quality.scoring import LabelScores

# Okabe and Ito's colours, which stay apart for colour-blind readers.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#999999")


def plot_operations(counts: OperationCounts, path: str | Path) -> None:
    """Bars: the share of the pairs of each level pair that had each operation."""
    names = counts.level_pairs()
    shown = [name for name in OPERATIONS if any(counts.operations[pair][name] for pair in names)]
    figure, axes = _figure(max(6.0, 1.1 * len(shown)), 3.6)
    width = 0.8 / max(len(names), 1)
    for place, name in enumerate(names):
        heights = [
            100 * counts.operations[name][operation] / counts.pairs[name] for operation in shown
        ]
        left = [x + (place - (len(names) - 1) / 2) * width for x in range(len(shown))]
        label = f"{name} ({counts.pairs[name]:,} pairs)"
        axes.bar(left, heights, width * 0.92, label=label, color=COLOURS[place % len(COLOURS)])
    axes.set_xticks(range(len(shown)), [operation.replace(" ", "\n") for operation in shown])
    axes.set_ylabel("% of pairs")
    axes.set_ylim(0, 100)
    axes.yaxis.grid(True, color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(axis="x", length=0, labelsize=8)
    if names:
        columns = min(4, len(names))
        figure.legend(frameon=False, fontsize=8, ncols=columns, loc="outside upper center")
    _save(figure, path)


def plot_confusion(
    scores: LabelScores, path: str | Path, labels: Sequence[str] = ("C", "D", "R", "A", "M")
) -> None:
    """Rows are gold labels, columns automatic ones; shade is the share of the row."""
    size = 0.75 * len(labels) + 1.2
    figure, axes = _figure(size, size)
    for row, gold in enumerate(labels):
        total = sum(scores.confusion[gold, label] for label in labels) or 1
        for column, label in enumerate(labels):
            count = scores.confusion[gold, label]
            share = count / total
            shade = (1 - 0.95 * share, 1 - 0.55 * share, 1 - 0.3 * share)
            axes.add_patch(_square(column, row, shade))
            ink = "white" if share > 0.6 else "#222222" if count else "#bbbbbb"
            axes.text(
                column + 0.5,
                row + 0.5,
                f"{count:,}",
                ha="center",
                va="center",
                color=ink,
                fontsize=9,
            )
    axes.set_xlim(0, len(labels))
    axes.set_ylim(len(labels), 0)
    middles = [place + 0.5 for place in range(len(labels))]
    axes.set_xticks(middles, labels)
    axes.set_yticks(middles, labels)
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.set_xlabel("automatic")
    axes.set_ylabel("gold")
    axes.tick_params(length=0)
    axes.set_aspect("equal")
    axes.spines["bottom"].set_visible(False)
    _save(figure, path)


def _figure(width: float, height: float) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.add_subplot()
    for side in ("top", "right", "left", "bottom"):
        axes.spines[side].set_visible(side == "bottom")
    return figure, axes


def _square(column: int, row: int, colour: tuple[float, float, float]) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((column + 0.02, row + 0.02), 0.96, 0.96, facecolor=colour, edgecolor="none")


def _save(figure: Any, path: str | Path) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=160)
