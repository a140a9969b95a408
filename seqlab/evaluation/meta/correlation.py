"""Correlations with bootstrap intervals, and Williams' test between two of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from seqlab.evaluation.metrics.metric import Array
from seqlab.evaluation.metrics.score import Interval
from seqlab.evaluation.statistics.significance import interval

Kind = Literal["pearson", "spearman", "kendall"]
KINDS: tuple[Kind, ...] = ("pearson", "spearman", "kendall")
_LEAST = 3


@dataclass(frozen=True, slots=True)
class Correlation:
    """A correlation over so many outputs, or the reason why there is none."""

    value: float | None
    count: int
    interval: Interval | None = None
    reason: str = ""

    def __str__(self) -> str:
        if self.value is None:
            return f"none: {self.reason}"
        return f"{self.value:.3f}" + (f" {self.interval}" if self.interval else "")


def correlate(
    first: Array,
    second: Array,
    kind: Kind = "pearson",
    samples: int = 1000,
    seed: int = 1,
    confidence: float = 0.95,
) -> Correlation:
    """The correlation of two columns; rows where either is missing (NaN) are left out.

    The interval is from `samples` resamples of rows; none with `samples` 0.
    """
    both = ~(np.isnan(first) | np.isnan(second))
    first, second = first[both], second[both]
    count = len(first)
    if count < _LEAST:
        return Correlation(None, count, reason=f"too few outputs ({count}) have both values")
    for name, values in (("metric", first), ("ratings", second)):
        if np.ptp(values) == 0:
            return Correlation(None, count, reason=f"the {name} are all {values[0]:g}")
    value = correlation_value(first, second, kind)
    if not samples:
        return Correlation(value, count)
    random = np.random.default_rng(seed)
    # Kendall's tau takes long, and its interval needs no more digits.
    times = min(samples, 200) if kind == "kendall" else samples
    drawn = []
    for _ in range(times):
        places = random.integers(0, count, count)
        if np.ptp(first[places]) and np.ptp(second[places]):
            drawn.append(correlation_value(first[places], second[places], kind))
    span = interval(np.array(drawn), confidence) if len(drawn) > 1 else None
    return Correlation(value, count, span)


def correlation_value(first: Array, second: Array, kind: Kind = "pearson") -> float:
    """The bare number; both columns must vary."""
    if kind == "kendall":
        from scipy.stats import kendalltau

        return float(kendalltau(first, second).statistic)
    if kind == "spearman":
        from scipy.stats import rankdata

        first, second = rankdata(first), rankdata(second)
    return float(np.corrcoef(first, second)[0, 1])


def williams_p(human_first: float, human_second: float, between: float, count: int) -> float:
    """One-sided p that the first metric correlates more with people (Williams 1959).

    Args:
        human_first: Correlation of the first metric with people.
        human_second: Correlation of the second metric with people.
        between: Correlation of the two metrics.
        count: Outputs they share.
    """
    from scipy.stats import t as student

    if count <= _LEAST or human_first == human_second:
        return 0.5
    determinant = (
        1 - human_first**2 - human_second**2 - between**2
        + 2 * human_first * human_second * between
    )  # fmt: skip
    spread = 2 * determinant * (count - 1) / (count - 3)
    mean = (human_first + human_second) ** 2 / 4 * (1 - between) ** 3
    if spread + mean <= 0:  # two metrics that are one
        return 0.5
    value = (human_first - human_second) * np.sqrt((count - 1) * (1 + between) / (spread + mean))
    return float(student.sf(value, count - 3))
