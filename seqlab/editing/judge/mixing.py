"""How much a reader counts beside the trees, fitted on edits of documents that neither has seen.

And the last word on what both would make, fitted on edits that a model wanted to make.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from seqlab.editing.apply.edits import edited_sentences, joined_sentences
from seqlab.editing.judge.choose import USUAL_STRENGTH, Bars
from seqlab.editing.judge.fitting import (
    LAST_TREES,
    PROMISED,
    PROMISED_EASY,
    PROMISED_EASY_DELETIONS,
    PROMISED_EASY_SPLITS,
    PROMISED_SPLITS,
    fit_left_out,
    promised_bars,
    split_bars,
)
from seqlab.editing.judge.guards import split_refusal
from seqlab.editing.judge.judge import Judge
from seqlab.editing.judge.read_sets import Asked, JudgedEdit, JudgedEdits, ReadSet, read_sets
from seqlab.editing.judge.reader import (
    LEAST_READ,
    Hearing,
    Reader,
    fit_mix,
    last_kind,
    mix_features,
)
from seqlab.editing.judge.split_features import label_split_features
from seqlab.editing.judge.training import Sources, fold_of, recall_at
from seqlab.editing.judge.trees import Curve, Forest, LastWord, opinion_rows
from seqlab.editing.propose.label_splits import label_splits
from seqlab.editing.propose.split_writer import SplitWriter
from seqlab.editing.reading import SourceSentence, read
from seqlab.syntax import Syntax
from seqlab.text import Document

_BATCH = 200
# Kinds of which few were judged are held closer to no difference.
_FEW, _FEW_C = 400, 0.05
# From this P(acceptable) on trees and reader would make an edit at some strength: so it was with
# the edits that the last word was fitted on.
LAST_FROM = {"word": 0.6, "easy": 0.5, "label": 0.5}
# A judge that hears another model promises so much less wrong: it is asked for by those who can
# wait, and what one mistake spoils is the whole sentence.
_HEARD_WRONG = 0.8
# Reports say how many right edits are found where this share of what is found is right.
FOUND_AT = 0.93


def held_out(document: str, percent: int) -> bool:
    """Whether a document is among those that a reader does not learn from, always the same."""
    digest = hashlib.md5(f"r{document}".encode(), usedforsecurity=False)
    return int(digest.hexdigest(), 16) % 100 < percent


def proposed_splits(
    sources: Sequence[str],
    syntax: Syntax,
    tagger: Any,
    level: str = "plain",
    writer: SplitWriter | None = None,
) -> Iterator[dict[str, dict[str, float]]]:
    """For each source the splits that labels propose: the text after each, with its features.

    What a guard refuses is never made, whatever is said of it, and is left out.
    """
    for start in range(0, len(sources), _BATCH):
        documents = [Document.parse(text) for text in sources[start : start + _BATCH]]
        tokens = [tuple(t for s in one.sentences for t in s.tokens) for one in documents]
        texts = [[token.text for token in own] for own in tokens]
        labelled = tagger.predict_proba(texts, states=writer is not None)
        for own, analysis, chances in zip(tokens, syntax.analyse(texts), labelled, strict=True):
            reading = read(SourceSentence(own), analysis, chances, tagger.labels)
            parsed, told = reading.parsed, reading.splits(level)
            found: dict[str, dict[str, float]] = {}
            for split in label_splits(parsed, told, writer=writer) if told is not None else ():
                sentences = edited_sentences(parsed.tokens, [split.edit], parsed.tags)
                if split_refusal(split.edit, parsed, sentences):
                    continue
                text = joined_sentences(parsed.tokens, sentences)
                found.setdefault(text, dict(label_split_features(split, parsed)))
            yield found


def with_reader(
    judge: Judge, tagger: Any, edits: JudgedEdits, sources: Sources, syntax: Syntax
) -> tuple[Judge, dict[str, dict[str, float]]]:
    """The judge with a reader and the bars that its joined verdicts keep; and AUCs of acceptable.

    By kind of edit: of the trees, of the reader, and of both, on the rows that both were joined by.

    Args:
        judge: The judge of trees.
        tagger: Labels marked edits with verdicts.
        edits: Judged edits of documents held out.
        sources: The sentences of the edits of words and at the easy level.
        syntax: Tags the sentences of the splits.
    """
    sets = read_sets(Reader(tagger, {}), edits, sources, syntax)
    weights = {}
    for one in sets:
        if len({letter in ("y", "s") for letter in one.letters}) > 1 and "y" in one.letters:
            weights[one.kind] = fit_mix(
                mix_features(one.trees, one.read),
                one.letters,
                _FEW_C if len(one.told) < _FEW else 1.0,
            )
    judge = replace(judge, reader=Reader(tagger, weights))
    report = {one.kind: _report(one, judge) for one in sets if one.kind in weights}
    return _with_bars(judge, sets), report


def with_last_word(
    judge: Judge,
    edits: JudgedEdits,
    sources: Sources,
    syntax: Syntax,
    seed: int = 1,
    apart: Sequence[Any] = (),
) -> tuple[Judge, dict[str, dict[str, float]]]:
    """The judge with trees that judge once more what it would make; and AUCs of acceptable.

    By kind of edit: of trees and reader, and of the last word, on documents left out. A kind with
    too few edits has no last word.

    Args:
        judge: The judge, with its reader.
        edits: Edits that a model wanted to make, in documents that the trees have not seen.
        sources: The sentences of the edits of words and at the easy level.
        syntax: Tags the sentences of the splits.
        seed: Of the trees.
        apart: Where the reader has learned from these edits: others like it, of which each has not
            seen one fold of the documents, in the order of the folds.
    """
    assert judge.reader is not None
    sets = []
    for fold, reader in enumerate(apart or [judge.reader.tagger]):

        def own(told: Sequence[JudgedEdit], fold: int = fold) -> list[JudgedEdit]:
            parts = max(1, len(apart))
            return [one for one in told if fold_of(one.row["document"], parts) == fold]

        part = JudgedEdits(own(edits.words), own(edits.easy), own(edits.splits))
        sets += read_sets(replace(judge.reader, tagger=reader), part, sources, syntax)
    last_word, report = _last_word(judge, sets, seed)
    return replace(judge, last_word=last_word), report


def _last_word(
    judge: Judge, sets: Sequence[ReadSet], seed: int
) -> tuple[LastWord | None, dict[str, dict[str, float]]]:
    """A last word on what trees and reader would make of the sets, and AUCs by kind."""
    features: dict[str, tuple[str, ...]] = {}
    forests: dict[str, Forest] = {}
    curves: dict[str, Curve] = {}
    report = {}
    verdicts = [one.joined(judge) for one in sets]
    for kind, least in LAST_FROM.items():
        rows, places = [], []
        for number, one in enumerate(sets):
            both = verdicts[number]
            asked = [k for k, verdict in enumerate(both) if verdict.acceptable >= least]
            if last_kind(one.kind) == kind and asked:
                opinions = opinion_rows(one.trees, one.read, both)[asked]
                rows.append(np.concatenate([one.rows(asked), opinions], axis=1))
                places += [(number, place) for place in asked]
        if len(places) < _FEW:
            continue
        told = [sets[number].told[place].row for number, place in places]
        letters = [row["verdict"] for row in told]
        fitted = fit_left_out(
            np.concatenate(rows).astype(np.float32),
            letters,
            [row["document"] for row in told],
            seed,
            LAST_TREES,
        )
        before = [verdicts[number][place].acceptable for number, place in places]
        splits = judge.splits if kind == "label" else None
        features[kind] = splits.features if splits is not None else judge.features
        forests |= {f"{kind}.{name}": forest for name, forest in fitted.forests.items()}
        curves |= {f"{kind}.{name}": curve for name, curve in fitted.curves.items()}
        after = [verdict.acceptable for verdict in fitted.verdicts]
        report[kind] = {"edits": len(letters)} | {
            name: _auc(letters, scores) for name, scores in (("before", before), ("after", after))
        }
    least_of = {kind: LAST_FROM[kind] for kind in features}
    return LastWord(features, forests, curves, least_of) if features else judge.last_word, report


def with_hearing(
    judge: Judge,
    weighed: tuple[JudgedEdits, Sources],
    taken: tuple[JudgedEdits, Sources],
    syntax: Syntax,
    opinion: Asked,
) -> tuple[Judge, dict[str, dict[str, float]]]:
    """The judge with another model heard, and bars to match; and AUCs of acceptable, by kind.

    Args:
        judge: The judge, with its last word.
        weighed: Edits that a model made, with their sentences: from these it is learned how much
            the other counts. Neither judge nor other have learned from them.
        taken: Such edits in other documents: these set the bars, and of these the AUCs are.
        syntax: Tags the sentences of the splits.
        opinion: The other model.
    """
    assert judge.reader is not None
    weights = {}
    for one in read_sets(judge.reader, *weighed, syntax):
        own, told = one.final(judge), one.heard(opinion)
        likely = np.array([verdict.acceptable for verdict in own]) >= LEAST_READ[one.kind]
        read = np.flatnonzero(likely & ~np.isnan(told).any(axis=1))
        letters = [one.letters[number] for number in read]
        if len({letter in ("y", "s") for letter in letters}) > 1 and "y" in letters:
            rows = mix_features([own[number] for number in read], told[read])
            weights[one.kind] = fit_mix(rows, letters, _FEW_C if len(read) < _FEW else 1.0)
    hearing = replace(judge, hearing=Hearing(opinion, weights))
    hearing = _with_bars(hearing, read_sets(judge.reader, *taken, syntax), _HEARD_WRONG)
    return hearing, hearing_report(judge, hearing, taken, syntax)


def hearing_report(
    judge: Judge, hearing: Judge, taken: tuple[JudgedEdits, Sources], syntax: Syntax
) -> dict[str, dict[str, float]]:
    """By kind of edit, how well a judge tells right edits from wrong before and after it hears.

    AUC of acceptable, and the share of the acceptable ones that are found where `FOUND_AT` of what
    is found is acceptable.
    """
    assert judge.reader is not None
    report: dict[str, dict[str, float]] = {}
    for one in read_sets(judge.reader, *taken, syntax):
        right = np.array([letter in ("y", "s") for letter in one.letters])
        if right.all() or not right.any():
            continue
        report[one.kind] = {"edits": len(right)}
        for name, own in (("before", judge), ("after", hearing)):
            chances = np.array([verdict.acceptable for verdict in one.final(own)])
            report[one.kind][name] = _auc(one.letters, chances)
            found = recall_at(chances, chances, right, right, FOUND_AT)
            report[one.kind][f"found_{name}"] = round(found, 4)
    return report


def bars_of_taken(
    judge: Judge,
    edits: JudgedEdits,
    sources: Sources,
    syntax: Syntax,
) -> Judge:
    """The judge with bars that keep their promise on edits that were made.

    Of all that is proposed the edit is made that the judge thinks most of, so those that are made
    are wrong more often than their probabilities say. Arguments are as for `with_reader`, but of
    edits that a model made at full strength, in documents that nothing has learned from.
    """
    assert judge.reader is not None
    return _with_bars(judge, read_sets(judge.reader, edits, sources, syntax))


def _report(one: ReadSet, judge: Judge) -> dict[str, float]:
    scores = {
        "trees": [verdict.acceptable for verdict in one.trees],
        "reader": one.read[:, :2].sum(axis=1),
        "both": [verdict.acceptable for verdict in one.joined(judge)],
    }
    return {"edits": len(one.told)} | {n: _auc(one.letters, own) for n, own in scores.items()}


def _auc(letters: Sequence[str], scores: Any) -> float:
    from sklearn.metrics import roc_auc_score

    return round(float(roc_auc_score([letter in ("y", "s") for letter in letters], scores)), 4)


def _with_bars(judge: Judge, sets: Sequence[ReadSet], wrong: float = 1.0) -> Judge:
    """The judge with bars that keep what strength promises by its verdicts.

    Of what strength allows to be wrong only the share `wrong` is.
    """

    def kept(promised: Sequence[float]) -> list[float]:
        return [1 - wrong * (1 - share) for share in promised]

    bars = _word_bars(sets, judge, ("replace", "delete"), kept(PROMISED))
    splits, cuts = judge.splits, Bars()
    for one in sets:
        if one.kind == "label" and splits is not None:
            splits = replace(splits, bars=_split_bars(one, judge, kept(PROMISED_SPLITS)))
            cuts = _split_bars(one, judge, kept(PROMISED_EASY_SPLITS))
    levels = {}
    if any(one.kind == "easy" for one in sets):
        levels["easy"] = {
            "replace": _word_bars(sets, judge, ("replace",), kept(PROMISED_EASY)),
            "delete": _word_bars(sets, judge, ("easy",), kept(PROMISED_EASY_DELETIONS)),
            "split": cuts,
        }
    return replace(judge, bars=bars, splits=splits, level_bars=levels)


def _split_bars(one: ReadSet, judge: Judge, promised: Sequence[float]) -> Bars:
    """The bars of splits: up to the usual strength by those that may be made there."""
    usual, most = (
        split_bars(*one.useful(judge, strength), promised) for strength in (USUAL_STRENGTH, 1.0)
    )
    steps = len(most.values) - 1
    values = [
        (usual if number <= USUAL_STRENGTH * steps else most).values[number]
        for number in range(steps + 1)
    ]
    # Of two bars that cross the stricter one holds: more strength asks for no more.
    return Bars(tuple(max(values[number:]) for number in range(steps + 1)))


def _word_bars(
    sets: Sequence[ReadSet], judge: Judge, kinds: Sequence[str], promised: Sequence[float]
) -> Bars:
    """The bars that keep a promise on edits of these kinds."""
    words = [
        (verdict.acceptable, letter in ("y", "s"))
        for one in sets
        if one.kind in kinds
        for verdict, letter in zip(*one.useful(judge), strict=True)
    ]
    chances, right = np.array([p for p, _ in words]), np.array([r for _, r in words], dtype=bool)
    return promised_bars(chances, right, promised)
