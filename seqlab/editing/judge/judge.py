"""`Judge`: how likely each edit is good, and acceptable, in its sentence at a level.

Boosted trees read features of the edit; what they find likely a reader reads as text; what both
would make is judged once more by trees fitted on such edits. Splits that labels propose have
trees of their own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexical_simplifier import LexicalSimplifier
from seqlab.editing.judge.choose import Bars
from seqlab.editing.judge.context_features import (
    fluency_features,
    form_features,
    inventory_features,
    lexical_features,
)
from seqlab.editing.judge.feedback import Feedback, Judged
from seqlab.editing.judge.reader import Hearing, Reader, kind_of, last_kind
from seqlab.editing.judge.records import (
    Batch,
    Row,
    Verdict,
    case_of,
    check_rows,
    tagged_texts,
    texts_of,
)
from seqlab.editing.judge.split_features import split_features
from seqlab.editing.judge.trees import (
    Curve,
    Forest,
    LastWord,
    SplitJudge,
    feature_rows,
    load_forests,
    loaded_curves,
    opinion_rows,
    save_forests,
    stored_curves,
    tree_verdicts,
)
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
from seqlab.errors import DataError
from seqlab.files import atomic_write, read_text
from seqlab.syntax import Syntax

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
    its own for deletions (`easy.good`, `easy.acceptable`). `reader` reads the likely edits as text,
    `last_word` judges once more those that both would make.
    `level_bars` are the bars of each operation at levels that go deeper than the first. Where
    another model is heard, it has its say after all these.
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
    last_word: LastWord | None = None
    hearing: Hearing | None = None

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

    def rows(self, batch: Batch) -> NDArray[np.float32]:
        """The features of every case of a batch, in the order of `features`."""
        if not batch.cases:
            return np.zeros((0, len(self.features)), dtype=np.float32)
        return matrix(feature_columns(batch, self.resources), self.features)

    def reread(
        self,
        batch: Batch,
        rows: NDArray[np.float32],
        verdicts: Sequence[Verdict],
        level: str = "plain",
        by_labels: Mapping[int, Mapping[str, float]] = MappingProxyType({}),
    ) -> list[Verdict]:
        """The verdicts on the cases of a batch after the likely edits were read as text.

        Args:
            batch: The edits.
            rows: Their features, from `rows`.
            verdicts: What the trees say of them.
            level: The level to write for.
            by_labels: The features of the splits that labels proposed, by number.
        """
        if self.reader is None:
            return list(verdicts)
        kinds = [
            kind_of(case.operation, level, number in by_labels)
            for number, case in enumerate(batch.cases)
        ]
        both, read = self.reader.mixed(batch, verdicts, kinds)
        both = self._last_words(both, read, rows, verdicts, kinds, by_labels)
        return both if self.hearing is None else self.hearing.mixed(batch, both, kinds)

    def _last_words(
        self,
        both: list[Verdict],
        read: Mapping[int, Any],
        rows: NDArray[np.float32],
        verdicts: Sequence[Verdict],
        kinds: Sequence[str],
        by_labels: Mapping[int, Mapping[str, float]],
    ) -> list[Verdict]:
        """The verdicts of trees and reader, with the last word on what both would make."""
        if self.last_word is None:
            return both
        groups: dict[str, list[int]] = {}
        for number in read:
            kind = last_kind(kinds[number])
            if both[number].acceptable >= self.last_word.least.get(kind, 2.0):
                groups.setdefault(kind, []).append(number)
        for kind, numbers in groups.items():
            own = rows[numbers]
            if kind == "label" and self.splits is not None:
                features = [by_labels[number] for number in numbers]
                own = feature_rows(features, self.splits.features)
            opinions = opinion_rows(
                [verdicts[n] for n in numbers],
                np.array([read[n] for n in numbers]),
                [both[n] for n in numbers],
            )
            for number, verdict in zip(
                numbers, self.last_word.judge(kind, own, opinions), strict=True
            ):
                both[number] = verdict
        return both

    def judge_rows(self, rows: NDArray[np.float32], level: str = "plain") -> list[Verdict]:
        """Verdicts of rows of features in the order of `features`."""
        verdicts = tree_verdicts(rows, self.forests, self.curves)
        prefix = f"{level}."
        deletes = rows[:, self.features.index("is_delete")] == 1
        if f"{prefix}good" not in self.forests or not deletes.any():
            return verdicts
        own = iter(tree_verdicts(rows[deletes], self.forests, self.curves, prefix))
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
            batch = Batch(
                sentences,
                cases,
                chances,
                substitutions=substitutions,
                texts=lambda number, chunk=chunk: texts_of(chunk[number]),  # type: ignore[misc]
            )
            features = self.rows(batch)
            told_by_trees = self.judge_rows(features, level)
            verdicts += self.reread(batch, features, told_by_trees, level)
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
        save_forests(self.forests, folder / _FILES["forests"])
        if self.splits is not None:
            self.splits.save(folder)
        if self.feedback is not None:
            self.feedback.save(folder)
        if self.reader is not None:
            self.reader.save(folder)
        if self.last_word is not None:
            self.last_word.save(folder)
        values = {
            "component": VERSION,
            "features": list(self.features),
            "curves": stored_curves(self.curves),
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
            curves = loaded_curves(values["curves"])
            bars, features = Bars(tuple(values["bars"])), tuple(values["features"])
            level_bars = {
                level: {operation: Bars(tuple(one)) for operation, one in own.items()}
                for level, own in values.get("level_bars", {}).items()
            }
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise DataError(file, f"not a judge of edits: {error}", fix="train it again") from None
        forests = load_forests(folder / _FILES["forests"])
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
            resources,
            features,
            forests,
            curves,
            bars,
            notes,
            splits,
            feedback,
            reader,
            level_bars,
            LastWord.load(folder),
        )


def matrix(
    columns: Mapping[str, NDArray[np.float32]], features: Sequence[str]
) -> NDArray[np.float32]:
    """The columns as rows of features; a feature that there is not is missing."""
    size = len(next(iter(columns.values())))
    missing = np.full(size, np.nan, dtype=np.float32)
    return np.stack([columns.get(name, missing) for name in features], axis=1)
