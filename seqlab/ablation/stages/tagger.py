"""Labelled sentences → a trained labeller."""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from seqlab.ablation.plan.config_schema import from_plain
from seqlab.ablation.plan.paths import located
from seqlab.ablation.stages import Work
from seqlab.errors import DataError
from seqlab.files import read_text
from seqlab.tagger import ModelOptions, TrainingOptions

# Training goes on from its own checkpoints, which it refuses if anything differs.
RESUMES = True


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """The word vectors, and an encoder given as a folder."""
    model = settings["tagger"]["model"]
    paths = [located(name) for name in (model["word_vectors"], model["encoder"]) if name]
    return [path for path in paths if path.exists()]


def run(work: Work) -> None:
    """Write the model folder."""
    # Not above: to find a finished stage in the cache, the training framework is not needed.
    from seqlab.tagger import read_sentences, train_tagger

    settings = work.settings["tagger"]
    model = from_plain(ModelOptions, settings["model"])
    if model.word_vectors:
        model = replace(model, word_vectors=str(located(model.word_vectors)))
    training = replace(from_plain(TrainingOptions, settings["training"]), seed=work.seed)
    train, valid = (
        list(read_sentences(work.inputs["sentences"] / f"{part}.jsonl"))
        for part in ("train", "valid")
    )
    train_tagger(train, valid, work.out, model, training)
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
