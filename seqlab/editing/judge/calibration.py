"""Scores made probabilities: a rising curve through few points, fitted on judged edits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Nothing learned from a few thousand verdicts is surer than this.
_LEAST, _MOST = 0.003, 0.997
_POINTS = 24


@dataclass(frozen=True, slots=True)
class Curve:
    """Probabilities at given log-odds, linear between them."""

    scores: tuple[float, ...] = (-6.0, 6.0)
    chances: tuple[float, ...] = (_LEAST, _MOST)

    def __call__(self, scores: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
        """The probabilities of scores."""
        chances: NDArray[np.float64] = np.interp(scores, self.scores, self.chances)
        return chances


def fit_curve(
    scores: NDArray[np.floating[Any]], right: Sequence[bool] | NDArray[np.bool_]
) -> Curve:
    """The curve through the shares of right answers in groups of like scores.

    The groups are those of isotonic regression over smoothed shares; a logistic curve carries the
    ends, where there are few answers.
    """
    from sklearn.isotonic import IsotonicRegression
    from sklearn.linear_model import LogisticRegression

    truth = np.asarray(right, dtype=float)
    logistic = LogisticRegression(C=1e3).fit(np.asarray(scores).reshape(-1, 1), truth > 0.5)
    isotonic = IsotonicRegression(y_min=_LEAST, y_max=_MOST, out_of_bounds="clip")
    isotonic.fit(scores, truth)
    points = np.unique(np.quantile(scores, np.linspace(0.0, 1.0, _POINTS)))
    smooth = logistic.predict_proba(points.reshape(-1, 1))[:, 1]
    # Half each: isotonic steps follow the data, the logistic curve keeps neighbours apart.
    chances = np.clip((isotonic.predict(points) + smooth) / 2, _LEAST, _MOST)
    chances = np.maximum.accumulate(chances)
    return Curve(tuple(map(float, points)), tuple(map(float, chances)))


def calibration_error(
    chances: NDArray[np.floating[Any]], right: Sequence[bool] | NDArray[np.bool_], bins: int = 15
) -> float:
    """Expected calibration error: mean distance of probability and share over equal-sized bins."""
    order = np.argsort(chances)
    truth = np.asarray(right, dtype=float)
    groups = [group for group in np.array_split(order, bins) if len(group)]
    return float(
        sum(len(g) * abs(chances[g].mean() - truth[g].mean()) for g in groups) / len(order)
    )
