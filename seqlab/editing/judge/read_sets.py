"""Judged edits, read: by kind, with what trees, reader and other models say of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, cast

import numpy as np

from seqlab.editing.judge.choose import least_good
from seqlab.editing.judge.judge import Judge
from seqlab.editing.judge.reader import (
    LEAST_READ,
    Reader,
    kind_of,
    last_kind,
    mix_features,
    mixed_verdict,
)
from seqlab.editing.judge.records import Batch, Case, Row, Verdict, tagged_texts
from seqlab.editing.judge.training import Sources
from seqlab.editing.judge.trees import opinion_rows
from seqlab.syntax import Syntax
from seqlab.text import tokenize


@dataclass(frozen=True, eq=False)
class JudgedEdit:
    """A judged edit with its features and what the trees say of it."""

    row: Row
    verdict: Verdict
    features: np.ndarray


@dataclass(frozen=True)
class JudgedEdits:
    """Judged edits: of words, deletions at the easy level, and splits that labels proposed."""

    words: Sequence[JudgedEdit] = ()
    easy: Sequence[JudgedEdit] = ()
    splits: Sequence[JudgedEdit] = ()


class Asked(Protocol):
    """Another model that says how likely each verdict on an edit is."""

    def __call__(self, batch: Batch, numbers: Sequence[int], level: str) -> np.ndarray:
        """What it says of cases of a batch."""
        ...

    def of_rows(self, rows: Sequence[Row], level: str) -> np.ndarray:
        """What it says of judged edits."""
        ...


@dataclass(frozen=True)
class ReadSet:
    """Judged edits of one kind, with what the trees and what the reader says of them."""

    kind: str
    told: list[JudgedEdit]
    read: np.ndarray

    @property
    def trees(self) -> list[Verdict]:
        """What the trees say."""
        return [one.verdict for one in self.told]

    @property
    def letters(self) -> list[str]:
        """What those who read them said."""
        return [one.row["verdict"] for one in self.told]

    def rows(self, numbers: Sequence[int]) -> np.ndarray:
        """The features of those of some numbers, a row each."""
        return np.stack([self.told[number].features for number in numbers])

    def heard(self, opinion: Asked) -> np.ndarray:
        """What another model says of each."""
        return opinion.of_rows([one.row for one in self.told], self.level)

    @property
    def level(self) -> str:
        """The level whose reader they are for."""
        return "easy" if self.kind == "easy" else "plain"

    def joined(self, judge: Judge) -> list[Verdict]:
        """What trees and reader say together."""
        reader = judge.reader
        if reader is None or self.kind not in reader.weights:
            return self.trees
        rows = mix_features(self.trees, self.read)
        return [mixed_verdict(row, reader.weights[self.kind]) for row in rows]

    def final(self, judge: Judge) -> list[Verdict]:
        """What the whole judge says, last word included."""
        verdicts, kind, last = self.joined(judge), last_kind(self.kind), judge.last_word
        least = last.least.get(kind, 2.0) if last is not None else 2.0
        asked = [k for k, one in enumerate(verdicts) if one.acceptable >= least]
        if last is not None and asked:
            opinions = opinion_rows(self.trees, self.read, verdicts)[asked]
            revised = last.judge(kind, self.rows(asked), opinions)
            for number, verdict in zip(asked, revised, strict=True):
                verdicts[number] = verdict
        hearing = judge.hearing
        if hearing is None or self.kind not in hearing.weights:
            return verdicts
        told = self.heard(cast("Asked", hearing.ask))
        heard = hearing.joined(verdicts, told, [self.kind] * len(verdicts))
        return [
            new if old.acceptable >= LEAST_READ[self.kind] else old
            for old, new in zip(verdicts, heard, strict=True)
        ]

    def useful(self, judge: Judge, strength: float = 1.0) -> tuple[list[Verdict], list[str]]:
        """Of those that may be made what the judge says, and what their readers said."""
        both = zip(self.final(judge), self.letters, strict=True)
        least = least_good("split" if last_kind(self.kind) == "label" else "replace", strength)
        kept = [(verdict, letter) for verdict, letter in both if verdict.good >= least]
        return [verdict for verdict, _ in kept], [letter for _, letter in kept]


def read_sets(
    reader: Reader,
    edits: JudgedEdits,
    sources: Sources,
    syntax: Syntax,
) -> list[ReadSet]:
    """The judged edits by kind, read."""
    sets = [
        *_by_kind(edits.words, reader, sources, "plain"),
        *_by_kind(edits.easy, reader, sources, "easy"),
    ]
    if edits.splits:
        read_splits = _read_splits(reader, [one.row for one in edits.splits], syntax)
        sets.append(ReadSet("label", list(edits.splits), read_splits))
    return sets


def _by_kind(
    edits: Sequence[JudgedEdit], reader: Reader, sources: Sources, level: str
) -> list[ReadSet]:
    read = _read_rows(reader, [one.row for one in edits], sources, level)
    numbers: dict[str, list[int]] = {}
    for number, one in enumerate(edits):
        numbers.setdefault(kind_of(one.row["operation"], level), []).append(number)
    return [ReadSet(kind, [edits[n] for n in own], read[own]) for kind, own in numbers.items()]


def _read_rows(reader: Reader, rows: Sequence[Row], sources: Sources, level: str) -> np.ndarray:
    numbers = {text: k for k, text in enumerate(dict.fromkeys(row["source"] for row in rows))}
    cases = [sources.case(row, numbers[row["source"]]) for row in rows]
    batch = Batch([sources.tagged[text] for text in numbers], cases)
    kinds = [kind_of(case.operation, level) for case in cases]
    return reader.read(batch, range(len(cases)), kinds, copies=None)


def _read_splits(reader: Reader, rows: Sequence[Row], syntax: Syntax) -> np.ndarray:
    texts = list(dict.fromkeys(row["source"] for row in rows))
    tagged, _ = tagged_texts(texts, syntax)
    numbers = {text: k for k, text in enumerate(texts)}
    cases = [
        Case(numbers[row["source"]], 0, 0, (), "split", tuple(tokenize(row["after"])))
        for row in rows
    ]
    return reader.read(Batch(tagged, cases), range(len(cases)), ["label"] * len(cases))
