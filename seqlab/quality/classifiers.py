"""Kajiwara and Fujita's classifiers (2017, section 3): good, ok or bad from seven features."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from seqlab.level import WordKnowledge
from seqlab.quality.alignment_features import SCALARS, alignment_features
from seqlab.text import tokenize

Kind = Literal["SVM", "MLP", "RandForest"]
KINDS: tuple[Kind, ...] = ("SVM", "MLP", "RandForest")
FOLDS = 5
Array = NDArray[np.float64]


def settings(kind: Kind, full: bool = True) -> list[dict[str, Any]]:
    """The grid of section 3.4; `full` False leaves out the slow half of it."""
    if kind == "SVM":
        grid = (0.01, 0.1, 1.0)
        return [{"C": c, "gamma": gamma} for c, gamma in product(grid, grid)]
    if kind == "MLP":
        sizes = (100, 200, 300, 400, 500) if full else (100, 200)
        activations = ("logistic", "tanh", "relu") if full else ("relu",)
        layers = [own for depth in (1, 2, 3) for own in product(sizes, repeat=depth)]
        return [
            {"hidden_layer_sizes": own, "activation": name}
            for own in (layers if full else layers[:6])
            for name in activations
        ]
    trees = (10, 50, 100, 500, 1000) if full else (100,)
    depths = (5, 10, 15, 20, None) if full else (5, 15)
    leaves = (1, 5, 10, 15, 20) if full else (1, 5)
    return [
        {"n_estimators": count, "max_depth": depth, "min_samples_leaf": leaf}
        for count, depth, leaf in product(trees, depths, leaves)
    ]


def classifier(kind: Kind, options: dict[str, Any], seed: int = 1) -> Any:
    """A classifier as the paper describes it; features are standardised for all but trees."""
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.multiclass import OneVsRestClassifier
    from sklearn.neural_network import MLPClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import SVC

    if kind == "SVM":
        return make_pipeline(StandardScaler(), OneVsRestClassifier(SVC(kernel="rbf", **options)))
    if kind == "MLP":
        return make_pipeline(
            StandardScaler(), MLPClassifier(solver="adam", random_state=seed, **options)
        )
    return RandomForestClassifier(random_state=seed, n_jobs=1, **options)


def feature_rows(pairs: Sequence[tuple[str, str]], words: WordKnowledge) -> Array:
    """The scalar features of each pair in the order of `SCALARS`, then DWE."""
    rows = []
    for original, output in pairs:
        values, difference = alignment_features(
            [token.lower() for token in tokenize(original)],
            [token.lower() for token in tokenize(output)],
            words,
        )
        rows.append([*(values[name] for name in SCALARS), *difference.tolist()])
    return np.array(rows, dtype=np.float64)


def best_settings(
    kind: Kind, rows: Array, overall: NDArray[np.int64], full: bool = True, seed: int = 1
) -> dict[str, Any]:
    """The settings with the highest accuracy on overall quality in five folds, as the paper's."""
    scores = [
        (accuracy(overall, cross_predicted(kind, options, rows, overall, seed)), -place)
        for place, options in enumerate(settings(kind, full))
    ]
    return settings(kind, full)[-max(scores)[1]]


def cross_predicted(
    kind: Kind,
    options: dict[str, Any],
    rows: NDArray[Any],
    labels: NDArray[np.int64],
    seed: int = 1,
) -> NDArray[np.int64]:
    """The class of each row by a classifier of the other folds."""
    from sklearn.model_selection import StratifiedKFold

    if kind == "MLP":
        # The paper's grid has 465 networks: in single precision they take half of the time.
        rows = rows.astype(np.float32)
    found = np.zeros_like(labels)
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=seed)
    for train, test in folds.split(rows, labels):
        found[test] = (
            classifier(kind, options, seed).fit(rows[train], labels[train]).predict(rows[test])
        )
    return found


def accuracy(labels: NDArray[np.int64], found: NDArray[np.int64]) -> float:
    """Share of right classes in per cent."""
    return 100 * float((labels == found).mean())


def mean_absolute_error(labels: NDArray[np.int64], found: NDArray[np.int64]) -> float:
    """Classes as 0, 0.5 and 1 (section 3.2), in per cent."""
    return 100 * float(np.abs(labels - found).mean()) / 2


def weighted_f(labels: NDArray[np.int64], found: NDArray[np.int64]) -> float:
    """F of the classes, weighted by how frequent they are, in per cent."""
    from sklearn.metrics import f1_score

    return 100 * float(f1_score(labels, found, average="weighted", zero_division=0))
