"""`SplitJudge`: how likely a split that the labels propose is good, and acceptable."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import load, save

from seqlab.editing.judge.calibration import Curve, fit_curve
from seqlab.editing.judge.forest import Forest, forest_of
from seqlab.editing.judge.records import Verdict
from seqlab.errors import DataError
from seqlab.files import atomic_write, read_text

FILES = ("splits.json", "splits.safetensors")
OUTPUTS = {"good": ("y",), "acceptable": ("y", "s")}


@dataclass(frozen=True, eq=False)
class SplitJudge:
    """Boosted trees over the features of a split, one forest for each output, calibrated."""

    features: tuple[str, ...]
    forests: Mapping[str, Forest]
    curves: Mapping[str, Curve]

    def judge(self, rows: Sequence[Mapping[str, float]]) -> list[Verdict]:
        """A verdict for the features of each split."""
        if not rows:
            return []
        matrix = _matrix(rows, self.features)
        good, acceptable = (
            self.curves[name](self.forests[name].predict(matrix)) for name in OUTPUTS
        )
        # What is good is acceptable: two models may differ a little.
        acceptable = np.maximum(good, acceptable)
        return [Verdict(float(g), float(a)) for g, a in zip(good, acceptable, strict=True)]

    def save(self, folder: str | Path) -> None:
        """Write the judge of splits as data."""
        folder = Path(folder)
        arrays = {
            f"{name}:{key}": np.ascontiguousarray(array)
            for name, forest in self.forests.items()
            for key, array in forest.to_arrays().items()
        }
        with atomic_write(folder / FILES[1], "wb") as handle:
            handle.write(save(arrays))
        curves = {n: {"scores": c.scores, "chances": c.chances} for n, c in self.curves.items()}
        with atomic_write(folder / FILES[0]) as handle:
            json.dump({"features": self.features, "curves": curves}, handle, indent=1)

    @classmethod
    def load(cls, folder: str | Path) -> SplitJudge | None:
        """The judge of splits of a folder, or None where it has none."""
        file = Path(folder) / FILES[0]
        if not file.is_file():
            return None
        try:
            values = json.loads(read_text(file))
            curves = {
                name: Curve(tuple(curve["scores"]), tuple(curve["chances"]))
                for name, curve in values["curves"].items()
            }
            arrays: dict[str, dict[str, Any]] = {name: {} for name in OUTPUTS}
            for key, array in load((Path(folder) / FILES[1]).read_bytes()).items():
                name, _, part = key.partition(":")
                arrays[name][part] = array
            forests = {name: Forest.from_arrays(parts) for name, parts in arrays.items()}
            return cls(tuple(values["features"]), forests, curves)
        except (ValueError, KeyError, TypeError) as error:
            raise DataError(file, f"not a judge of splits: {error}", fix="train it again") from None


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
    matrix = _matrix(rows, names)
    forests, curves = {}, {}
    for name, letters in OUTPUTS.items():
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
    return SplitJudge(names, forests, curves)


def _matrix(rows: Sequence[Mapping[str, float]], names: Sequence[str]) -> np.ndarray:
    values = [[row.get(name, np.nan) for name in names] for row in rows]
    return np.array(values, dtype=np.float32)
