"""How much a reader counts beside the trees, fitted on edits of documents that neither has seen."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from seqlab.editing.apply.edits import edited_sentences, joined_sentences
from seqlab.editing.judge.choose import LEAST_GOOD, Bars
from seqlab.editing.judge.fitting import (
    PROMISED,
    PROMISED_EASY,
    PROMISED_EASY_DELETIONS,
    PROMISED_EASY_SPLITS,
    promised_bars,
    split_bars,
)
from seqlab.editing.judge.judge import Judge
from seqlab.editing.judge.reader import Reader, fit_mix, kind_of, mix_features
from seqlab.editing.judge.records import Batch, Case, Row, Verdict, tagged_texts
from seqlab.editing.judge.split_features import label_split_features
from seqlab.editing.judge.training import Sources
from seqlab.editing.propose.label_splits import label_splits
from seqlab.editing.reading import SourceSentence, read
from seqlab.syntax import Syntax
from seqlab.text import Document, tokenize

_BATCH = 200
# Kinds of which few were judged are held closer to no difference.
_FEW, _FEW_C = 400, 0.05


def held_out(document: str, percent: int) -> bool:
    """Whether a document is among those that a reader does not learn from, always the same."""
    digest = hashlib.md5(f"r{document}".encode(), usedforsecurity=False)
    return int(digest.hexdigest(), 16) % 100 < percent


def proposed_splits(
    sources: Sequence[str], syntax: Syntax, tagger: Any, level: str = "plain"
) -> Iterator[dict[str, dict[str, float]]]:
    """For each source the splits that labels propose: the text after each, with its features."""
    for start in range(0, len(sources), _BATCH):
        documents = [Document.parse(text) for text in sources[start : start + _BATCH]]
        tokens = [tuple(t for s in one.sentences for t in s.tokens) for one in documents]
        texts = [[token.text for token in own] for own in tokens]
        labelled = tagger.predict_proba(texts)
        for own, analysis, chances in zip(tokens, syntax.analyse(texts), labelled, strict=True):
            reading = read(SourceSentence(own), analysis, chances, tagger.labels)
            parsed, told = reading.parsed, reading.splits(level)
            found: dict[str, dict[str, float]] = {}
            for split in label_splits(parsed, told) if told is not None else ():
                sentences = edited_sentences(parsed.tokens, [split.edit], parsed.tags)
                text = joined_sentences(parsed.tokens, sentences)
                found.setdefault(text, dict(label_split_features(split, parsed)))
            yield found


def with_reader(
    judge: Judge,
    tagger: Any,
    edits: Sequence[tuple[Row, Verdict]],
    easy: Sequence[tuple[Row, Verdict]],
    splits: Sequence[tuple[Row, Verdict]],
    sources: Sources,
    syntax: Syntax,
) -> tuple[Judge, dict[str, dict[str, float]]]:
    """The judge with a reader and the bars that its joined verdicts keep; and AUCs of acceptable.

    By kind of edit: of the trees, of the reader, and of both, on the rows that both were joined by.

    Args:
        judge: The judge of trees.
        tagger: Labels marked edits with verdicts.
        edits: Judged edits of documents held out, each with what the trees say of it.
        easy: The same of deletions at the easy level.
        splits: The same of splits that labels proposed.
        sources: The sentences of `edits` and `easy`.
        syntax: Tags the sentences of `splits`.
    """
    sets = _sets(Reader(tagger, {}), edits, easy, splits, sources, syntax)
    weights = {}
    for one in sets:
        if len({letter in ("y", "s") for letter in one.letters}) > 1 and "y" in one.letters:
            weights[one.kind] = fit_mix(
                mix_features(one.verdicts, one.read),
                one.letters,
                _FEW_C if len(one.rows) < _FEW else 1.0,
            )
    reader = Reader(tagger, weights)
    report = {one.kind: _report(one, reader) for one in sets if one.kind in weights}
    return _with_bars(replace(judge, reader=reader), sets), report


def _sets(
    reader: Reader,
    edits: Sequence[tuple[Row, Verdict]],
    easy: Sequence[tuple[Row, Verdict]],
    splits: Sequence[tuple[Row, Verdict]],
    sources: Sources,
    syntax: Syntax,
) -> list[ReadSet]:
    """The judged edits by kind, read."""
    sets = [
        *_by_kind(edits, _read_rows(reader, [row for row, _ in edits], sources, "plain"), "plain"),
        *_by_kind(easy, _read_rows(reader, [row for row, _ in easy], sources, "easy"), "easy"),
    ]
    if splits:
        read_splits = _read_splits(reader, [row for row, _ in splits], syntax)
        sets.append(ReadSet("label", list(splits), read_splits))
    return sets


@dataclass(frozen=True)
class ReadSet:
    """Judged edits of one kind, with what the trees and what the reader says of them."""

    kind: str
    rows: list[tuple[Row, Verdict]]
    read: np.ndarray

    @property
    def verdicts(self) -> list[Verdict]:
        """What the trees say."""
        return [verdict for _, verdict in self.rows]

    @property
    def letters(self) -> list[str]:
        """What those who read them said."""
        return [row["verdict"] for row, _ in self.rows]

    def joined(self, reader: Reader) -> list[Verdict]:
        """What trees and reader say together."""
        if self.kind not in reader.weights:
            return self.verdicts
        rows = mix_features(self.verdicts, self.read)
        return [reader.verdict(row, self.kind) for row in rows]

    def useful(self, reader: Reader) -> tuple[list[Verdict], list[str]]:
        """Of those that may be made what both say, and what their readers said."""
        both = zip(self.joined(reader), self.letters, strict=True)
        kept = [(verdict, letter) for verdict, letter in both if verdict.good >= LEAST_GOOD]
        return [verdict for verdict, _ in kept], [letter for _, letter in kept]


def _by_kind(rows: Sequence[tuple[Row, Verdict]], read: np.ndarray, level: str) -> list[ReadSet]:
    numbers: dict[str, list[int]] = {}
    for number, (row, _) in enumerate(rows):
        numbers.setdefault(kind_of(row["operation"], level), []).append(number)
    return [ReadSet(kind, [rows[n] for n in own], read[own]) for kind, own in numbers.items()]


def _report(one: ReadSet, reader: Reader) -> dict[str, float]:
    from sklearn.metrics import roc_auc_score

    right = [letter in ("y", "s") for letter in one.letters]
    scores = {
        "trees": [verdict.acceptable for verdict in one.verdicts],
        "reader": one.read[:, :2].sum(axis=1),
        "both": [verdict.acceptable for verdict in one.joined(reader)],
    }
    aucs = {name: round(float(roc_auc_score(right, own)), 4) for name, own in scores.items()}
    return {"edits": len(one.rows), **aucs}


def _with_bars(judge: Judge, sets: Sequence[ReadSet]) -> Judge:
    """The judge with bars that keep what strength promises by the joined verdicts."""
    reader = judge.reader
    assert reader is not None
    bars = _word_bars(sets, reader, ("replace", "delete"), PROMISED)
    splits, cuts = judge.splits, Bars()
    for one in sets:
        if one.kind == "label" and splits is not None:
            joined, letters = one.useful(reader)
            splits = replace(splits, bars=split_bars(joined, letters))
            cuts = split_bars(joined, letters, PROMISED_EASY_SPLITS)
    levels = {}
    if any(one.kind == "easy" for one in sets):
        levels["easy"] = {
            "replace": _word_bars(sets, reader, ("replace",), PROMISED_EASY),
            "delete": _word_bars(sets, reader, ("easy",), PROMISED_EASY_DELETIONS),
            "split": cuts,
        }
    return replace(judge, bars=bars, splits=splits, level_bars=levels)


def bars_of_taken(
    judge: Judge,
    edits: Sequence[tuple[Row, Verdict]],
    easy: Sequence[tuple[Row, Verdict]],
    splits: Sequence[tuple[Row, Verdict]],
    sources: Sources,
    syntax: Syntax,
) -> Judge:
    """The judge with bars that keep their promise on edits that were made.

    Of all that is proposed the edit is made that the judge thinks most of, so those that are made
    are wrong more often than their probabilities say. Arguments are as for `with_reader`, but of
    edits that a model made at full strength, in documents that nothing has learned from.
    """
    assert judge.reader is not None
    return _with_bars(judge, _sets(judge.reader, edits, easy, splits, sources, syntax))


def _word_bars(
    sets: Sequence[ReadSet], reader: Reader, kinds: Sequence[str], promised: Sequence[float]
) -> Bars:
    """The bars that keep a promise on edits of these kinds."""
    words = [
        (verdict.acceptable, letter in ("y", "s"))
        for one in sets
        if one.kind in kinds
        for verdict, letter in zip(*one.useful(reader), strict=True)
    ]
    chances, right = np.array([p for p, _ in words]), np.array([r for _, r in words], dtype=bool)
    return promised_bars(chances, right, promised)


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
