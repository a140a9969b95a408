"""How much a reader counts beside the trees, fitted on edits of documents that neither has seen."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from seqlab.editing.apply.edits import edited_sentences, joined_sentences
from seqlab.editing.judge.fitting import promised_bars, split_bars
from seqlab.editing.judge.judge import Judge
from seqlab.editing.judge.reader import Reader, Weights, fit_mix, kind_of, mix_features
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
    reader = Reader(tagger, {})
    sets: dict[str, tuple[list[Row], list[Verdict], np.ndarray]] = {}
    for level, rows in (("plain", edits), ("easy", easy)):
        own = [row for row, _ in rows]
        read_ = _read_rows(reader, own, sources, level)
        for number, (row, verdict) in enumerate(rows):
            kind = kind_of(row["operation"], level)
            group = sets.setdefault(kind, ([], [], np.zeros((0, 4))))
            group[0].append(row)
            group[1].append(verdict)
            sets[kind] = (group[0], group[1], np.vstack([group[2], read_[number]]))
    if splits:
        rows_ = [row for row, _ in splits]
        sets["label"] = (rows_, [v for _, v in splits], _read_splits(reader, rows_, syntax))
    weights: dict[str, dict[str, Weights]] = {}
    for kind, (rows__, verdicts, told) in sets.items():
        letters = [row["verdict"] for row in rows__]
        strength = _FEW_C if len(rows__) < _FEW else 1.0
        if len(set(letters)) > 1:
            weights[kind] = fit_mix(mix_features(verdicts, told), letters, strength)
    judge = replace(judge, reader=Reader(tagger, weights))
    return _with_bars(judge, sets), {kind: _report(judge, kind, *own) for kind, own in sets.items()}


def _report(
    judge: Judge, kind: str, rows: Sequence[Row], verdicts: Sequence[Verdict], told: np.ndarray
) -> dict[str, float]:
    from sklearn.metrics import roc_auc_score

    assert judge.reader is not None
    right = [row["verdict"] in ("y", "s") for row in rows]
    both = [judge.reader.verdict(row, kind).acceptable for row in mix_features(verdicts, told)]
    scores = {
        "trees": [verdict.acceptable for verdict in verdicts],
        "reader": told[:, :2].sum(axis=1),
        "both": both,
    }
    aucs = {name: round(float(roc_auc_score(right, own)), 4) for name, own in scores.items()}
    return {"edits": len(rows), **aucs}


def _with_bars(
    judge: Judge, sets: Mapping[str, tuple[Sequence[Row], Sequence[Verdict], np.ndarray]]
) -> Judge:
    assert judge.reader is not None
    joined: dict[str, list[Verdict]] = {
        kind: [judge.reader.verdict(row, kind) for row in mix_features(verdicts, told)]
        for kind, (_, verdicts, told) in sets.items()
    }
    words = [
        (verdict.acceptable, row["verdict"] in ("y", "s"))
        for kind in ("replace", "delete")
        for row, verdict in zip(sets[kind][0], joined[kind], strict=True)
    ]
    bars = promised_bars(np.array([p for p, _ in words]), np.array([r for _, r in words]))
    splits = judge.splits
    if splits is not None and "label" in sets:
        letters = [row["verdict"] for row in sets["label"][0]]
        splits = replace(splits, bars=split_bars(joined["label"], letters))
    return replace(judge, bars=bars, splits=splits)


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
