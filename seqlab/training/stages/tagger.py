"""Labelled sentences → a trained tagger."""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from seqlab.errors import DataError
from seqlab.files import read_text
from seqlab.tagger import ModelOptions, TrainingOptions
from seqlab.training.config import from_plain, resolve_path
from seqlab.training.stages import Work

# Training goes on from its own checkpoints, which it refuses if anything differs.
RESUMES = True


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """The word vectors, an encoder given as a folder, and the model to start from."""
    model = settings["model"] or {}
    names = (model.get("word_vectors"), model.get("encoder"), settings["start"])
    paths = [resolve_path(name) for name in names if name]
    return [path for path in paths if path.exists()]


def run(work: Work) -> None:
    """Write the tagger's folder."""
    # Not above: to find a finished stage in the cache, the training framework is not needed.
    from seqlab.tagger import read_sentences, train_tagger

    settings = work.settings
    # Without options the network is that of the model to start from.
    model = None if settings["model"] is None else from_plain(ModelOptions, settings["model"])
    if model is not None and model.word_vectors:
        model = replace(model, word_vectors=str(resolve_path(model.word_vectors)))
    training = replace(from_plain(TrainingOptions, settings["training"]), seed=work.seed)
    if settings["start"]:
        training = replace(training, start=settings["start"])
    train, valid = (
        list(read_sentences(work.inputs["sentences"] / f"{part}.jsonl"))
        for part in ("train", "valid")
    )
    train_tagger(train, valid, work.out, model, training, settings.get("notes"))
    _refuse_diverged(work.out / "training_log.csv")


def _refuse_diverged(log: Path) -> None:
    """A loss that is no number has spoiled the weights, even if an earlier epoch was kept."""
    rows: Sequence[dict[str, str]] = list(csv.DictReader(read_text(log).splitlines()))
    for row in rows:
        for name, value in row.items():
            if "loss" in name and not math.isfinite(float(value)):
                raise DataError(
                    log.name,
                    f"training diverged: {name} {value} in epoch {row['epoch']}",
                    fix="lower the learning rate",
                )
