"""How sure a score is: confidence intervals, and whether one system really beats another.

Both tests work on rows of counts, one per sentence, so each resampled score is the exact corpus
score of the resampled sentences; all resamples are one matrix product.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seqlab.errors import UsageError
from seqlab.evaluation.metrics.metric import Array, Metric
from seqlab.evaluation.metrics.score import Interval

# Rows of the resampling matrix held at a time: 8 bytes x sentences x this.
BLOCK = 250


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two systems on one metric: the difference, and how likely it is by chance alone."""

    difference: float
    p_value: float
    method: str
    samples: int

    def __str__(self) -> str:
        return f"{self.difference:+.2f} (p = {self.p_value:.4f}, {self.method})"


def bootstrap_scores(metric: Metric, counts: Array, samples: int = 1000, seed: int = 1) -> Array:
    """Scores (and parts) of `samples` corpora drawn from the sentences with replacement.

    The same seed draws the same sentences, so scores of two systems are paired.
    """
    return metric.combine(resampled_sums(counts, samples, seed))


def resampled_sums(counts: Array, samples: int, seed: int = 1) -> Array:
    """Sums over `samples` corpora drawn from the rows; one seed draws the same rows for all."""
    _check(samples)
    random = np.random.default_rng(seed)
    size = len(counts)
    sums = []
    for start in range(0, samples, BLOCK):
        many = min(BLOCK, samples - start)
        times = random.multinomial(size, np.full(size, 1 / size), size=many)
        sums.append(times.astype(np.float64) @ counts)
    return np.concatenate(sums)


def interval(scores: Array, confidence: float = 0.95) -> Interval:
    """The middle `confidence` of bootstrapped scores."""
    if not 0 < confidence < 1:
        raise UsageError(f"confidence must lie between 0 and 1, not {confidence}")
    low, high = np.quantile(scores, [(1 - confidence) / 2, (1 + confidence) / 2])
    return Interval(float(low), float(high), confidence)


def paired_bootstrap(
    metric: Metric, first: Array, second: Array, samples: int = 1000, seed: int = 1
) -> Comparison:
    """Koehn's (2004) test: how often a resampled difference strays as far as the one observed."""
    _check_pair(first, second)
    observed = _difference(metric, first.sum(axis=0), second.sum(axis=0))
    drawn = (
        bootstrap_scores(metric, first, samples, seed)[:, 0]
        - bootstrap_scores(metric, second, samples, seed)[:, 0]
    )
    p_value = paired_p(drawn, float(observed))
    return Comparison(float(observed), p_value, "paired bootstrap", samples)


def paired_p(drawn: Array, observed: float) -> float:
    """How often a resampled difference strays as far as the one observed."""
    # Under the null hypothesis the differences scatter as they do, but around zero.
    return _p_value(np.abs(drawn - drawn.mean()) >= abs(observed) - 1e-12)


def approximate_randomization(
    metric: Metric, first: Array, second: Array, samples: int = 10_000, seed: int = 1
) -> Comparison:
    """Riezler and Maxwell's (2005) test: how often swapping outputs at random differs as much."""
    _check(samples)
    _check_pair(first, second)
    random = np.random.default_rng(seed)
    total_first, total_second = first.sum(axis=0), second.sum(axis=0)
    observed = _difference(metric, total_first, total_second)
    change = second - first
    far = []
    for start in range(0, samples, BLOCK):
        many = min(BLOCK, samples - start)
        swapped = random.integers(0, 2, size=(many, len(first))).astype(np.float64) @ change
        drawn = _difference(metric, total_first + swapped, total_second - swapped)
        far.append(np.abs(drawn) >= abs(observed) - 1e-12)
    return Comparison(
        float(observed), _p_value(np.concatenate(far)), "approximate randomization", samples
    )


def _difference(metric: Metric, first: Array, second: Array) -> Array:
    return np.asarray(metric.combine(first)[..., 0] - metric.combine(second)[..., 0])


def _p_value(far: Array) -> float:
    # The observed arrangement is one of those possible, hence the ones.
    return (float(far.sum()) + 1) / (len(far) + 1)


def _check(samples: int) -> None:
    if samples < 1:
        raise UsageError(f"at least one resample is needed, not {samples}")


def _check_pair(first: Array, second: Array) -> None:
    if first.shape != second.shape:
        raise UsageError("systems can only be compared on the same sentences with the same metric")
