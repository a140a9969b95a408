"""Judged edits and a corpus of two levels → the judge of edits, with inventory and word table."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from lexical_simplifier import LexicalSimplifier
from seqlab.editing import label_chances, substitution_chances
from seqlab.editing.fitting import (
    Sources,
    SplitJudge,
    Told,
    TrainingOptions,
    fit_judge,
    fit_split_judge,
    judge_report,
    level_shift,
    read_levels,
    training_features,
)
from seqlab.errors import DataError
from seqlab.files import atomic_write, read_jsonl
from seqlab.syntax import load_syntax
from seqlab.tagger import Tagger, read_sentences
from seqlab.training.config import resolve_path
from seqlab.training.edits import edits_file, read_edits, read_more_edits
from seqlab.training.stages import Work

METRICS = "metrics.json"
# Fewer judged splits cannot be cut into five groups of documents with both answers in each.
_LEAST_SPLITS = 50


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """The judged edits and splits, and the corpus."""
    judge = settings["judge"]
    files = [edits_file(judge["edits"]), edits_file(judge["corpus"], "levels.jsonl")]
    return [*files, *(resolve_path(judge[name]) for name in ("more", "splits") if judge[name])]


def run(work: Work) -> None:
    """Write the judge's folder; `metrics.json` says how well it does on the validation part."""
    settings = work.settings["judge"]
    options = TrainingOptions(iterations=settings["trees"], seed=work.seed)
    syntax = load_syntax("embedded")
    lexical = LexicalSimplifier.load(threshold=0.0, syntax=syntax)
    corpus = read_levels(edits_file(settings["corpus"], "levels.jsonl"), syntax)
    rows = read_edits(settings["edits"])
    if settings["more"]:
        rows += read_more_edits(settings["more"])
    seen = {one.document for one in read_sentences(work.inputs["sentences"] / "train.jsonl")}
    sources = Sources.of(rows, syntax, _labels_of(Tagger.load(work.inputs["tagger"])), seen)
    columns, tables = training_features(rows, sources, corpus, lexical, options)
    judge = fit_judge(rows, columns, tables, options, {"provenance": [settings["provenance"]]})
    shift = level_shift(corpus, lexical, judge.features, options)
    metrics: dict[str, Any] = {
        "train_edits": sum(row["part"] == "train" for row in rows),
        "valid": {
            name: round(value, 4) for name, value in judge_report(judge, rows, columns).items()
        },
        "features": len(judge.features),
        "phrases": len(judge.resources.inventory),
        "sentences": len(corpus.sources),
    }
    splits = None
    if settings["splits"]:
        splits, metrics["splits"] = _split_judge(resolve_path(settings["splits"]), work.seed)
    forests = {**judge.forests, "easy": shift}
    replace(judge, forests=forests, splits=splits).save(work.out)
    with atomic_write(work.out / METRICS) as handle:
        json.dump(metrics, handle, indent=1)
        handle.write("\n")


def _labels_of(tagger: Tagger) -> Callable[[Sequence[Sequence[str]]], Iterator[Told]]:
    """What a tagger says of sentences, as the judge reads it."""

    def told(sentences: Sequence[Sequence[str]]) -> Iterator[Told]:
        for one in tagger.predict_proba([list(own) for own in sentences]):
            yield label_chances(one, tagger.labels), substitution_chances(one, tagger.labels)

    return told


def _split_judge(path: Path, seed: int) -> tuple[SplitJudge, int]:
    """The judge of the splits that labels propose, from their verdicts; and how many there are."""
    rows = []
    for line, row in read_jsonl(path):
        if not row.get("features") or row.get("verdict") not in tuple("ysmg"):
            raise DataError(path, "no judged split", line=line, fix="see docs/training.md")
        rows.append(row)
    if len(rows) < _LEAST_SPLITS:
        raise DataError(
            path, f"{len(rows)} judged splits are too few", fix="leave judge.splits out"
        )
    judge = fit_split_judge(
        [row["features"] for row in rows],
        [row["verdict"] for row in rows],
        [row["document"] for row in rows],
        max(1, seed),
    )
    return judge, len(rows)
