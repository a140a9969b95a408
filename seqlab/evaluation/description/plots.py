"""Pictures of corpora side by side: thesis Figures 4.4 (operations), 4.5 and 4.6 (densities)."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import numpy as np

from seqlab.evaluation.description.describe import (
    MAIN,
    NONE,
    UNIDENTIFIED,
    CorpusDescription,
)
from seqlab.evaluation.description.tables import COMBINATIONS
from seqlab.evaluation.report.data import BINS, density

# Okabe and Ito's colours, which stay apart for colour-blind readers.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#999999", "#000000")
# What is drawn, between which values, and the title above it.
DENSITIES = {
    "sentence splits": (-1.5, 4.5, "sentence splits"),
    "compression ratio": (0.0, 2.0, "compression level"),
    "replace-only Levenshtein": (0.0, 0.6, "replace-only Levenshtein"),
    "deletions proportion": (0.0, 1.0, "deleted words"),
    "additions proportion": (0.0, 1.0, "added words"),
    "reorderings proportion": (0.0, 0.6, "reordered words"),
    "lexical complexity ratio": (0.5, 1.5, "lexical complexity ratio"),
    "Levenshtein similarity": (0.0, 1.0, "Levenshtein similarity"),
    "tree depth ratio": (0.0, 2.0, "tree depth ratio"),
}
_LETTERS = {"DELETE": "D", "REPLACE": "R", "SPLIT": "S"}


def plot_operations(described: Sequence[CorpusDescription]) -> Any:
    """Bars: the share of instances with each of the main operations (Figure 4.4)."""
    names = (*MAIN, UNIDENTIFIED, NONE)
    heights = [[one.operations.get(name, 0) / one.looked_at for name in names] for one in described]
    return _bars(described, heights, names)


def plot_combinations(described: Sequence[CorpusDescription]) -> Any:
    """Bars: the share of instances with each combination (Figure 4.5)."""
    heights = [
        [one.combinations.get(choice, 0) / one.looked_at for choice in COMBINATIONS]
        for one in described
    ]
    names = [" + ".join(_LETTERS.get(name, name) for name in choice) for choice in COMBINATIONS]
    return _bars(described, heights, names)


def plot_densities(described: Sequence[CorpusDescription]) -> Any:
    """How each textual feature is distributed in each corpus (Figure 4.6)."""
    from matplotlib.figure import Figure

    shown = [name for name in DENSITIES if all(name in one.features for one in described)]
    rows = -(-len(shown) // 3)
    figure = Figure(figsize=(10.5, 2.5 * rows + 0.4), layout="constrained")
    for place, name in enumerate(shown, start=1):
        low, high, title = DENSITIES[name]
        axes = figure.add_subplot(rows, 3, place)
        for colour, one in zip(_colours(described), described, strict=True):
            label = one.name if place == 1 else None
            if name == "sentence splits":
                _counts(axes, one, colour, label)
                continue
            places = low + (np.arange(BINS) + 0.5) * (high - low) / BINS
            heights = density(one.features[name], low, high)
            axes.fill_between(places, heights, color=colour, alpha=0.12, linewidth=0)
            axes.plot(places, heights, color=colour, linewidth=1.4, label=label)
        axes.set_title(title, fontsize=9)
        axes.set_xlim(low, high)
        axes.set_ylim(bottom=0)
        _plain(axes)
    _legend(figure, described)
    return figure


def as_png(figure: Any) -> bytes:
    """The picture as the content of a file."""
    content = io.BytesIO()
    figure.savefig(content, format="png", dpi=150)
    return content.getvalue()


def _counts(axes: Any, one: CorpusDescription, colour: str, label: str | None) -> None:
    """Splits are whole numbers: the share of instances with each of them."""
    values = one.features["sentence splits"]
    numbers = np.arange(-1, 5)
    shares = [float((np.clip(values, -1, 4) == number).mean()) for number in numbers]
    axes.plot(numbers, shares, color=colour, marker="o", markersize=3, linewidth=1.2, label=label)
    axes.set_xticks(numbers)


def _bars(
    described: Sequence[CorpusDescription],
    heights: Sequence[Sequence[float]],
    names: Sequence[str],
) -> Any:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10.5, 3.4), layout="constrained")
    axes = figure.add_subplot()
    width = 0.8 / len(described)
    for place, (one, shares) in enumerate(zip(described, heights, strict=True)):
        left = [x + (place - (len(described) - 1) / 2) * width for x in range(len(names))]
        colour = COLOURS[place % len(COLOURS)]
        axes.bar(
            left, [100 * share for share in shares], width * 0.92, label=one.name, color=colour
        )
    axes.set_xticks(range(len(names)), names)
    axes.set_ylabel("% of instances", fontsize=9)
    axes.tick_params(axis="x", length=0)
    _plain(axes)
    _legend(figure, described)
    return figure


def _plain(axes: Any) -> None:
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.yaxis.grid(True, color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(labelsize=8)


def _legend(figure: Any, described: Sequence[CorpusDescription]) -> None:
    columns = min(6, len(described))
    figure.legend(frameon=False, fontsize=9, ncols=columns, loc="outside upper center")


def _colours(described: Sequence[CorpusDescription]) -> list[str]:
    return [COLOURS[place % len(COLOURS)] for place in range(len(described))]
