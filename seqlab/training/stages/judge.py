"""Judged edits and a corpus of two levels → the judge of edits, with inventory and word table."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from lexical_simplifier import LexicalSimplifier
from seqlab.editing.fitting import (
    READER_FOLDER,
    Judge,
    JudgedEdit,
    JudgedEdits,
    Sources,
    SplitWriter,
    TrainingOptions,
    Verdict,
    bars_of_taken,
    edited_corpus,
    feature_rows,
    fit_judge,
    fit_level,
    fit_split_judge,
    judge_report,
    matrix,
    read_levels,
    row_features,
    training_features,
    with_last_word,
    with_reader,
)
from seqlab.errors import DataError
from seqlab.files import atomic_write
from seqlab.syntax import load_syntax
from seqlab.tagger import Tagger, read_sentences
from seqlab.training.config import resolve_path
from seqlab.training.edits import Row, edits_file, read_edited
from seqlab.training.made_edits import MadeEdits, judged_edits, labels_of, split_rows
from seqlab.training.stages import Work, marked
from seqlab.training.stages.adapted import APART, apart_folder

_LEFT_OUT = ("stage.json", "metrics.json", "MODEL_CARD.md")
METRICS = "metrics.json"
# Fewer judged splits cannot be cut into five groups of documents with both answers in each.
_LEAST_SPLITS = 50


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """The judged edits and splits, and the corpus."""
    judge = settings["judge"]
    return [*marked.outside_files(settings), edits_file(judge["corpus"], "levels.jsonl")]


def run(work: Work) -> None:
    """Write the judge's folder; `metrics.json` says how well it does on documents held out."""
    settings = work.settings["judge"]
    options = TrainingOptions(iterations=settings["trees"], seed=work.seed)
    syntax = load_syntax("embedded")
    lexical = LexicalSimplifier.load(threshold=0.0, syntax=syntax)
    corpus = read_levels(edits_file(settings["corpus"], "levels.jsonl"), syntax)
    if settings["more"]:
        corpus += edited_corpus(read_edited(settings["more"]), syntax)
    judged = marked.judged_rows(settings)
    rows = judged.edits
    seen = {one.document for one in read_sentences(work.inputs["sentences"] / "train.jsonl")}
    tagger = Tagger.load(work.inputs["tagger"])
    writer = SplitWriter.load(work.inputs["splits"]) if "splits" in work.inputs else None
    sources = Sources.of([*rows, *judged.easy], syntax, labels_of(tagger), seen)
    columns, tables = training_features(rows, sources, corpus, lexical, options)
    judge = fit_judge(rows, columns, tables, options, {"provenance": [settings["provenance"]]})
    held = [k for k, row in enumerate(rows) if row["part"] == "valid"]
    features = matrix(columns, judge.features)[held]
    edits = judged_edits([rows[k] for k in held], judge.judge_rows(features), features)
    easy: list[JudgedEdit] = []
    if judged.easy:
        of_level = row_features(judged.easy, sources, tables)
        judge, verdicts = fit_level(judge, "easy", judged.easy, of_level, max(1, work.seed))
        easy = _held(judged_edits(judged.easy, verdicts, matrix(of_level, judge.features)))
    splits: list[JudgedEdit] = []
    if judged.splits:
        own, of_splits = split_rows(judged.splits, syntax, tagger, seen, writer)
        judge, verdicts = _with_split_judge(judge, own, of_splits, settings["splits"], work.seed)
        assert judge.splits is not None
        splits = _held(judged_edits(own, verdicts, feature_rows(of_splits, judge.splits.features)))
    metrics: dict[str, Any] = {
        "train_edits": sum(row["part"] == "train" for row in rows),
        "valid": {
            name: round(value, 4) for name, value in judge_report(judge, rows, columns).items()
        },
        "features": len(judge.features),
        "phrases": len(judge.resources.inventory),
        "sentences": len(corpus.sources),
        "splits": len(judged.splits),
        "easy": len(judged.easy),
    }
    if "reader" in work.inputs:
        reader = Tagger.load(work.inputs["reader"])
        held_edits = JudgedEdits(edits, easy, splits)
        judge, metrics["reader"] = with_reader(judge, reader, held_edits, sources, syntax)
        made = MadeEdits(judge, tables, syntax, tagger, writer)
        if settings["wanted"]:
            folders = [apart_folder(work.inputs["reader"], fold) for fold in range(marked.FOLDS)]
            apart = [Tagger.load(folder, "cpu") for folder in folders if folder.is_dir()]
            # A reader that learned on has learned from the splits among them.
            wanted = made.read(settings["wanted"], with_splits=not apart)
            seed = max(1, work.seed)
            judge, metrics["last_word"] = with_last_word(judge, *wanted, syntax, seed, apart)
        if settings["taken"]:
            judge = bars_of_taken(judge, *made.read(settings["taken"]), syntax)
        left = shutil.ignore_patterns(*_LEFT_OUT, APART)
        shutil.copytree(work.inputs["reader"], work.out / READER_FOLDER, ignore=left)
    judge.save(work.out)
    with atomic_write(work.out / METRICS) as handle:
        json.dump(metrics, handle, indent=1)
        handle.write("\n")


def _held(told: Sequence[JudgedEdit]) -> list[JudgedEdit]:
    """Those of documents held out: trees of other documents judged them."""
    return [one for one in told if one.row["part"] == "valid"]


def _with_split_judge(
    judge: Judge, rows: Sequence[Row], features: Sequence[dict[str, float]], name: str, seed: int
) -> tuple[Judge, list[Verdict]]:
    if len(rows) < _LEAST_SPLITS:
        raise DataError(
            resolve_path(name),
            f"{len(rows)} judged splits of new documents are proposed again: too few",
            fix="leave judge.splits out",
        )
    letters, documents = [r["verdict"] for r in rows], [r["document"] for r in rows]
    splits, told = fit_split_judge(features, letters, documents, max(1, seed))
    return replace(judge, splits=splits), told
