"""Judged edits → the reader of edits: a tagger that labels each edit in its sentence."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from seqlab.tagger import ModelOptions, TrainingOptions
from seqlab.training.config import from_plain, resolve_path
from seqlab.training.edits import (
    edits_file,
    read_edits,
    read_good_splits,
    read_proposals,
    teaches,
)
from seqlab.training.stages import Work
from seqlab.training.stages.export import LEFT_OUT, export_folder

RESUMES = True


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """The judged edits, the corpus whose sentences they change, and the text of word pieces."""
    judge = settings["judge"]
    files = [edits_file(judge["edits"]), edits_file(judge["corpus"], "levels.jsonl")]
    files.append(edits_file(judge["proposals"], "proposals.jsonl"))
    if judge["splits"]:
        files.append(edits_file(judge["splits"], "splits.jsonl"))
    pieces = settings["export"]["pieces"]
    return [*files, resolve_path(pieces)] if pieces else files


def run(work: Work) -> None:
    """Write the reader's folder, exported where the tagger is."""
    from seqlab.editing.fitting import reader_sentences, train_reader

    settings, export = work.settings["judge"], work.settings["export"]
    rows = read_edits(settings["edits"]) + read_proposals(settings["proposals"], settings["corpus"])
    learned = [row for row in rows if teaches(row)]
    if settings["splits"]:
        learned += read_good_splits(settings["splits"])
    others = [row for row in rows if not teaches(row)]
    model = from_plain(ModelOptions, settings["reader"])
    training = replace(from_plain(TrainingOptions, settings["reader_training"]), seed=work.seed)
    trained = train_reader(learned, others, work.out / "trained", model, training)
    shutil.copytree(trained, work.out, dirs_exist_ok=True, ignore=shutil.ignore_patterns(*LEFT_OUT))
    shutil.rmtree(trained)
    if export["precision"] != "training":
        export_folder(work.out, export, reader_sentences(learned), reader_sentences(others))
