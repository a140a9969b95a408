"""`Judge`: how likely each edit is good, and acceptable, in its sentence at a level.

Two look at an edit: boosted trees (`Forest`) over numbers of it, counts, forms, frequencies and the
tagger's probabilities, and a reader (`EditReader`) of the sentence with the edit marked in it. What
the trees find possible is read, and a logistic regression joins the two (`Blend`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file, save

from lexical_simplifier import LexicalSimplifier
from seqlab.editing.judge.choose import Bars
from seqlab.editing.judge.context_features import (
    fluency_features,
    form_features,
    inventory_features,
    lexical_features,
)
from seqlab.editing.judge.reader import EditReader
from seqlab.editing.judge.records import (
    Batch,
    Case,
    Row,
    Verdict,
    case_of,
    check_rows,
    tagged_texts,
)
from seqlab.editing.judge.split_features import split_features
from seqlab.editing.judge.word_facts import Resources, WordTable
from seqlab.editing.judge.word_features import (
    deletion_features,
    place_features,
    tagger_features,
    word_features,
)
from seqlab.editing.propose import Inventory
from seqlab.errors import DataError, UsageError
from seqlab.files import atomic_write, read_text
from seqlab.syntax import Syntax

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


Columns = dict[str, NDArray[np.float32]]
# Every group can be left out, to see what it gives.
GROUPS: Mapping[str, Callable[[Batch, Resources], Columns]] = {
    "inventory": inventory_features,
    "words": word_features,
    "place": place_features,
    "forms": form_features,
    "fluency": fluency_features,
    "lexical": lexical_features,
    "deletion": deletion_features,
    "split": split_features,
    "tagger": tagger_features,
}


def feature_columns(
    batch: Batch, resources: Resources, groups: tuple[str, ...] = tuple(GROUPS)
) -> Columns:
    """Named columns over the cases of a batch."""
    columns: Columns = {}
    for name in groups:
        columns |= GROUPS[name](batch, resources)
    return columns


# The level never makes a deletion worse, and what it adds is bounded.
LEAST_SHIFT, MOST_SHIFT = 0.0, 2.5
OUTPUTS = ("good", "acceptable")
# Verdicts that count as right, by output.
RIGHT = {"good": ("y",), "acceptable": ("y", "s")}
KINDS = ("replace", "delete", "split", "easy.delete")
# What the trees find less likely to be acceptable is not worth reading.
LEAST_READ = 0.1


def _log_odds(chances: NDArray[Any]) -> NDArray[np.float64]:
    clipped = np.clip(np.asarray(chances, dtype=np.float64), LEAST_CHANCE, MOST_CHANCE)
    odds: NDArray[np.float64] = np.log(clipped / (1 - clipped))
    return odds


@dataclass(frozen=True)
class Blend:
    """Logistic regression over what the trees, the reader and the labels say of an edit.

    `weights` has for each output and kind of edit (`good/replace`, `good/easy.delete`) a weight for
    each of `blend_factors`.
    """

    weights: Mapping[str, tuple[float, ...]]

    def __call__(
        self, first: NDArray[Any], read: NDArray[Any], cases: Sequence[Case], level: str
    ) -> NDArray[np.float64]:
        """Probabilities (edits, outputs) from those of the trees and of the reader's verdicts."""
        kinds = [kind_of(case, level) for case in cases]
        return self.join(blend_factors(first, read, cases), kinds)

    def join(self, factors: NDArray[np.float64], kinds: Sequence[str]) -> NDArray[np.float64]:
        """Probabilities (edits, outputs) of the factors of edits of some kinds."""
        joined = np.empty((len(kinds), len(OUTPUTS)))
        for column, output in enumerate(OUTPUTS):
            table = np.array([self.weights[f"{output}/{kind}"] for kind in kinds])
            joined[:, column] = 1 / (1 + np.exp(-(table * factors).sum(axis=1)))
        return np.clip(joined, LEAST_CHANCE, MOST_CHANCE)


def blend_factors(
    first: NDArray[Any], read: NDArray[Any], cases: Sequence[Case]
) -> NDArray[np.float64]:
    """What a blend weighs: one, and log-odds of several answers to whether the edit is right.

    Both outputs by the trees and by the reader; and how likely the labels of a split are, where
    labels propose it: the cut, its opening, the least likely of the others.
    """
    by_reader = np.stack([read[:, 0], read[:, 0] + read[:, 1]], axis=1)
    by_labels = [[float(bool(case.evidence)), *(case.evidence or (0.5,) * 3)] for case in cases]
    labels = np.array(by_labels).reshape(-1, 4)
    ones = np.ones((len(cases), 1))
    odds = _log_odds(np.concatenate([first, by_reader, labels[:, 1:]], axis=1))
    return np.concatenate([ones, labels[:, :1], odds], axis=1)


def kind_of(case: Case, level: str) -> str:
    """The kind of an edit by which a blend weighs it."""
    easy = case.operation == "delete" and level == "easy"
    return "easy.delete" if easy else case.operation


def _save_forests(forests: Mapping[str, Forest], path: Path) -> None:
    arrays = {
        f"{name}:{key}": np.ascontiguousarray(array)
        for name, forest in forests.items()
        for key, array in forest.to_arrays().items()
    }
    with atomic_write(path, "wb") as handle:
        handle.write(save(arrays))


def _load_forests(path: Path) -> dict[str, Forest]:
    arrays: dict[str, dict[str, Any]] = {name: {} for name in OUTPUTS}
    for key, array in load_file(path).items():
        name, _, part = key.partition(":")
        arrays.setdefault(name, {})[part] = array
    return {name: Forest.from_arrays(parts) for name, parts in arrays.items()}


def _stored_curves(curves: Mapping[str, Curve]) -> dict[str, dict[str, Sequence[float]]]:
    return {n: {"scores": c.scores, "chances": c.chances} for n, c in curves.items()}


def _loaded_curves(stored: Mapping[str, Mapping[str, Sequence[float]]]) -> dict[str, Curve]:
    return {n: Curve(tuple(c["scores"]), tuple(c["chances"])) for n, c in stored.items()}


VERSION = "edit_judge.v1"
READER = "reader"
_FILES = {
    "forests": "forests.safetensors",
    "inventory": "inventory.tsv.gz",
    "words": "words.tsv.gz",
}
_CHUNK = 512


@dataclass(frozen=True, eq=False)
class Judge:
    """Boosted trees over the features of edits, calibrated.

    `forests` has one for each of `OUTPUTS` and may have one by the name of a level, whose log-odds
    are added for deletions (`level_shift`).
    """

    resources: Resources
    features: tuple[str, ...]
    forests: Mapping[str, Forest]
    curves: Mapping[str, Curve]
    bars: Bars = field(default_factory=Bars)
    notes: Mapping[str, Any] = field(default_factory=dict)
    reader: EditReader | None = None
    blend: Blend | None = None

    def judge(self, batch: Batch, level: str = "plain") -> list[Verdict]:
        """A verdict for every case of the batch."""
        if not batch.cases:
            return []
        rows = matrix(feature_columns(batch, self.resources), self.features)
        chances = self.judge_rows(rows, level)
        if self.reader is not None and self.blend is not None:
            likeliest = np.argsort(-chances[:, 1], kind="stable")
            chosen = [int(n) for n in likeliest if chances[n, 1] >= LEAST_READ]
            if chosen:
                cases = [batch.cases[number] for number in chosen]
                read = self.reader.read(batch, chosen, level)[chosen]
                chances[chosen] = self.blend(chances[chosen], read, cases, level)
        # What is good is acceptable: two models may differ a little.
        return [Verdict(float(good), float(max(good, right))) for good, right in chances]

    def judge_rows(self, rows: NDArray[np.float32], level: str = "plain") -> NDArray[np.float64]:
        """Probabilities (edits, outputs) by the trees, of rows in the order of `features`."""
        shift = self._level_shift(rows, level)
        columns = [self.curves[name](self.forests[name].predict(rows) + shift) for name in OUTPUTS]
        return np.stack(columns, axis=1)

    def _level_shift(self, rows: NDArray[np.float32], level: str) -> NDArray[np.float32]:
        """What a level adds to the log-odds of deletions."""
        shift = np.zeros(len(rows), dtype=np.float32)
        forest = self.forests.get(level)
        if forest is not None:
            deletes = rows[:, self.features.index("is_delete")] == 1
            added = forest.predict(rows[deletes])
            shift[deletes] = np.clip(added, LEAST_SHIFT, MOST_SHIFT)
        return shift

    def judge_edits(
        self, rows: Sequence[Row], syntax: Syntax, tagger: Any = None, level: str = "plain"
    ) -> list[Verdict]:
        """Verdicts of edits given as text.

        Args:
            rows: With `source`, `start`, `end`, `new`, `operation`; a split with `after`.
            syntax: Tags the sources.
            tagger: Called with lists of tokens, gives for each the probabilities by label name
                (`plain_R` …), an array over the tokens each; None where there is none.
            level: The level to write for.
        """
        check_rows(rows)
        verdicts: list[Verdict] = []
        for start in range(0, len(rows), _CHUNK):
            chunk = rows[start : start + _CHUNK]
            numbers = {text: k for k, text in enumerate(dict.fromkeys(r["source"] for r in chunk))}
            sentences, tokens = tagged_texts(list(numbers), syntax)
            places = [([t.start for t in own], [t.end for t in own]) for own in tokens]
            cases = [
                case_of(row, numbers[row["source"]], *places[numbers[row["source"]]])
                for row in chunk
            ]
            chances = None
            if tagger is not None:
                chances = list(tagger([sentence.tokens for sentence in sentences]))
            verdicts += self.judge(Batch(sentences, cases, chances), level)
        return verdicts

    def save(self, folder: str | Path) -> None:
        """Write the judge as data: trees as arrays, tables as text."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        provenance = [str(line) for line in self.notes.get("provenance", ())]
        self.resources.inventory.save(folder / _FILES["inventory"], provenance)
        self.resources.words.save(folder / _FILES["words"], provenance)
        _save_forests(self.forests, folder / _FILES["forests"])
        values = {
            "component": VERSION,
            "features": list(self.features),
            "curves": _stored_curves(self.curves),
            "bars": list(self.bars.values),
            "blend": dict(self.blend.weights) if self.blend is not None else {},
            "notes": dict(self.notes),
        }
        with atomic_write(folder / "judge.json") as handle:
            handle.write(json.dumps(values, indent=1) + "\n")

    @classmethod
    def load(cls, folder: str | Path, lexical: LexicalSimplifier) -> Judge:
        """The judge of a folder; `lexical` gives words, vectors and n-grams."""
        folder = Path(folder)
        file = folder / "judge.json"
        try:
            values = json.loads(read_text(file))
            if values["component"] != VERSION:
                raise DataError(
                    file, "another version of the judge", value=values["component"], fix="train it"
                )
            curves = _loaded_curves(values["curves"])
            bars, features = Bars(tuple(values["bars"])), tuple(values["features"])
            weights = {kind: tuple(own) for kind, own in values.get("blend", {}).items()}
        except (ValueError, KeyError, TypeError) as error:
            raise DataError(file, f"not a judge of edits: {error}", fix="train it again") from None
        forests = _load_forests(folder / _FILES["forests"])
        resources = Resources(
            Inventory.load(folder / _FILES["inventory"]),
            WordTable.load(folder / _FILES["words"]),
            lexical,
        )
        notes = values.get("notes", {})
        reader = EditReader.load(folder / READER) if weights else None
        blend = Blend(weights) if weights else None
        return cls(resources, features, forests, curves, bars, notes, reader, blend)


def matrix(
    columns: Mapping[str, NDArray[np.float32]], features: Sequence[str]
) -> NDArray[np.float32]:
    """The columns as rows of features; a feature that there is not is missing."""
    size = len(next(iter(columns.values())))
    missing = np.full(size, np.nan, dtype=np.float32)
    return np.stack([columns.get(name, missing) for name in features], axis=1)
