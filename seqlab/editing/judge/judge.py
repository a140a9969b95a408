"""`Judge`: how likely each edit is good, and acceptable, in its sentence at a level.

It is made of boosted trees as arrays (`Forest`), evaluated with numpy, and of curves that turn
their scores into probabilities (`Curve`). Splits that labels propose have a judge of their own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
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
from seqlab.editing.judge.feedback import Feedback, Judged
from seqlab.editing.judge.reader import Reader, kind_of
from seqlab.editing.judge.records import (
    Batch,
    Row,
    Verdict,
    case_of,
    check_rows,
    tagged_texts,
)
from seqlab.editing.judge.split_features import split_features
from seqlab.editing.judge.verdict_table import NO_VERDICTS, VerdictTable, verdict_features
from seqlab.editing.judge.word_facts import Resources, WordTable
from seqlab.editing.judge.word_features import (
    deletion_features,
    place_features,
    substitution_features,
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
    "substitution": lambda batch, resources: substitution_features(batch),
    "verdicts": lambda batch, resources: verdict_features(batch, resources.verdicts),
}


def feature_columns(
    batch: Batch, resources: Resources, groups: tuple[str, ...] = tuple(GROUPS)
) -> Columns:
    """Named columns over the cases of a batch."""
    columns: Columns = {}
    for name in groups:
        columns |= GROUPS[name](batch, resources)
    return columns


SPLIT_FILES = ("splits.json", "splits.safetensors")


OUTPUTS = ("good", "acceptable")


def _verdicts(
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
        return _verdicts(feature_rows(rows, self.features), self.forests, self.curves)

    def save(self, folder: str | Path) -> None:
        """Write the judge of splits as data."""
        folder = Path(folder)
        _save_forests(self.forests, folder / SPLIT_FILES[1])
        values = {
            "features": self.features,
            "curves": _stored_curves(self.curves),
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
            forests = _load_forests(Path(folder) / SPLIT_FILES[1])
            curves, bars = _loaded_curves(values["curves"]), Bars(tuple(values["bars"]))
            return cls(tuple(values["features"]), forests, curves, bars)
        except (ValueError, KeyError, TypeError) as error:
            raise DataError(file, f"not a judge of splits: {error}", fix="train it again") from None


def feature_rows(rows: Sequence[Mapping[str, float]], names: Sequence[str]) -> np.ndarray:
    """The features of each row in the order of `names`; one that there is not is missing."""
    values = [[row.get(name, np.nan) for name in names] for row in rows]
    return np.array(values, dtype=np.float32)


VERSION = "edit_judge.v1"
_FILES = {
    "forests": "forests.safetensors",
    "inventory": "inventory.tsv.gz",
    "words": "words.tsv.gz",
    "verdicts": "verdicts.tsv.gz",
}
_CHUNK = 512


@dataclass(frozen=True, eq=False)
class Judge:
    """Boosted trees over the features of edits, calibrated.

    `forests` and `curves` have one for each of `OUTPUTS`; a level at which minor detail may go has
    its own for deletions (`easy.good`, `easy.acceptable`). `reader` reads the likely edits as text.
    `level_bars` are the bars of each operation at levels that go deeper than the first.
    """

    resources: Resources
    features: tuple[str, ...]
    forests: Mapping[str, Forest]
    curves: Mapping[str, Curve]
    bars: Bars = field(default_factory=Bars)
    notes: Mapping[str, Any] = field(default_factory=dict)
    splits: SplitJudge | None = None
    feedback: Feedback | None = None
    reader: Reader | None = None
    level_bars: Mapping[str, Mapping[str, Bars]] = field(default_factory=dict)

    def bars_of(self, operation: str, level: str | None = None) -> Bars:
        """The bars that an edit must pass: splits have their own, and so may a level."""
        if own := self.level_bars.get(level or ""):
            return own[operation]
        return self.splits.bars if operation == "split" and self.splits is not None else self.bars

    def corrected(self, edits: Sequence[Judged], verdicts: Sequence[Verdict]) -> list[Verdict]:
        """The verdicts as the editor whose feedback was learned would have them."""
        if self.feedback is None:
            return list(verdicts)
        return self.feedback.corrected(edits, verdicts)

    def judge(self, batch: Batch, level: str = "plain") -> list[Verdict]:
        """A verdict for every case of the batch."""
        if not batch.cases:
            return []
        columns = feature_columns(batch, self.resources)
        return self.judge_rows(matrix(columns, self.features), level)

    def reread(
        self,
        batch: Batch,
        verdicts: Sequence[Verdict],
        level: str = "plain",
        by_labels: Collection[int] = (),
    ) -> list[Verdict]:
        """The verdicts on the cases of a batch after the likely edits were read as text.

        `by_labels` are the numbers of the splits that labels proposed.
        """
        if self.reader is None:
            return list(verdicts)
        kinds = [
            kind_of(case.operation, level, number in by_labels)
            for number, case in enumerate(batch.cases)
        ]
        return self.reader.mixed(batch, verdicts, kinds)

    def judge_rows(self, rows: NDArray[np.float32], level: str = "plain") -> list[Verdict]:
        """Verdicts of rows of features in the order of `features`."""
        verdicts = _verdicts(rows, self.forests, self.curves)
        prefix = f"{level}."
        deletes = rows[:, self.features.index("is_delete")] == 1
        if f"{prefix}good" not in self.forests or not deletes.any():
            return verdicts
        own = iter(_verdicts(rows[deletes], self.forests, self.curves, prefix))
        return [
            next(own) if delete else verdict
            for verdict, delete in zip(verdicts, deletes, strict=True)
        ]

    def judge_edits(
        self, rows: Sequence[Row], syntax: Syntax, tagger: Any = None, level: str = "plain"
    ) -> list[Verdict]:
        """Verdicts of edits given as text.

        Args:
            rows: With `source`, `start`, `end`, `new`, `operation`; a split with `after`.
            syntax: Tags the sources.
            tagger: Called with lists of tokens, gives for each the probabilities by label name
                (`plain_R` …), an array over the tokens each, and those of the substitution labels
                by level; None where there is none.
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
            chances = substitutions = None
            if tagger is not None:
                told = list(tagger([sentence.tokens for sentence in sentences]))
                chances = [own for own, _ in told]
                substitutions = [own for _, own in told]
            batch = Batch(sentences, cases, chances, substitutions=substitutions)
            verdicts += self.reread(batch, self.judge(batch, level), level)
        return verdicts

    def save(self, folder: str | Path) -> None:
        """Write the judge as data: trees as arrays, tables as text."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        provenance = [str(line) for line in self.notes.get("provenance", ())]
        self.resources.inventory.save(folder / _FILES["inventory"], provenance)
        self.resources.words.save(folder / _FILES["words"], provenance)
        if len(self.resources.verdicts):
            self.resources.verdicts.save(folder / _FILES["verdicts"], provenance)
        _save_forests(self.forests, folder / _FILES["forests"])
        if self.splits is not None:
            self.splits.save(folder)
        if self.feedback is not None:
            self.feedback.save(folder)
        if self.reader is not None:
            self.reader.save(folder)
        values = {
            "component": VERSION,
            "features": list(self.features),
            "curves": _stored_curves(self.curves),
            "bars": list(self.bars.values),
            "level_bars": {
                level: {operation: list(one.values) for operation, one in own.items()}
                for level, own in self.level_bars.items()
            },
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
            level_bars = {
                level: {operation: Bars(tuple(one)) for operation, one in own.items()}
                for level, own in values.get("level_bars", {}).items()
            }
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise DataError(file, f"not a judge of edits: {error}", fix="train it again") from None
        forests = _load_forests(folder / _FILES["forests"])
        verdicts = folder / _FILES["verdicts"]
        resources = Resources(
            Inventory.load(folder / _FILES["inventory"]),
            WordTable.load(folder / _FILES["words"]),
            lexical,
            VerdictTable.load(verdicts) if verdicts.is_file() else NO_VERDICTS,
        )
        splits = SplitJudge.load(folder)
        notes = values.get("notes", {})
        feedback = Feedback.load(folder)
        reader = Reader.load(folder)
        return cls(
            resources, features, forests, curves, bars, notes, splits, feedback, reader, level_bars
        )


def matrix(
    columns: Mapping[str, NDArray[np.float32]], features: Sequence[str]
) -> NDArray[np.float32]:
    """The columns as rows of features; a feature that there is not is missing."""
    size = len(next(iter(columns.values())))
    missing = np.full(size, np.nan, dtype=np.float32)
    return np.stack([columns.get(name, missing) for name in features], axis=1)
