"""Per-label decision thresholds, tuned on development data after training.

Silver labels are mostly COPY, and the most probable label is COPY more often still (thesis
3.2.3). With thresholds a label is chosen when its probability reaches its own threshold; of
several, the one furthest above it; if none, the most frequent label, which has no threshold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

# Values tried for a threshold.
GRID = np.concatenate([np.arange(0.02, 0.1, 0.01), np.arange(0.1, 0.95, 0.025)])
_ROUNDS = 3


def decide(probabilities: np.ndarray, thresholds: np.ndarray, fallback: int) -> np.ndarray:
    """Label numbers (tokens) from probabilities (tokens, labels); see the module's words."""
    with np.errstate(divide="ignore"):
        ratio = probabilities / thresholds
    ratio[:, fallback] = -np.inf
    best = ratio.argmax(axis=1)
    reached = ratio[np.arange(len(best)), best] >= 1.0
    return np.where(reached, best, fallback)


def tune_thresholds(probabilities: np.ndarray, labels: np.ndarray, fallback: int) -> np.ndarray:
    """Thresholds with the best macro F1, found label by label, a few rounds over."""
    count = probabilities.shape[1]
    thresholds = np.full(count, 0.5)
    best = _macro_f1(decide(probabilities, thresholds, fallback), labels, count)
    for _ in range(_ROUNDS):
        before = best
        for label in range(count):
            if label == fallback:
                continue
            for value in GRID:
                trial = thresholds.copy()
                trial[label] = value
                score = _macro_f1(decide(probabilities, trial, fallback), labels, count)
                if score > best:
                    best, thresholds = score, trial
        if best == before:
            break
    return thresholds


def threshold_row(labels: Sequence[str], thresholds: Mapping[str, float]) -> np.ndarray:
    """The thresholds in the order of the labels; a label without one is never chosen by it."""
    return np.array([thresholds.get(label, np.inf) for label in labels])


def _macro_f1(predicted: np.ndarray, labels: np.ndarray, count: int) -> float:
    confusion = np.bincount(labels * count + predicted, minlength=count * count)
    confusion = confusion.reshape(count, count)
    both = confusion.sum(axis=0) + confusion.sum(axis=1)
    return float((2 * np.diag(confusion) / np.maximum(both, 1))[both > 0].mean())
