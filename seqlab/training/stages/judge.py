"""Judged edits and a corpus of two levels → the judge of edits, with inventory and word table."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from lexical_simplifier import LexicalSimplifier
from seqlab.editing.fitting import (
    READER,
    EditReader,
    Judge,
    Sources,
    TrainingOptions,
    blended,
    fit_blend,
    fit_judge,
    judge_report,
    judged_factors,
    level_shift,
    promised_bars,
    read_levels,
    training_features,
)
from seqlab.files import atomic_write, read_jsonl
from seqlab.syntax import Syntax, load_syntax
from seqlab.training.edits import Row, edits_file, read_edits, read_proposals, teaches
from seqlab.training.stages import Work

METRICS = "metrics.json"


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """The judged edits and proposals, and the corpus."""
    judge = settings["judge"]
    files = [edits_file(judge["edits"]), edits_file(judge["corpus"], "levels.jsonl")]
    return (
        [*files, edits_file(judge["proposals"], "proposals.jsonl")] if judge["proposals"] else files
    )


def run(work: Work) -> None:
    """Write the judge's folder; `metrics.json` says how well it does on the validation part."""
    settings = work.settings["judge"]
    options = TrainingOptions(iterations=settings["trees"], seed=work.seed)
    syntax = load_syntax("embedded")
    lexical = LexicalSimplifier.load(threshold=0.0, syntax=syntax)
    corpus = read_levels(edits_file(settings["corpus"], "levels.jsonl"), syntax)
    rows = read_edits(settings["edits"])
    if settings["proposals"]:
        proposed = read_proposals(settings["proposals"], settings["corpus"])
        # Deletions at the easy level are judged by other rules, which the reader learns.
        rows += [row for row in proposed if row["level"] == "plain"]
        rows = [{**row, "part": "train" if teaches(row) else "valid"} for row in rows]
    sources = Sources.of(rows, syntax, _chances(work.inputs["chances"] / "chances.jsonl"))
    columns, tables = training_features(rows, sources, corpus, lexical, options)
    judge = fit_judge(rows, columns, tables, options, {"provenance": [settings["provenance"]]})
    shift = level_shift(corpus, lexical, judge.features, options)
    judge = replace(judge, forests={**judge.forests, "easy": shift})
    metrics: dict[str, Any] = {
        "train_edits": sum(row["part"] == "train" for row in rows),
        "valid": {
            name: round(value, 4) for name, value in judge_report(judge, rows, columns).items()
        },
        "features": len(judge.features),
        "phrases": len(judge.resources.inventory),
        "sentences": len(corpus.sources),
    }
    if settings["proposals"]:
        held = [row for row in rows if row["part"] == "valid"]
        held += [row for row in proposed if row["level"] != "plain" and not teaches(row)]
        judge = _with_reader(judge, work, held, syntax)
        metrics["proposals"] = len(proposed)
        shutil.copytree(
            work.inputs["reader"],
            work.out / READER,
            ignore=shutil.ignore_patterns("stage.json"),
        )
    judge.save(work.out)
    with atomic_write(work.out / METRICS) as handle:
        json.dump(metrics, handle, indent=1)
        handle.write("\n")


def _with_reader(judge: Judge, work: Work, held: list[Row], syntax: Syntax) -> Judge:
    """The judge with the reader and the blend of the two, fitted on edits that neither has seen."""
    from seqlab.tagger import Tagger

    reader = EditReader.load(work.inputs["reader"])
    tagger = Tagger.load(work.inputs["tagger"])
    judged = judged_factors(held, judge, reader, syntax, tagger)
    blend = fit_blend(judged.factors, judged.kinds, judged.verdicts)
    chances = blended(blend, judged)
    plain = np.array([kind != "easy.delete" for kind in judged.kinds])
    right = np.array([verdict in ("y", "s") for verdict in judged.verdicts])
    bars = promised_bars(chances[plain, 1], right[plain])
    return replace(judge, bars=bars, blend=blend)


def _chances(path: Path) -> dict[str, dict[str, Any]]:
    return {
        row.pop("source"): {name: np.array(own, dtype=np.float32) for name, own in row.items()}
        for _, row in read_jsonl(path)
    }
