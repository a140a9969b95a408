"""`LevelModel`: ordinal regression from features to levels, one scale for all corpora.

A text has one hardness, a weighted sum of its features. Each corpus cuts that line at places of its
own (cumulative logits, McCullagh 1980): the levels of OneStopEnglish need not be CEFR levels for
its texts to teach what makes one harder than another. Short texts say less than long ones, so the
spread of the logistic distribution shrinks as a power of the number of words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seqlab.level.features import FEATURES

Array = NDArray[np.float64]
_LOG_WORDS = FEATURES.index("log words")


@dataclass(frozen=True, eq=False)
class LevelModel:
    """Weights of the standardised features, the cuts of each scale, and how the spread shrinks."""

    means: Array
    deviations: Array
    weights: Array
    cuts: Mapping[str, Array]
    shrink: float

    def hardness(self, rows: NDArray[Any]) -> Array:
        """Where each row lies on the common line; higher is harder."""
        return np.asarray(self._standard(rows) @ self.weights)

    def probabilities(self, rows: NDArray[Any], scale: str) -> Array:
        """The probability of each level of a scale, easiest first, (rows, levels)."""
        distances = self.cuts[scale][None, :] - self.hardness(rows)[:, None]
        below = _logistic(distances / self._spread(rows)[:, None])
        ends = np.zeros((len(below), 1)), np.ones((len(below), 1))
        return np.diff(np.concatenate([ends[0], below, ends[1]], axis=1), axis=1)

    def _standard(self, rows: NDArray[Any]) -> Array:
        return np.clip((rows - self.means) / self.deviations, -4, 4)

    def _spread(self, rows: NDArray[Any]) -> Array:
        words = np.clip(rows[:, _LOG_WORDS], np.log(5), np.log(500)) - np.log(20)
        return np.asarray(np.exp(-self.shrink * words))

    def to_json(self) -> dict[str, Any]:
        """The model as plain values."""
        return {
            "features": list(FEATURES),
            "means": self.means.round(6).tolist(),
            "deviations": self.deviations.round(6).tolist(),
            "weights": self.weights.round(6).tolist(),
            "cuts": {scale: cuts.round(6).tolist() for scale, cuts in self.cuts.items()},
            "shrink": round(self.shrink, 6),
        }

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> LevelModel:
        """The model that `to_json` wrote; `ValueError` where it is of other features."""
        if tuple(content["features"]) != FEATURES:
            raise ValueError("a model of other features")
        return cls(
            np.array(content["means"], dtype=np.float64),
            np.array(content["deviations"], dtype=np.float64),
            np.array(content["weights"], dtype=np.float64),
            {scale: np.array(cuts, dtype=np.float64) for scale, cuts in content["cuts"].items()},
            float(content["shrink"]),
        )


def fit_levels(
    rows: NDArray[Any],
    levels: NDArray[np.int64],
    scales: Sequence[str],
    weights: NDArray[np.float64] | None = None,
    penalty: float = 1.0,
) -> LevelModel:
    """The model of maximum likelihood with a ridge penalty.

    Args:
        rows: Features, one row per text.
        levels: The level of each text on its scale, 0 easiest.
        scales: The scale of each text.
        weights: How much each text counts.
        penalty: Weight of the squared weights.
    """
    from scipy.optimize import minimize

    names = sorted(set(scales))
    scale = np.array([names.index(name) for name in scales])
    most = [int(levels[scale == number].max()) for number in range(len(names))]
    means, deviations = rows.mean(axis=0), np.maximum(rows.std(axis=0), 1e-6)
    start = LevelModel(means, deviations, np.zeros(len(means)), {}, 0.3)
    standard = start._standard(rows)
    words = np.clip(rows[:, _LOG_WORDS], np.log(5), np.log(500)) - np.log(20)
    counted = np.ones(len(rows)) if weights is None else weights

    def unpacked(values: Array) -> tuple[Array, list[Array], float]:
        cuts, at = [], len(means)
        for levels_above in most:
            first, steps = values[at], values[at + 1 : at + levels_above]
            cuts.append(first + np.concatenate([[0.0], np.cumsum(np.exp(steps))]))
            at += levels_above
        return values[: len(means)], cuts, float(values[at])

    def loss(values: Array) -> tuple[float, Array]:
        own, cuts, shrink = unpacked(values)
        slope = np.exp(shrink * words)
        line = standard @ own
        upper = np.full(len(rows), np.inf)
        lower = np.full(len(rows), -np.inf)
        for number, edges in enumerate(cuts):
            mine = scale == number
            padded = np.concatenate([[-np.inf], edges, [np.inf]])
            lower[mine], upper[mine] = padded[levels[mine]], padded[levels[mine] + 1]
        high, low = slope * (upper - line), slope * (lower - line)
        above, below = _logistic(high), _logistic(low)
        chance = np.maximum(above - below, 1e-12)
        # Derivatives of the log-probability by the two scaled distances.
        by_high = above * (1 - above) / chance
        by_low = -below * (1 - below) / chance
        total = -(counted * np.log(chance)).sum() + penalty * (own**2).sum()
        gradient = np.zeros_like(values)
        by_line = -slope * (by_high + by_low)
        gradient[: len(own)] = -(standard.T @ (counted * by_line)) + 2 * penalty * own
        at = len(own)
        for number, edges in enumerate(cuts):
            mine = scale == number
            by_cut = np.zeros(len(edges))
            scaled = (counted * slope)[mine]
            np.add.at(
                by_cut,
                np.minimum(levels[mine], len(edges) - 1),
                np.where(levels[mine] < len(edges), scaled * by_high[mine], 0.0),
            )
            np.add.at(
                by_cut,
                np.maximum(levels[mine] - 1, 0),
                np.where(levels[mine] > 0, scaled * by_low[mine], 0.0),
            )
            # A cut lies at the first plus the steps below it.
            reached = np.cumsum(by_cut[::-1])[::-1]
            gradient[at] = -reached[0]
            steps = values[at + 1 : at + len(edges)]
            gradient[at + 1 : at + len(edges)] = -reached[1:] * np.exp(steps)
            at += len(edges)
        finite_high = np.where(np.isfinite(high), high, 0.0)
        finite_low = np.where(np.isfinite(low), low, 0.0)
        gradient[at] = -(counted * words * (by_high * finite_high + by_low * finite_low)).sum()
        return float(total), gradient

    size = len(means) + sum(most) + 1
    first = np.zeros(size)
    first[-1] = 0.3
    solved = minimize(loss, first, jac=True, method="L-BFGS-B", options={"maxiter": 500})
    own, cuts, shrink = unpacked(solved.x)
    return LevelModel(means, deviations, own, dict(zip(names, cuts, strict=True)), shrink)


def _logistic(values: Array) -> Array:
    return np.asarray(0.5 * (1 + np.tanh(0.5 * values)))
