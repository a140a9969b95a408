"""`meta_evaluate`: every metric against one question, in every group, with tests between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from seqlab.errors import DataError, UsageError
from seqlab.evaluation.meta.correlation import Correlation, Kind, correlate, williams_p
from seqlab.evaluation.meta.metric_values import Values, column
from seqlab.evaluation.meta.ratings import RatedOutput, Ratings
from seqlab.evaluation.meta.splits import Split, split_items, tied_at_middle

ALPHA = 0.05


@dataclass(frozen=True)
class MetricTable:
    """Correlations by metric and group, and Williams' p of row metric over column metric."""

    groups: Mapping[str, int]
    correlations: Mapping[str, Mapping[str, Correlation]]
    # Group → p that the first metric is better than the second.
    williams: Mapping[str, Mapping[tuple[str, str], float]] = field(default_factory=dict)

    def unbeaten(self, group: str) -> list[str]:
        """The metrics that no other significantly outperforms in the group (bold in the thesis)."""
        tests = self.williams.get(group, {})
        known = [m for m, own in self.correlations.items() if own[group].value is not None]
        return [
            metric
            for metric in known
            if not any(tests.get((other, metric), 1.0) < ALPHA for other in known)
        ]


@dataclass(frozen=True)
class MetaEvaluation:
    """Everything that the report shows of one question."""

    ratings: Ratings
    question: str
    kind: Kind
    split: Split
    outputs: Sequence[RatedOutput]
    scores: np.ndarray
    values: Values
    table: MetricTable
    notes: tuple[str, ...] = ()


def meta_evaluate(
    ratings: Ratings,
    values: Values,
    question: str | None = None,
    split: Split = "quality",
    kind: Kind = "pearson",
    standardised: bool = False,
    samples: int = 1000,
    seed: int = 1,
    ties: int | None = None,
) -> MetaEvaluation:
    """Correlate metrics with people's scores.

    Args:
        ratings: The ratings.
        values: Metric values by output.
        question: What was asked; the file's first question unless given.
        split: How outputs are grouped.
        kind: Pearson, Spearman or Kendall.
        standardised: Take each rater's z-scores.
        samples: Resamples of the intervals; 0 for none.
        seed: Seed of the resampling.
        ties: Seed of the order of equal ratings where halves meet; as they come unless given.
    """
    if not ratings.questions:
        raise DataError(ratings.name, "has no ratings")
    question = question or ratings.questions[0]
    people = ratings.scores(question, standardised)
    outputs = [one for key, one in ratings.outputs.items() if key in people]
    if not any(one.key in own for own in values.values() for one in outputs):
        raise UsageError(
            f"no output of {ratings.name} has a metric value: are items and systems named alike?"
        )
    scores = np.array([people[one.key] for one in outputs])
    groups = split_items(outputs, scores, split, ties)
    columns = {name: column(own, outputs) for name, own in values.items()}
    correlations = {
        name: {
            group: correlate(own[places], scores[places], kind, samples, seed)
            for group, places in groups.items()
        }
        for name, own in columns.items()
    }
    tests = {
        group: _williams(columns, correlations, scores, places, group)
        for group, places in groups.items()
        if kind == "pearson"
    }
    table = MetricTable({name: len(p) for name, p in groups.items()}, correlations, tests)
    notes = []
    if split == "quality" and (tied := tied_at_middle(scores)):
        notes.append(
            f"{tied} of {len(scores)} outputs have the rating at which Low and High meet; which of "
            "them fall where is decided by their order, and the two columns depend on it"
        )
    missing = sum(int(np.isnan(own).any()) for own in columns.values())
    if missing:
        notes.append(f"{missing} metrics lack values of some outputs, which do not count for them")
    return MetaEvaluation(
        ratings, question, kind, split, outputs, scores, values, table, tuple(notes)
    )


def _williams(
    columns: Mapping[str, np.ndarray],
    correlations: Mapping[str, Mapping[str, Correlation]],
    scores: np.ndarray,
    places: np.ndarray,
    group: str,
) -> dict[tuple[str, str], float]:
    """p for each ordered pair; correlations count by their size, as the thesis prints them."""
    found = {}
    for first, one in columns.items():
        for second, other in columns.items():
            rows = places[~np.isnan(one[places]) & ~np.isnan(other[places])]
            known = all(correlations[name][group].value is not None for name in (first, second))
            if first == second or not known or len(rows) < 4:
                continue
            x, y, people = one[rows], other[rows], scores[rows]
            if not (np.ptp(x) and np.ptp(y) and np.ptp(people)):
                continue
            table = np.corrcoef(np.stack([x, y, people]))
            signs = np.sign(table[:2, 2])
            found[first, second] = williams_p(
                abs(table[0, 2]), abs(table[1, 2]), float(table[0, 1] * signs[0] * signs[1]),
                len(rows),
            )  # fmt: skip
    return found
