"""`Forest`: boosted trees as arrays, evaluated with numpy; `Curve`: scores made probabilities."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
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
        feature, threshold, missing_left = self._flat["feature"], *self._rest
        children = self._flat["children"]
        width = rows.shape[1]
        values = rows.ravel()
        base = (np.arange(len(rows), dtype=np.int32) * width)[:, None]
        at = np.broadcast_to(np.arange(trees, dtype=np.int32) * nodes, (len(rows), trees))
        for _ in range(int(self.depth[0])):
            own = values.take(base + feature.take(at))
            right = own > threshold.take(at)
            # Missing values compare false, so they go left unless the node sends them right.
            right |= np.isnan(own) & ~missing_left.take(at)
            at = children.take(2 * at + right)
        total: NDArray[np.float32] = self.value.ravel().take(at).sum(axis=1) + self.base[0]
        return total

    @cached_property
    def _flat(self) -> dict[str, NDArray[np.int32]]:
        """The nodes of all trees in a row; `children` has left and right of each, side by side."""
        trees, nodes = self.feature.shape
        first = (np.arange(trees, dtype=np.int32) * nodes)[:, None]
        pair = np.stack([first + self.left, first + self.right], axis=2).astype(np.int32)
        return {"feature": self.feature.astype(np.int32).ravel(), "children": pair.ravel()}

    @cached_property
    def _rest(self) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        return self.threshold.ravel(), self.missing_left.ravel()

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays by name, as they are stored."""
        return {item.name: getattr(self, item.name) for item in fields(self)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Forest:
        """The forest of stored arrays."""
        return cls(**{item.name: arrays[item.name] for item in fields(cls)})


# Nothing learned from a few thousand verdicts is surer than this.
LEAST_CHANCE, MOST_CHANCE = 0.003, 0.997


@dataclass(frozen=True, slots=True)
class Curve:
    """Probabilities at given log-odds, linear between them."""

    scores: tuple[float, ...] = (-6.0, 6.0)
    chances: tuple[float, ...] = (LEAST_CHANCE, MOST_CHANCE)

    def __call__(self, scores: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
        """The probabilities of scores."""
        chances: NDArray[np.float64] = np.interp(scores, self.scores, self.chances)
        return chances
