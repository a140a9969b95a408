"""How far raters agree, while the study runs.

Scores: as in section 5.2.3 of the thesis, the ratings of each rater are standardised, put into five
equal bins, and two raters are simulated for every item: one rating, and the mean of the others;
quadratic weighted kappa, over many draws. Choices: Fleiss' kappa. And every rater against himself,
where pages came twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from seqlab.web.rating.store import ITEM, REPEAT

_BINS = 5
_DRAWS = 200


@dataclass(frozen=True)
class Agreement:
    """How far raters agree on a question; None where there is too little to say."""

    question: str
    ratings: int
    items: int
    kappa: float | None
    deviation: float | None
    consistency: float | None


def agreement(
    ratings: Iterable[Mapping[str, object]], questions: Sequence[str], choices: bool, seed: int = 1
) -> list[Agreement]:
    """The agreement on every question so far."""
    by_question: dict[str, list[Mapping[str, object]]] = defaultdict(list)
    for one in ratings:
        if one["kind"] in (ITEM, REPEAT):
            by_question[str(one["question"])].append(one)
    return [_of(name, by_question[name], choices, seed) for name in questions]


def _of(name: str, rows: list[Mapping[str, object]], choices: bool, seed: int) -> Agreement:
    first = [one for one in rows if one["kind"] == ITEM]
    units: dict[tuple[object, object], list[tuple[object, float]]] = defaultdict(list)
    for one in first:
        value = _choice(one) if choices else float(one["value"])  # type: ignore[arg-type]
        units[one["item"], _unit(one, choices)].append((one["rater"], value))
    shared = [own for own in units.values() if len(own) > 1]
    kappa: tuple[float, float] | None
    if choices:
        kappa = _fleiss([[value for _, value in own] for own in shared])
    else:
        kappa = _simulated(list(units.values()), seed)
    mean, deviation = kappa or (None, None)
    return Agreement(name, len(first), len(shared), mean, deviation, _consistency(rows, choices))


def _unit(one: Mapping[str, object], choices: bool) -> object:
    return tuple(sorted(_systems(one))) if choices else one["system"]


def _systems(one: Mapping[str, object]) -> list[str]:
    import json

    return list(json.loads(str(one["shown"])))


def _choice(one: Mapping[str, object]) -> float:
    """0 or 1 for a system by name, however the page ordered them; 2 for neither."""
    value = int(float(one["value"]))  # type: ignore[arg-type]
    shown = _systems(one)
    return float(sorted(shown).index(shown[value])) if value < 2 else 2.0


def _simulated(units: list[list[tuple[object, float]]], seed: int) -> tuple[float, float] | None:
    """Mean and deviation of weighted kappa between one rating and the mean of the others."""
    from sklearn.metrics import cohen_kappa_score

    own: dict[object, list[float]] = defaultdict(list)
    for unit in units:
        for rater, value in unit:
            own[rater].append(value)
    means = {rater: float(np.mean(values)) for rater, values in own.items()}
    spreads = {rater: float(np.std(values)) or 1.0 for rater, values in own.items()}
    standard = [[(v - means[r]) / spreads[r] for r, v in unit] for unit in units if len(unit) > 1]
    if len(standard) < 2:
        return None
    every = np.concatenate([np.array(unit) for unit in standard])
    # Five equal bins between the least and the greatest rating.
    edges = np.linspace(every.min(), every.max(), _BINS + 1)[1:-1]
    if every.min() == every.max():
        return None
    chance = np.random.default_rng(seed)
    found = []
    for _ in range(_DRAWS):
        one: list[float] = []
        rest: list[float] = []
        for scores in standard:
            place = int(chance.integers(len(scores)))
            one.append(scores[place])
            rest.append(float(np.mean(scores[:place] + scores[place + 1 :])))
        bins = [np.digitize(values, edges) for values in (one, rest)]
        if len({*bins[0], *bins[1]}) > 1:
            kappa = cohen_kappa_score(*bins, weights="quadratic", labels=range(_BINS))
            found.append(float(kappa))
    return (float(np.mean(found)), float(np.std(found))) if found else None


def _fleiss(units: list[list[float]]) -> tuple[float, float] | None:
    """Fleiss' kappa; items may have different numbers of raters."""
    if len(units) < 2:
        return None
    counts = np.array([[unit.count(float(kind)) for kind in range(3)] for unit in units])
    sizes = counts.sum(axis=1)
    agreed = (counts * (counts - 1)).sum(axis=1) / (sizes * (sizes - 1))
    shares = counts.sum(axis=0) / counts.sum()
    by_chance = float((shares**2).sum())
    if by_chance >= 1:
        return None
    return (float(agreed.mean()) - by_chance) / (1 - by_chance), 0.0


def _consistency(rows: list[Mapping[str, object]], choices: bool) -> float | None:
    """Of pages that came twice: the mean difference of scores, or the share of equal choices."""
    first = {
        (one["rater"], one["item"], one["system"], one["shown"]): one
        for one in rows
        if one["kind"] == ITEM
    }
    pairs = [
        (one, first[key])
        for one in rows
        if one["kind"] == REPEAT
        and (key := (one["rater"], one["item"], one["system"], one["shown"])) in first
    ]
    if not pairs:
        return None
    if choices:
        return sum(_choice(one) == _choice(two) for one, two in pairs) / len(pairs)
    values = [abs(float(one["value"]) - float(two["value"])) for one, two in pairs]  # type: ignore[arg-type]
    return float(np.mean(values))
