"""Labelled pairs → a trained labeller."""

from __future__ import annotations

import csv
import hashlib
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from seqlab.annotation import LabelledPair, read_labelled, training_sentences
from seqlab.errors import DataError
from seqlab.experiments.places import located
from seqlab.experiments.plain import from_plain
from seqlab.experiments.stages import Work
from seqlab.files import read_text
from seqlab.tagger import ModelOptions, TrainingOptions, train_tagger

# Training goes on from its own checkpoints, which it refuses if anything differs.
RESUMES = True


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """The word vectors, and an encoder given as a folder."""
    model = settings["tagger"]["model"]
    paths = [located(name) for name in (model["word_vectors"], model["encoder"]) if name]
    return [path for path in paths if path.exists()]


def run(work: Work) -> None:
    """Write the model folder."""
    labels, tagger = work.settings["labels"], work.settings["tagger"]
    train = of_share(read_labelled(work.inputs["annotation"] / "train.jsonl"), labels["share"])
    valid = read_labelled(work.inputs["annotation"] / "valid.jsonl")
    model = from_plain(ModelOptions, tagger["model"])
    if model.word_vectors:
        model = replace(model, word_vectors=str(located(model.word_vectors)))
    training = replace(from_plain(TrainingOptions, tagger["training"]), seed=work.seed)
    train_tagger(
        list(training_sentences(train, labels["set"])),
        list(training_sentences(valid, labels["set"])),
        work.out,
        model,
        training,
    )
    _refuse_diverged(work.out / "training_log.csv")


def of_share(pairs: Iterable[LabelledPair], share: float) -> list[LabelledPair]:
    """The pairs of that share of the articles; what a share holds, every larger one holds too."""
    pairs = list(pairs)
    documents = sorted({pair.document for pair in pairs}, key=_rank)
    kept = set(documents[: max(1, round(share * len(documents)))])
    return [pair for pair in pairs if pair.document in kept]


def _rank(document: str) -> str:
    return hashlib.sha256(document.encode()).hexdigest()


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
