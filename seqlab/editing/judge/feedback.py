"""What the verdicts of one editor change about the judge: effects added to its log-odds.

A few hundred verdicts cannot grow new trees. They can say that this editor likes fewer deletions,
refuses replacements that are longer, and does not want one word for another. So each edit belongs
to groups (all edits, its operation, its form, its substitution, its word), every group has an
effect, and the effects are those of a logistic regression with random effects on top of the
judge's own log-odds: each is drawn towards 0 by its prior, the more the fewer verdicts it has.
How far operations and forms may go from 0 is what the verdicts themselves make most likely
(Laplace's approximation; Rasmussen and Williams, Gaussian Processes for Machine Learning, 3.4), so
that an editor who judges as the judge does changes little, and one with a taste changes much.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seqlab.editing.judge.records import Verdict
from seqlab.editing.judge.verdict_table import stem
from seqlab.errors import DataError
from seqlab.files import atomic_write, read_text

FILE = "feedback.json"
OUTPUTS = ("good", "acceptable")
GOOD, ACCEPTABLE = ("y",), ("y", "s")
VERDICTS = ("y", "s", "m", "g")
# Prior variances of the effects, chosen on simulated reviews of documents of edits' train part.
_VARIANCES = {"base": 0.05, "operation": 0.1, "form": 0.03, "pair": 1.0, "word": 0.5}
# An editor's taste in operations and in forms may be as much stronger.
_TASTES = {"operation": (1.0, 20.0), "form": (1.0, 20.0)}
# What was said last counts: of more verdicts only so many are read.
_MOST = 2000
_STEPS = 50
_SMALL = 1e-7
_SURE = 6.0

Array = NDArray[np.float64]
Effects = dict[str, dict[str, float]]


@dataclass(frozen=True, slots=True)
class Judged:
    """One edit as the correction sees it."""

    operation: str
    old: str
    new: str

    def groups(self) -> dict[str, str]:
        """The groups that the edit belongs to; words in any form are one word."""
        longer = len(self.new.split()) > len(self.old.split())
        form = "longer" if self.operation == "replace" and longer else self.operation
        groups = {"base": "all", "operation": self.operation, "form": form}
        if self.operation != "split":
            old, new = (" ".join(map(stem, text.split())) for text in (self.old, self.new))
            groups["pair"] = f"{old} → {new}"
            groups["word"] = old if new else f"{old} →"
        return groups


@dataclass(frozen=True)
class Feedback:
    """For each output the effect of every group, by its kind; and how many verdicts were read."""

    effects: Mapping[str, Mapping[str, Mapping[str, float]]]
    verdicts: int = 0

    def corrected(self, edits: Sequence[Judged], verdicts: Sequence[Verdict]) -> list[Verdict]:
        """The verdicts as this editor would have them."""
        if not edits:
            return []
        groups = [edit.groups() for edit in edits]
        chances = {}
        for output in OUTPUTS:
            scores = _log_odds([getattr(one, output) for one in verdicts])
            own = self.effects[output]
            added = [sum(own[k].get(name, 0.0) for k, name in one.items()) for one in groups]
            chances[output] = _chance(scores + np.array(added))
        return [
            Verdict(float(good), float(max(good, acceptable)))
            for good, acceptable in zip(chances["good"], chances["acceptable"], strict=True)
        ]

    def save(self, folder: Path) -> None:
        """Write the correction beside the judge."""
        values = {
            "effects": {
                output: {
                    kind: dict(sorted(own.items())) for kind, own in self.effects[output].items()
                }
                for output in OUTPUTS
            },
            "verdicts": self.verdicts,
        }
        with atomic_write(folder / FILE) as handle:
            handle.write(json.dumps(values, indent=1, ensure_ascii=False) + "\n")

    @classmethod
    def load(cls, folder: Path) -> Feedback | None:
        """The correction of a judge's folder, or None where it has none."""
        file = folder / FILE
        if not file.is_file():
            return None
        try:
            values = json.loads(read_text(file))
            effects = {
                output: {
                    kind: {str(n): float(v) for n, v in values["effects"][output][kind].items()}
                    for kind in _VARIANCES
                }
                for output in OUTPUTS
            }
            return cls(effects, int(values["verdicts"]))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise DataError(file, f"not feedback: {error}", fix="train it again") from None


def fit_feedback(
    edits: Sequence[Judged], verdicts: Sequence[Verdict], letters: Sequence[str]
) -> Feedback:
    """The correction from what the judge said of edits and what an editor did with them.

    Args:
        edits: The edits, the latest last.
        verdicts: What the judge said.
        letters: What the editor said: `y` accepted, `s` written over, `m` or `g` refused.
    """
    groups = [edit.groups() for edit in edits[-_MOST:]]
    effects = {}
    for output, kept in (("good", GOOD), ("acceptable", ACCEPTABLE)):
        truth = np.array([letter in kept for letter in letters[-_MOST:]], dtype=float)
        scores = _log_odds([getattr(one, output) for one in verdicts[-_MOST:]])
        fits = [_Fit.of(groups, scores, truth, one) for one in _priors()]
        effects[output] = max(fits, key=lambda fit: fit.evidence).effects(groups)
    return Feedback(effects, len(edits))


def _priors() -> list[dict[str, float]]:
    return [
        {**_VARIANCES, **{k: _VARIANCES[k] * s for k, s in zip(_TASTES, scales, strict=True)}}
        for scales in product(*_TASTES.values())
    ]


@dataclass(frozen=True)
class _Fit:
    """The weight of each verdict under some prior variances, and how likely they make them all."""

    variances: Mapping[str, float]
    weights: Array
    evidence: float

    @classmethod
    def of(
        cls,
        groups: Sequence[Mapping[str, str]],
        scores: Array,
        truth: Array,
        variances: Mapping[str, float],
    ) -> _Fit:
        size = len(truth)
        kernel = 1e-6 * np.eye(size)
        for kind, variance in variances.items():
            numbers: dict[str, int] = {}
            # An edit that has no such group shares it with none.
            own = [
                numbers.setdefault(one[kind], len(numbers)) if kind in one else -1 - place
                for place, one in enumerate(groups)
            ]
            kernel += variance * np.equal.outer(own, own)
        weights = added = np.zeros(size)
        value = _value(scores, truth, weights, added)
        for _ in range(_STEPS):
            chance = _chance(scores + added)
            root = np.sqrt(chance * (1 - chance))
            factor = np.linalg.cholesky(np.eye(size) + root[:, None] * kernel * root)
            slope = root**2 * added + truth - chance
            inner = np.linalg.solve(factor, root * (kernel @ slope))
            step = slope - root * np.linalg.solve(factor.T, inner) - weights
            # Where the judge is very sure, a whole step would go much too far.
            while np.abs(step).max(initial=0.0) > _SMALL:
                new = kernel @ (weights + step)
                if (better := _value(scores, truth, weights + step, new)) >= value:
                    break
                step = step / 2
            else:
                break
            weights, added, value = weights + step, new, better
        return cls(variances, weights, value - float(np.log(np.diag(factor)).sum()))

    def effects(self, groups: Sequence[Mapping[str, str]]) -> Effects:
        """The effect of every group: the weights of its verdicts, times its variance."""
        effects: Effects = {kind: {} for kind in self.variances}
        for one, weight in zip(groups, self.weights, strict=True):
            for kind, name in one.items():
                own = effects[kind]
                own[name] = own.get(name, 0.0) + self.variances[kind] * float(weight)
        return {
            kind: {name: round(value, 6) for name, value in own.items()}
            for kind, own in effects.items()
        }


def _value(scores: Array, truth: Array, weights: Array, added: Array) -> float:
    """The logarithm of how likely verdicts and effects are together, but for a constant."""
    chance = np.clip(_chance(scores + added), 1e-12, 1 - 1e-12)
    return float(np.log(np.where(truth > 0, chance, 1 - chance)).sum() - weights @ added / 2)


def _log_odds(chances: Sequence[float]) -> Array:
    clipped = np.clip(np.asarray(chances, dtype=float), 1e-4, 1 - 1e-4)
    scores: Array = np.clip(np.log(clipped / (1 - clipped)), -_SURE, _SURE)
    return scores


def _chance(scores: Array) -> Array:
    chance: Array = 1 / (1 + np.exp(-scores))
    return chance


def feedback_edits(rows: Sequence[Mapping[str, Any]]) -> list[Judged]:
    """The edits of rows of feedback."""
    return [Judged(str(r["operation"]), str(r.get("old", "")), str(r.get("new", ""))) for r in rows]
