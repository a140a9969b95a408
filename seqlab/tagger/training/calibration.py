"""Probabilities one can rely on: one temperature per head, and how far off they are.

Guo et al. 2017: a network's scores divided by one number, fitted on development data, give
probabilities that come true about as often as they say; which label is the likeliest stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

BINS = 15
# Fitted temperatures lie between these; outside, the data are too few to say.
_LOWEST, _HIGHEST = 0.2, 5.0
_TINY = 1e-9


@dataclass(frozen=True)
class Reliability:
    """Tokens by the probability that a label got: how many, how probable, how often it was so."""

    counts: np.ndarray
    predicted: np.ndarray
    observed: np.ndarray

    @property
    def error(self) -> float:
        """Expected calibration error: the mean distance of predicted from observed."""
        gaps = np.abs(self.predicted - self.observed)
        return float((self.counts * gaps).sum() / max(1, self.counts.sum()))


def tempered(probabilities: np.ndarray, temperature: float) -> np.ndarray:
    """Probabilities (tokens, labels) as they were with the scores divided by `temperature`."""
    if temperature == 1.0:
        return probabilities
    scores = np.log(np.maximum(probabilities, _TINY)) / temperature
    scores -= scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores)
    shares: np.ndarray = weights / weights.sum(axis=-1, keepdims=True)
    return shares


def fit_temperature(probabilities: np.ndarray, labels: np.ndarray) -> float:
    """The temperature at which the labels are likeliest, by golden-section search."""
    if not len(labels):
        return 1.0
    ratio = (np.sqrt(5.0) - 1) / 2
    low, high = np.log(_LOWEST), np.log(_HIGHEST)
    rows = np.arange(len(labels))

    def loss(log_temperature: float) -> float:
        chosen = tempered(probabilities, float(np.exp(log_temperature)))[rows, labels]
        return float(-np.log(np.maximum(chosen, _TINY)).mean())

    # The loss has one minimum in the inverse temperature (it is convex there).
    for _ in range(25):
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        if loss(left) <= loss(right):
            high = right
        else:
            low = left
    return round(float(np.exp((low + high) / 2)), 4)


def reliability(
    probabilities: np.ndarray, labels: np.ndarray, label: int | None = None, bins: int = BINS
) -> Reliability:
    """Reliability of the likeliest label of each token, or of one `label` at all tokens."""
    if label is None:
        best = probabilities.argmax(axis=1)
        share, right = probabilities.max(axis=1), best == labels
    else:
        share, right = probabilities[:, label], labels == label
    place = np.minimum((share * bins).astype(int), bins - 1)
    counts = np.bincount(place, minlength=bins)
    filled = np.maximum(counts, 1)
    return Reliability(
        counts,
        np.bincount(place, weights=share, minlength=bins) / filled,
        np.bincount(place, weights=right.astype(float), minlength=bins) / filled,
    )


def plot_reliability(
    before: Mapping[str, Reliability], after: Mapping[str, Reliability], path: Path
) -> None:
    """Reliability diagrams by head, before and after calibration; the diagonal is perfect."""
    from seqlab.tagger.training.report import new_figure, save_figure

    figure, axes = new_figure(3.2 * max(1, len(before)), 3.4, columns=max(1, len(before)))
    for place, head in zip(np.atleast_1d(axes), before, strict=True):
        _draw(place, head, before[head], after[head])
    save_figure(figure, path)


def _draw(axes: Any, head: str, before: Reliability, after: Reliability) -> None:
    axes.plot([0, 1], [0, 1], ":", color="grey")
    for name, points, style in (("before", before, "o--"), ("after", after, "s-")):
        filled = points.counts > 0
        label = f"{name}: {points.error:.3f}"
        axes.plot(points.predicted[filled], points.observed[filled], style, label=label, ms=3)
    axes.set_title(head)
    axes.set_xlabel("probability")
    axes.set_ylabel("share that is right")
    axes.legend(fontsize=7)
