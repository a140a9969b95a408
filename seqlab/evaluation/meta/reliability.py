"""How far raters agree: simulated pairs of raters (thesis 4.5.2, 5.2.3), and real ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from seqlab.evaluation.meta.ratings import Key, Rating, Ratings, z_scores

_BINS = 5
_LEAST_SHARED = 10


@dataclass(frozen=True, slots=True)
class Reliability:
    """Agreement on one question, or why it cannot be told."""

    question: str
    raters: int
    outputs: int
    # Mean and deviation of weighted kappa over simulated pairs of raters.
    simulated: tuple[float, float] | None
    # Mean weighted kappa over pairs of raters who share outputs.
    pairwise: float | None
    reason: str = ""


def rater_reliability(
    ratings: Ratings, question: str, rounds: int = 1000, seed: int = 1
) -> Reliability:
    """Quadratically weighted kappa of raters.

    A simulated pair is, for each output, one rater drawn at random and the mean of the others, both
    put into five bins that hold equally many of the standardised ratings (thesis 5.2.3, after
    Pavlick and Tetreault 2016).
    """
    mine = [one for one in ratings.single if one.question == question]
    raters = len({one.rater for one in mine})
    keys = {(one.item, one.system) for one in mine}
    if raters < 2:
        reason = f"{raters} rater" if raters else "no single ratings are given"
        return Reliability(question, raters, len(keys), None, None, reason)
    standard = z_scores(mine)
    by_output: dict[Key, list[float]] = {}
    for one, value in zip(mine, standard, strict=True):
        by_output.setdefault((one.item, one.system), []).append(value)
    lists = [np.array(own) for own in by_output.values() if len(own) > 1]
    simulated = _simulated(lists, np.array(standard), rounds, seed) if lists else None
    reason = "" if simulated else "no output has two ratings that differ"
    return Reliability(question, raters, len(keys), simulated, _pairwise(mine), reason)


def _simulated(
    lists: Sequence[NDArray[np.float64]], everything: NDArray[np.float64], rounds: int, seed: int
) -> tuple[float, float] | None:
    if np.ptp(everything) == 0:
        return None
    edges = np.quantile(everything, np.linspace(0, 1, _BINS + 1)[1:-1])
    random = np.random.default_rng(seed)
    sizes = np.array([len(own) for own in lists])
    sums = np.array([own.sum() for own in lists])
    flat, starts = np.concatenate(lists), np.cumsum(sizes) - sizes
    kappas = []
    for _ in range(rounds):
        one = flat[starts + random.integers(0, sizes)]
        others = (sums - one) / (sizes - 1)
        kappa = weighted_kappa(np.digitize(one, edges), np.digitize(others, edges), _BINS)
        if kappa is not None:
            kappas.append(kappa)
    return (float(np.mean(kappas)), float(np.std(kappas))) if kappas else None


def _pairwise(ratings: Sequence[Rating]) -> float | None:
    """The mean kappa of raters who rated at least ten outputs together, on their own answers."""
    answers: dict[str, dict[Key, float]] = {}
    for one in ratings:
        answers.setdefault(one.rater, {})[one.item, one.system] = one.score
    levels = sorted({one.score for one in ratings})
    if len(levels) > 20 or len(levels) < 2:  # a continuous scale has no categories
        return None
    number = {level: place for place, level in enumerate(levels)}
    kappas = []
    for first, second in combinations(answers.values(), 2):
        shared = first.keys() & second.keys()
        if len(shared) >= _LEAST_SHARED:
            places = [
                np.array([number[own[key]] for key in sorted(shared)]) for own in (first, second)
            ]
            kappa = weighted_kappa(places[0], places[1], len(levels))
            if kappa is not None:
                kappas.append(kappa)
    return float(np.mean(kappas)) if kappas else None


def weighted_kappa(
    first: NDArray[np.int64], second: NDArray[np.int64], categories: int
) -> float | None:
    """Cohen's kappa with quadratic weights (Cohen 1968); None where nothing varies."""
    observed = np.zeros((categories, categories))
    np.add.at(observed, (first, second), 1.0)
    expected = np.outer(observed.sum(axis=1), observed.sum(axis=0)) / max(1, len(first))
    places = np.arange(categories)
    weights = (places[:, None] - places[None, :]) ** 2
    by_chance = (weights * expected).sum()
    return None if by_chance == 0 else float(1 - (weights * observed).sum() / by_chance)
