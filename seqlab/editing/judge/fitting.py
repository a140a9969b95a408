"""Trees and curves fitted on judged edits, on judged splits, and on what the editor deleted.

Edits were judged at the plain level only. At the easy level the editor also drops minor detail;
how much likelier a span is dropped there is the difference of two forests of trees, one for each
level, both trained on spans that the editor dropped or kept. Its log-odds are added to the
judge's for deletions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seqlab.editing.judge.choose import Bars
from seqlab.editing.judge.judge import (
    LEAST_CHANCE,
    MOST_CHANCE,
    Curve,
    Forest,
    SplitJudge,
    feature_rows,
)
from seqlab.editing.propose import Tagged, aligned_blocks

# The share of acceptable edits among those taken at strengths 0.1 to 1: what strength promises.
PROMISED = (0.99, 0.985, 0.975, 0.965, 0.95, 0.94, 0.925, 0.91, 0.89, 0.86)
# A split helps more than a word, and a doubtful one is seen at once: it may be right less often.
PROMISED_SPLITS = (0.97, 0.96, 0.94, 0.92, 0.90, 0.88, 0.86, 0.84, 0.81, 0.78)
# Verdicts on splits that count as good, and as acceptable.
SPLIT_VERDICTS = {"good": ("y",), "acceptable": ("y", "s")}


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


def fit_split_judge(
    rows: Sequence[Mapping[str, float]],
    verdicts: Sequence[str],
    groups: Sequence[str],
    seed: int = 1,
) -> SplitJudge:
    """Learn from judged splits; curves are fitted on predictions for documents left out.

    Args:
        rows: The features of each split.
        verdicts: `y` good, `s` correct without gain, `m` and `g` wrong.
        groups: The document of each split.
        seed: Of the trees.
    """
    from sklearn.ensemble import HistGradientBoostingClassifier
    from sklearn.model_selection import GroupKFold

    names = tuple(sorted({name for row in rows for name in row}))
    matrix = feature_rows(rows, names)
    forests, curves = {}, {}
    for name, letters in SPLIT_VERDICTS.items():
        truth = np.array([verdict in letters for verdict in verdicts])

        def fresh() -> Any:
            return HistGradientBoostingClassifier(
                max_iter=80,
                learning_rate=0.06,
                max_leaf_nodes=8,
                min_samples_leaf=12,
                l2_regularization=2.0,
                random_state=seed,
            )

        scores = np.zeros(len(truth), dtype=np.float32)
        for train, held in GroupKFold(5).split(matrix, truth, list(groups)):
            fitted = forest_of(fresh().fit(matrix[train], truth[train]))
            scores[held] = fitted.predict(matrix[held])
        forests[name] = forest_of(fresh().fit(matrix, truth))
        curves[name] = fit_curve(scores, truth)
        if name == "acceptable":
            bars = promised_bars(curves[name](scores), truth, PROMISED_SPLITS)
    return SplitJudge(names, forests, curves, bars)


_HEADS = (("NN",), ("NNS",), ("JJ",))
_BRACKET, _BETWEEN_COMMAS, _OPENING = 20, 14, 9


def deletion_spans(text: Tagged) -> set[tuple[int, int]]:
    """Spans that might be side remarks: brackets, between commas, adverbs, adjectives."""
    tokens, tags, size = text.tokens, text.tags, len(text.tokens)
    spans = set()
    for place, token in enumerate(tokens):
        if token in ("(", "["):
            ends = [k for k in range(place, min(size, place + _BRACKET)) if tokens[k] in (")", "]")]
            spans |= {(place, end + 1) for end in ends[:1]}
        elif token.islower():
            colours = tags[place] == "JJ" and tags[place + 1 : place + 2] in _HEADS
            if colours or tags[place] == "RB":
                spans.add((place, place + 1))
    commas = [place for place, token in enumerate(tokens) if token == ","]
    for first, second in pairwise(commas):
        if 2 <= second - first <= _BETWEEN_COMMAS:
            spans.add((first, second + 1))
    if commas and 3 <= size - 1 - commas[-1] <= _BETWEEN_COMMAS:
        spans.add((commas[-1], size - 1))
    if commas and 1 <= commas[0] <= _OPENING:
        spans.add((0, commas[0] + 1))
    return spans


def was_deleted(source: Tagged, rewriting: Tagged, start: int, end: int) -> bool | None:
    """Whether the editor dropped a span, with little in its place; None where it was rewritten."""
    kept = [False] * len(source.tokens)
    put = 0
    for name, i1, i2, j1, j2 in aligned_blocks(source.tokens, rewriting.tokens):
        if name == "equal":
            kept[i1:i2] = [True] * (i2 - i1)
        elif name == "replace" and i1 < end and start < i2:
            put += j2 - j1
    words = [kept[k] for k in range(start, end) if source.tokens[k] != ","]
    if words and all(words):
        return False
    return True if not any(words) and put <= (end - start) // 3 else None


def fit_level_shift(
    rows: NDArray[np.float32],
    plain: Sequence[bool | None],
    easy: Sequence[bool | None],
    seed: int = 0,
) -> Forest:
    """The forest whose log-odds are those of the easy level less those of the plain one.

    Args:
        rows: Features of deletions, in the judge's order.
        plain: Whether each was made at the plain level; None is left out.
        easy: The same at the easy level.
        seed: Of all that is drawn by lot.
    """
    grown = [_grown(rows, labels, seed) for labels in (easy, plain)]
    return difference(*grown)


def _grown(rows: NDArray[np.float32], labels: Sequence[bool | None], seed: int) -> Forest:
    from sklearn.ensemble import HistGradientBoostingClassifier

    known = np.array([label is not None for label in labels])
    right = np.array([label is True for label in labels])[known]
    table = rows[known]
    # A column without two values cannot be cut.
    useful = [
        k for k in range(rows.shape[1]) if len(np.unique(table[~np.isnan(table[:, k]), k])) > 1
    ]
    model: Any = HistGradientBoostingClassifier(
        max_iter=80,
        learning_rate=0.08,
        max_leaf_nodes=12,
        max_depth=6,
        max_features=0.3,
        early_stopping=False,
        random_state=seed,
    ).fit(table[:, useful], right)
    return renumbered(forest_of(model), useful)


def renumbered(forest: Forest, features: Sequence[int]) -> Forest:
    """The forest over other columns: its feature `k` is column `features[k]`."""
    arrays = forest.to_arrays()
    arrays["feature"] = np.array(features, dtype=np.int16)[forest.feature]
    return Forest.from_arrays(arrays)


def difference(first: Forest, second: Forest) -> Forest:
    """One forest that gives the log-odds of the first less those of the second."""
    width = max(first.feature.shape[1], second.feature.shape[1])
    one, other = first.to_arrays(), second.to_arrays()
    other["value"], other["base"] = -other["value"], -other["base"]
    joined = {
        name: np.concatenate(
            [
                np.pad(part[name], ((0, 0), (0, width - part[name].shape[1])))
                for part in (one, other)
            ]
        )
        for name in one
        if name not in ("base", "depth")
    }
    joined["base"] = one["base"] + other["base"]
    joined["depth"] = np.maximum(one["depth"], other["depth"])
    return Forest.from_arrays(joined)
