"""Boosted trees as arrays, evaluated with numpy, and the judges of edits that are made of them.

`Forest` gives log-odds, `Curve` turns them into probabilities. `SplitJudge` judges the splits that
labels propose; `LastWord` judges once more what the judge itself would make.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file, save

from seqlab.editing.judge.choose import Bars
from seqlab.editing.judge.records import Verdict
from seqlab.errors import DataError, UsageError
from seqlab.files import atomic_write, read_text

Table = NDArray[np.float64]
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


SPLIT_FILES = ("splits.json", "splits.safetensors")


OUTPUTS = ("good", "acceptable")


def tree_verdicts(
    rows: NDArray[np.float32],
    forests: Mapping[str, Forest],
    curves: Mapping[str, Curve],
    prefix: str = "",
) -> list[Verdict]:
    """What the calibrated trees say of each row; those of a level have names with a prefix."""
    names = [prefix + name for name in OUTPUTS]
    good, acceptable = (curves[name](forests[name].predict(rows)) for name in names)
    # What is good is acceptable: two models may differ a little.
    acceptable = np.maximum(good, acceptable)
    return [Verdict(float(g), float(a)) for g, a in zip(good, acceptable, strict=True)]


def save_forests(forests: Mapping[str, Forest], path: Path) -> None:
    """Write named forests as arrays."""
    arrays = {
        f"{name}:{key}": np.ascontiguousarray(array)
        for name, forest in forests.items()
        for key, array in forest.to_arrays().items()
    }
    with atomic_write(path, "wb") as handle:
        handle.write(save(arrays))


def load_forests(path: Path) -> dict[str, Forest]:
    """The forests that `save_forests` wrote."""
    arrays: dict[str, dict[str, Any]] = {}
    for key, array in load_file(path).items():
        name, _, part = key.partition(":")
        arrays.setdefault(name, {})[part] = array
    return {name: Forest.from_arrays(parts) for name, parts in arrays.items()}


def stored_curves(curves: Mapping[str, Curve]) -> dict[str, dict[str, Sequence[float]]]:
    """Curves as plain values."""
    return {n: {"scores": c.scores, "chances": c.chances} for n, c in curves.items()}


def loaded_curves(stored: Mapping[str, Mapping[str, Sequence[float]]]) -> dict[str, Curve]:
    """Curves from plain values."""
    return {n: Curve(tuple(c["scores"]), tuple(c["chances"])) for n, c in stored.items()}


@dataclass(frozen=True, eq=False)
class SplitJudge:
    """Boosted trees over the features of a split, one forest for each output, calibrated."""

    features: tuple[str, ...]
    forests: Mapping[str, Forest]
    curves: Mapping[str, Curve]
    bars: Bars = field(default_factory=Bars)

    def judge(self, rows: Sequence[Mapping[str, float]]) -> list[Verdict]:
        """A verdict for the features of each split."""
        if not rows:
            return []
        return tree_verdicts(feature_rows(rows, self.features), self.forests, self.curves)

    def save(self, folder: str | Path) -> None:
        """Write the judge of splits as data."""
        folder = Path(folder)
        save_forests(self.forests, folder / SPLIT_FILES[1])
        values = {
            "features": self.features,
            "curves": stored_curves(self.curves),
            "bars": self.bars.values,
        }
        with atomic_write(folder / SPLIT_FILES[0]) as handle:
            json.dump(values, handle, indent=1)

    @classmethod
    def load(cls, folder: str | Path) -> SplitJudge | None:
        """The judge of splits of a folder, or None where it has none."""
        file = Path(folder) / SPLIT_FILES[0]
        if not file.is_file():
            return None
        try:
            values = json.loads(read_text(file))
            forests = load_forests(Path(folder) / SPLIT_FILES[1])
            curves, bars = loaded_curves(values["curves"]), Bars(tuple(values["bars"]))
            return cls(tuple(values["features"]), forests, curves, bars)
        except (ValueError, KeyError, TypeError) as error:
            raise DataError(file, f"not a judge of splits: {error}", fix="train it again") from None


def feature_rows(rows: Sequence[Mapping[str, float]], names: Sequence[str]) -> np.ndarray:
    """The features of each row in the order of `names`; one that there is not is missing."""
    missing = [np.nan] * len(names)
    values = [list(map(row.get, names, missing)) for row in rows]
    return np.array(values, dtype=np.float32)


# What trees and reader said of an edit, as log-odds: further features of the last word.
OPINIONS = ("trees_good", "trees_acceptable", "read_good", "read_correct", "read_meaning",
            "read_grammar", "both_good", "both_acceptable")  # fmt: skip
LAST_WORD_FILES = ("last_word.json", "last_word.safetensors")
_EDGE = 1e-3


@dataclass(frozen=True, eq=False)
class LastWord:
    """Trees that judge once more what the judge itself would make.

    Of all that is proposed that is made of which trees and reader think most, so among the edits
    that are made their errors are frequent and their probabilities too high. These trees were
    fitted on such edits alone: on the features of each, and on what trees and reader had said.

    Args:
        features: The features of an edit by kind, in order; `OPINIONS` stand behind them.
        forests: By kind and output: `word.good`.
        curves: The same.
        least: By kind, the P(acceptable) of trees and reader from which on they are asked.
    """

    features: Mapping[str, tuple[str, ...]]
    forests: Mapping[str, Forest]
    curves: Mapping[str, Curve]
    least: Mapping[str, float]

    def judge(self, kind: str, rows: NDArray[np.float32], opinions: Table) -> list[Verdict]:
        """Verdicts of edits of one kind, from their features and the table of `opinion_rows`."""
        table = np.concatenate([rows, opinions], axis=1).astype(np.float32)
        return tree_verdicts(table, self.forests, self.curves, f"{kind}.")

    def save(self, folder: str | Path) -> None:
        """Write the trees as data."""
        folder = Path(folder)
        save_forests(self.forests, folder / LAST_WORD_FILES[1])
        values = {
            "features": self.features,
            "curves": stored_curves(self.curves),
            "least": self.least,
        }
        with atomic_write(folder / LAST_WORD_FILES[0]) as handle:
            json.dump(values, handle, indent=1)
            handle.write("\n")

    @classmethod
    def load(cls, folder: str | Path) -> LastWord | None:
        """The last word of a judge's folder, or None where it has none."""
        file = Path(folder) / LAST_WORD_FILES[0]
        if not file.is_file():
            return None
        try:
            values = json.loads(read_text(file))
            features = {kind: tuple(names) for kind, names in values["features"].items()}
            curves = loaded_curves(values["curves"])
            least = {kind: float(chance) for kind, chance in values["least"].items()}
            forests = load_forests(Path(folder) / LAST_WORD_FILES[1])
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise DataError(file, f"not a last word: {error}", fix="train it again") from None
        return cls(features, forests, curves, least)


def opinion_rows(trees: Sequence[Verdict], read: Table, both: Sequence[Verdict]) -> Table:
    """The table of `OPINIONS`, a row per edit; `read` are the reader's probabilities of them."""
    chances = np.concatenate([_chances(trees), read, _chances(both)], axis=1)
    chances = np.clip(chances, _EDGE, 1 - _EDGE)
    table: Table = np.log(chances / (1 - chances))
    return table


def _chances(verdicts: Sequence[Verdict]) -> Table:
    return np.array([[one.good, one.acceptable] for one in verdicts]).reshape(-1, 2)
