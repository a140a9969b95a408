"""Trees and curves fitted on judged edits and on judged splits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seqlab.editing.judge.choose import Bars
from seqlab.editing.judge.records import Verdict
from seqlab.editing.judge.trees import (
    LEAST_CHANCE,
    MOST_CHANCE,
    Curve,
    Forest,
    SplitJudge,
    feature_rows,
)

# The share of acceptable edits among those taken at strengths 0.1 to 1: what strength promises.
PROMISED = (0.99, 0.985, 0.975, 0.965, 0.95, 0.94, 0.925, 0.91, 0.89, 0.86)
# A split helps more than a word, and a doubtful one is seen at once: it may be right less often.
PROMISED_SPLITS = (0.97, 0.96, 0.94, 0.92, 0.90, 0.88, 0.86, 0.84, 0.81, 0.78)
# At the easy level a sentence that stays hard is the greater harm.
PROMISED_EASY = (0.985, 0.975, 0.965, 0.955, 0.94, 0.92, 0.90, 0.88, 0.85, 0.82)
PROMISED_EASY_DELETIONS = (0.985, 0.98, 0.975, 0.965, 0.95, 0.93, 0.91, 0.88, 0.85, 0.82)
PROMISED_EASY_SPLITS = (0.95, 0.94, 0.92, 0.90, 0.88, 0.86, 0.84, 0.81, 0.78, 0.75)
# Verdicts that count as good, and as acceptable.
ACCEPTED = {"good": ("y",), "acceptable": ("y", "s")}


def forest_of(model: Any) -> Forest:
    """The trees of a fitted `sklearn.ensemble.HistGradientBoostingClassifier` of two classes."""
    trees = [stage[0].nodes for stage in model._predictors]
    width = max(len(nodes) for nodes in trees)
    shape = (len(trees), width)
    feature, left, right = (np.zeros(shape, dtype=np.int16) for _ in range(3))
    threshold, value = (np.zeros(shape, dtype=np.float32) for _ in range(2))
    missing_left = np.zeros(shape, dtype=bool)
    for row, nodes in enumerate(trees):
        size = len(nodes)
        own = np.arange(size, dtype=np.int16)
        leaf = nodes["is_leaf"].astype(bool)
        feature[row, :size] = np.where(leaf, 0, nodes["feature_idx"])
        # Rounded down, so that no value that was right of a threshold comes to its left.
        limits = np.where(leaf, 0.0, np.minimum(nodes["num_threshold"], np.finfo(np.float32).max))
        threshold[row, :size] = _rounded_down(limits)
        left[row, :size] = np.where(leaf, own, nodes["left"])
        right[row, :size] = np.where(leaf, own, nodes["right"])
        missing_left[row, :size] = nodes["missing_go_to_left"].astype(bool)
        value[row, :size] = np.where(leaf, nodes["value"], 0.0)
    depth = max(int(nodes["depth"].max()) for nodes in trees)
    return Forest(
        feature,
        threshold,
        left,
        right,
        missing_left,
        value,
        np.array([float(np.ravel(model._baseline_prediction)[0])], dtype=np.float32),
        np.array([depth], dtype=np.int16),
    )


def _rounded_down(values: NDArray[np.float64]) -> NDArray[np.float32]:
    rounded = values.astype(np.float32)
    over = rounded.astype(np.float64) > values
    rounded[over] = np.nextafter(rounded[over], np.float32(-np.inf))
    return rounded


def promised_bars(
    chances: NDArray[np.floating[Any]],
    right: NDArray[np.bool_],
    promised: Sequence[float] = PROMISED,
) -> Bars:
    """The bar at each strength above which the promised share of edits is acceptable."""
    order = np.argsort(-chances)
    # Half of what was counted, half of what the probabilities themselves say: less chance.
    counted = np.cumsum(right[order]) / np.arange(1, len(order) + 1)
    expected = np.cumsum(chances[order]) / np.arange(1, len(order) + 1)
    share = (counted + expected) / 2
    values = [1.01]
    for promise in promised:
        enough = np.flatnonzero(share >= promise)
        bar = float(chances[order[enough[-1]]]) if len(enough) else values[-1]
        values.append(min(bar, values[-1] - 1e-3))
    return Bars(tuple(values))


_POINTS = 24


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
    isotonic = IsotonicRegression(y_min=LEAST_CHANCE, y_max=MOST_CHANCE, out_of_bounds="clip")
    isotonic.fit(scores, truth)
    points = np.unique(np.quantile(scores, np.linspace(0.0, 1.0, _POINTS)))
    smooth = logistic.predict_proba(points.reshape(-1, 1))[:, 1]
    # Half each: isotonic steps follow the data, the logistic curve keeps neighbours apart.
    chances = np.clip((isotonic.predict(points) + smooth) / 2, LEAST_CHANCE, MOST_CHANCE)
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


@dataclass(frozen=True)
class LeftOut:
    """Forests and curves by output, and the verdicts on each row by trees of other documents."""

    forests: Mapping[str, Forest]
    curves: Mapping[str, Curve]
    verdicts: list[Verdict]


@dataclass(frozen=True)
class TreeSizes:
    """How many trees there are, how large, and how much of each is believed."""

    trees: int = 200
    leaves: int = 15
    learning_rate: float = 0.06
    least: int = 15
    columns: float = 0.4


TREES = TreeSizes()
# Smaller, of fewer features each: what trees and reader say holds most of what there is to know.
LAST_TREES = TreeSizes(trees=250, leaves=12, learning_rate=0.04, least=30, columns=0.2)


def fit_left_out(
    matrix: NDArray[np.float32],
    verdicts: Sequence[str],
    groups: Sequence[str],
    seed: int = 1,
    sizes: TreeSizes = TREES,
) -> LeftOut:
    """Trees of all rows; curves are fitted on predictions for documents left out.

    Args:
        matrix: The features of each row.
        verdicts: `y` good, `s` correct without gain, `m` and `g` wrong.
        groups: The document of each row.
        seed: Of the trees.
        sizes: Of the trees.
    """
    from sklearn.model_selection import GroupKFold

    forests, curves, chances = {}, {}, {}
    for name, letters in ACCEPTED.items():
        truth = np.array([verdict in letters for verdict in verdicts])
        scores = np.zeros(len(truth), dtype=np.float32)
        for train, held in GroupKFold(5).split(matrix, truth, list(groups)):
            scores[held] = _grown(matrix[train], truth[train], seed, sizes).predict(matrix[held])
        forests[name] = _grown(matrix, truth, seed, sizes)
        curves[name] = fit_curve(scores, truth)
        chances[name] = curves[name](scores)
    acceptable = np.maximum(chances["good"], chances["acceptable"])
    both = zip(chances["good"], acceptable, strict=True)
    return LeftOut(forests, curves, [Verdict(float(g), float(a)) for g, a in both])


def _grown(
    rows: NDArray[np.float32], right: NDArray[np.bool_], seed: int, sizes: TreeSizes
) -> Forest:
    from sklearn.ensemble import HistGradientBoostingClassifier

    # A column without two values cannot be cut.
    useful = [k for k in range(rows.shape[1]) if len(np.unique(rows[~np.isnan(rows[:, k]), k])) > 1]
    model: Any = HistGradientBoostingClassifier(
        max_iter=sizes.trees,
        learning_rate=sizes.learning_rate,
        max_leaf_nodes=sizes.leaves,
        max_depth=8,
        min_samples_leaf=sizes.least,
        l2_regularization=2.0,
        max_features=sizes.columns,
        early_stopping=False,
        random_state=seed,
    ).fit(rows[:, useful], right)
    forest = forest_of(model)
    return replace(forest, feature=np.array(useful, dtype=np.int16)[forest.feature])


def fit_split_judge(
    rows: Sequence[Mapping[str, float]],
    verdicts: Sequence[str],
    groups: Sequence[str],
    seed: int = 1,
) -> tuple[SplitJudge, list[Verdict]]:
    """The judge of splits that labels propose, and what it says of documents left out."""
    names = tuple(sorted({name for row in rows for name in row}))
    fitted = fit_left_out(feature_rows(rows, names), verdicts, groups, seed)
    bars = split_bars(fitted.verdicts, verdicts)
    return SplitJudge(names, fitted.forests, fitted.curves, bars), fitted.verdicts


def split_bars(
    verdicts: Sequence[Verdict],
    letters: Sequence[str],
    promised: Sequence[float] = PROMISED_SPLITS,
) -> Bars:
    """The bars of splits, from what is said of them and the verdicts of those who read them."""
    chances = np.array([verdict.acceptable for verdict in verdicts])
    right = np.array([letter in ACCEPTED["acceptable"] for letter in letters])
    return promised_bars(chances, right, promised)
