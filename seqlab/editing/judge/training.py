"""A judge from judged edits and the corpus whose editor made such edits.

What a table says of a sentence that it was counted on is too good to be true, so the features of
an edit in the corpus come from tables of the other documents: the tables are counted once for
each fold of documents, on all others.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexical_simplifier import LexicalSimplifier
from seqlab.editing.judge.fitting import (
    calibration_error,
    fit_curve,
    fit_left_out,
    forest_of,
    promised_bars,
)
from seqlab.editing.judge.judge import Judge, feature_columns, matrix
from seqlab.editing.judge.records import (
    Batch,
    Case,
    Row,
    Vector,
    Verdict,
    case_of,
    tagged_texts,
)
from seqlab.editing.judge.trees import OUTPUTS
from seqlab.editing.judge.verdict_table import NO_VERDICTS, VerdictTable, count_verdicts
from seqlab.editing.judge.word_facts import Resources, count_words
from seqlab.editing.propose import (
    SubstitutionProbabilities,
    Tagged,
    changes_of,
    count_inventory,
    stayed_in,
)
from seqlab.errors import DataError
from seqlab.files import read_jsonl
from seqlab.syntax import Syntax
from seqlab.text import Token

Columns = dict[str, NDArray[np.float32]]
# The probabilities of a sentence's labels by name, and of its substitution labels by level.
Told = tuple[Mapping[str, Vector], Mapping[str, SubstitutionProbabilities]]
_NOTHING_TOLD: Told = ({}, {})
_CHUNK = 512


@dataclass(frozen=True)
class TrainingOptions:
    """How the trees are grown.

    Args:
        folds: Parts of the corpus for tables that have not seen an edit's document.
        iterations: Trees of each forest.
        learning_rate: How much of each tree is believed.
        leaves: Most leaves of a tree.
        depth: Most steps from its root to a leaf; every edit takes as many at run time.
        least: Fewest edits in a leaf.
        columns: Share of the features that each split looks at.
        seed: Of all that is drawn by lot.
    """

    folds: int = 8
    iterations: int = 300
    learning_rate: float = 0.06
    leaves: int = 31
    depth: int = 8
    least: int = 20
    columns: float = 0.3
    seed: int = 0


@dataclass(frozen=True)
class Corpus:
    """Sentences with their rewritings at the levels, analysed, and what was done to them."""

    documents: tuple[str, ...]
    sources: tuple[Tagged, ...]
    rewritings: tuple[tuple[Tagged | None, ...], ...]
    changes: tuple[tuple[tuple[tuple[str, str, bool], ...], ...], ...]
    stayed: tuple[tuple[list[bool], ...], ...]

    @classmethod
    def of(
        cls,
        documents: Iterable[str],
        sources: Iterable[Tagged],
        rewritings: Iterable[tuple[Tagged | None, ...]],
    ) -> Corpus:
        """The corpus of analysed texts."""
        sources, rewritings = tuple(sources), tuple(rewritings)
        pairs = list(zip(sources, rewritings, strict=True))
        return cls(
            tuple(documents),
            sources,
            rewritings,
            tuple(tuple(changes_of(source, text) for text in own) for source, own in pairs),
            tuple(tuple(stayed_in(source, text) for text in own) for source, own in pairs),
        )

    def __add__(self, other: Corpus) -> Corpus:
        return Corpus(
            self.documents + other.documents,
            self.sources + other.sources,
            self.rewritings + other.rewritings,
            self.changes + other.changes,
            self.stayed + other.stayed,
        )

    def resources(
        self,
        lexical: LexicalSimplifier,
        without: int | None = None,
        folds: int = 1,
        verdicts: VerdictTable = NO_VERDICTS,
    ) -> Resources:
        """The tables of the corpus, or of all documents but those of one fold."""
        kept = [
            k
            for k, document in enumerate(self.documents)
            if without is None or fold_of(document, folds) != without
        ]
        sources = [self.sources[k] for k in kept]
        stayed = [self.stayed[k] for k in kept]
        inventory = count_inventory(sources, [self.changes[k] for k in kept], stayed)
        words = count_words(sources, [self.rewritings[k] for k in kept], stayed)
        return Resources(inventory, words, lexical, verdicts)


def read_levels(path: str | Path, syntax: Syntax, part: str = "train") -> Corpus:
    """The corpus of a file in the format of `levels`: one split of it, without quotations."""
    rows = [row for _, row in read_jsonl(path) if row.get("part") == part and not row.get("quoted")]
    if not rows:
        raise DataError(path, f"no sentences of the split {part!r}", fix="check the file")
    texts = [
        tagged_texts([row[name] for row in rows], syntax)[0] for name in ("source", "plain", "easy")
    ]
    return Corpus.of(
        (row["document"] for row in rows), texts[0], zip(texts[1], texts[2], strict=True)
    )


def edited_corpus(texts: Sequence[tuple[str, str, str]], syntax: Syntax) -> Corpus:
    """The corpus of sentences (document, source, rewriting) whose words an editor went through."""
    sources, _ = tagged_texts([source for _, source, _ in texts], syntax)
    rewritings, _ = tagged_texts([text for _, _, text in texts], syntax)
    return Corpus.of(
        (document for document, _, _ in texts), sources, ((text, text) for text in rewritings)
    )


def fold_of(document: str, folds: int) -> int:
    """The fold of a document, always the same."""
    return int(hashlib.md5(document.encode(), usedforsecurity=False).hexdigest(), 16) % folds


@dataclass(frozen=True)
class Sources:
    """The tagged sources of edits, with their tokens, and what the tagger says of them.

    A tagger says too much of the sentences that it was trained on: for those it says nothing, so
    that the trees learn what it is worth from the others.
    """

    tagged: Mapping[str, Tagged]
    tokens: Mapping[str, Sequence[Token]]
    told: Mapping[str, Told] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        rows: Sequence[Row],
        syntax: Syntax,
        tagger: Callable[[Sequence[Sequence[str]]], Iterable[Told]] | None = None,
        seen: Collection[str] = (),
    ) -> Sources:
        """The sources of rows, each once.

        Args:
            rows: The judged edits.
            syntax: Tags the sources.
            tagger: Gives the probabilities of the labels of sentences, given as lists of tokens.
            seen: The documents that the tagger was trained on.
        """
        texts = list(dict.fromkeys(row["source"] for row in rows))
        tagged, tokens = tagged_texts(texts, syntax)
        told: dict[str, Told] = {}
        if tagger is not None:
            fresh = {row["source"] for row in rows if row["document"] not in seen}
            chosen = [k for k, text in enumerate(texts) if text in fresh]
            answers = tagger([tagged[k].tokens for k in chosen])
            told = {texts[k]: answer for k, answer in zip(chosen, answers, strict=True)}
        return cls(
            dict(zip(texts, tagged, strict=True)), dict(zip(texts, tokens, strict=True)), told
        )

    def case(self, row: Row, sentence: int) -> Case:
        """The edit of a row."""
        tokens = self.tokens[row["source"]]
        return case_of(row, sentence, [t.start for t in tokens], [t.end for t in tokens])


def row_features(rows: Sequence[Row], sources: Sources, resources: Resources) -> Columns:
    """The features of rows, looked up in the given tables."""
    parts: list[Columns] = []
    for start in range(0, len(rows), _CHUNK):
        chunk = rows[start : start + _CHUNK]
        texts = list(dict.fromkeys(row["source"] for row in chunk))
        numbers = {text: k for k, text in enumerate(texts)}
        told = [sources.told.get(text, _NOTHING_TOLD) for text in texts]
        batch = Batch(
            [sources.tagged[text] for text in texts],
            [sources.case(row, numbers[row["source"]]) for row in chunk],
            [chances for chances, _ in told],
            substitutions=[substitutions for _, substitutions in told],
            documents=[row["document"] for row in chunk],
        )
        parts.append(feature_columns(batch, resources))
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def training_features(
    rows: Sequence[Row],
    sources: Sources,
    corpus: Corpus,
    lexical: LexicalSimplifier,
    options: TrainingOptions,
) -> tuple[Columns, Resources]:
    """Features of rows, those of the corpus's own documents out of fold; and the whole tables."""
    inside = set(corpus.documents)
    columns: Columns = {}

    def put(numbers: list[int], tables: Resources) -> None:
        own = row_features([rows[k] for k in numbers], sources, tables)
        for name, values in own.items():
            columns.setdefault(name, np.full(len(rows), np.nan, dtype=np.float32))[numbers] = values

    verdicts = count_verdicts(
        (sources.tagged[row["source"]], sources.case(row, 0), row["verdict"], row["document"])
        for row in rows
        if row.get("part", "train") == "train"
    )
    whole = corpus.resources(lexical, verdicts=verdicts)
    outside = [k for k, row in enumerate(rows) if row["document"] not in inside]
    if outside:
        put(outside, whole)
    for fold in range(options.folds):
        own = [
            k
            for k, row in enumerate(rows)
            if row["document"] in inside and fold_of(row["document"], options.folds) == fold
        ]
        if own:
            put(own, corpus.resources(lexical, fold, options.folds, verdicts))
    return columns, whole


def targets(rows: Sequence[Row]) -> dict[str, NDArray[np.bool_]]:
    """Which rows are good, and which acceptable, by their verdicts."""
    verdicts = np.array([row["verdict"] for row in rows])
    return {"good": verdicts == "y", "acceptable": np.isin(verdicts, ["y", "s"])}


def fit_judge(
    rows: Sequence[Row],
    columns: Columns,
    resources: Resources,
    options: TrainingOptions | None = None,
    notes: Mapping[str, Any] | None = None,
) -> Judge:
    """A judge from the rows whose `part` is train, calibrated on those of valid.

    Rows of feedback have the same fields; a row may have a `weight`.
    """
    options = options or TrainingOptions()
    part = np.array([row.get("part", "train") for row in rows])
    train, valid = part == "train", part == "valid"
    weights = np.array([float(row.get("weight", 1.0)) for row in rows])
    names = tuple(name for name, values in columns.items() if not np.isnan(values[train]).all())
    table, truth = matrix(columns, names), targets(rows)
    forests, curves = {}, {}
    for output in OUTPUTS:
        model = _grown(table[train], truth[output][train], weights[train], options)
        forests[output] = forest_of(model)
        curves[output] = fit_curve(forests[output].predict(table[valid]), truth[output][valid])
    judge = Judge(resources, names, forests, curves, notes=dict(notes or {}))
    acceptable = np.array([v.acceptable for v in judge.judge_rows(table[valid])])
    bars = promised_bars(acceptable, truth["acceptable"][valid])
    return Judge(resources, names, forests, curves, bars, dict(notes or {}))


def fit_level(
    judge: Judge, level: str, rows: Sequence[Row], columns: Columns, seed: int = 1
) -> tuple[Judge, list[Verdict]]:
    """The judge with trees of its own for the deletions of a level, and their verdicts left out."""
    documents = [row["document"] for row in rows]
    letters = [row["verdict"] for row in rows]
    fitted = fit_left_out(matrix(columns, judge.features), letters, documents, seed)
    forests = {f"{level}.{name}": forest for name, forest in fitted.forests.items()}
    curves = {f"{level}.{name}": curve for name, curve in fitted.curves.items()}
    changed = replace(
        judge, forests={**judge.forests, **forests}, curves={**judge.curves, **curves}
    )
    return changed, fitted.verdicts


def _grown(
    rows: NDArray[np.float32],
    right: NDArray[np.bool_],
    weights: NDArray[np.float64],
    options: TrainingOptions,
) -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier

    model = HistGradientBoostingClassifier(
        max_iter=options.iterations,
        learning_rate=options.learning_rate,
        max_leaf_nodes=options.leaves,
        max_depth=options.depth,
        min_samples_leaf=options.least,
        l2_regularization=1.0,
        max_features=options.columns,
        early_stopping=False,
        random_state=options.seed,
    )
    return model.fit(rows, right, sample_weight=weights)


def judge_report(
    judge: Judge, rows: Sequence[Row], columns: Columns, part: str = "valid"
) -> dict[str, float]:
    """How well a judge tells good and acceptable edits of a part: AUC, recall, calibration."""
    from sklearn.metrics import roc_auc_score

    chosen = np.array([row.get("part") == part for row in rows])
    truth = {name: values[chosen] for name, values in targets(rows).items()}
    verdicts = judge.judge_rows(matrix(columns, judge.features)[chosen])
    good = np.array([verdict.good for verdict in verdicts])
    acceptable = np.array([verdict.acceptable for verdict in verdicts])
    return {
        "edits": int(chosen.sum()),
        "auc_good": float(roc_auc_score(truth["good"], good)),
        "auc_acceptable": float(roc_auc_score(truth["acceptable"], acceptable)),
        "recall_at_95": recall_at(acceptable, good, truth["good"], truth["acceptable"]),
        "error_good": calibration_error(good, truth["good"]),
        "error_acceptable": calibration_error(acceptable, truth["acceptable"]),
    }


def recall_at(
    acceptable: NDArray[np.floating[Any]],
    good: NDArray[np.floating[Any]],
    is_good: NDArray[np.bool_],
    is_acceptable: NDArray[np.bool_],
    precision: float = 0.95,
) -> float:
    """The share of good edits taken where so many of the taken are acceptable.

    Edits are taken in the order of P(acceptable), those of equal probability by P(good).
    """
    order = np.lexsort((-good, -acceptable))
    shares = np.cumsum(is_acceptable[order]) / np.arange(1, len(order) + 1)
    enough = np.flatnonzero(shares >= precision)
    if not len(enough):
        return 0.0
    return float(is_good[order[: enough[-1] + 1]].sum() / max(1, is_good.sum()))
