"""`Forest`: boosted trees as arrays, evaluated with numpy; trained elsewhere, loaded as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seqlab.errors import UsageError

# So many rows are led down the trees together: the arrays stay in the cache.
_ROWS = 256


@dataclass(frozen=True, eq=False)
class Forest:
    """Trees side by side, one row each, their nodes as columns.

    A row goes left at a node where its value of `feature` is at most `threshold`, or is missing
    and `missing_left`; leaves point to themselves, so every row takes `depth` steps.
    """

    feature: NDArray[np.int16]
    threshold: NDArray[np.float32]
    left: NDArray[np.int16]
    right: NDArray[np.int16]
    missing_left: NDArray[np.bool_]
    value: NDArray[np.float32]
    base: NDArray[np.float32]
    depth: NDArray[np.int16]

    def predict(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """The log-odds of each row."""
        if not len(rows):
            return np.zeros(0, dtype=np.float32)
        if int(self.feature.max(initial=0)) >= rows.shape[1]:
            raise UsageError(f"the trees read more than the {rows.shape[1]} features given")
        return np.concatenate(
            [self._predict(rows[k : k + _ROWS]) for k in range(0, len(rows), _ROWS)]
        )

    def _predict(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        trees, nodes = self.feature.shape
        offsets = np.arange(trees, dtype=np.int64) * nodes
        feature, threshold = self.feature.ravel(), self.threshold.ravel()
        left, right = self.left.ravel(), self.right.ravel()
        missing_left = self.missing_left.ravel()
        at = np.broadcast_to(offsets, (len(rows), trees)).copy()
        numbers = np.arange(len(rows))[:, None]
        for _ in range(int(self.depth[0])):
            values = rows[numbers, feature[at]]
            go_left = (values <= threshold[at]) | (np.isnan(values) & missing_left[at])
            at = offsets + np.where(go_left, left[at], right[at])
        total: NDArray[np.float32] = self.value.ravel()[at].sum(axis=1) + self.base[0]
        return total

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays by name, as they are stored."""
        return {item.name: getattr(self, item.name) for item in fields(self)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Forest:
        """The forest of stored arrays."""
        return cls(**{item.name: arrays[item.name] for item in fields(cls)})


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
