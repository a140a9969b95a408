"""Tagger, judge, lexical choice and decisions → the model folder."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import seqlab
from seqlab.files import read_text
from seqlab.model_folder import (
    DEFAULT_FOLDER,
    Decisions,
    Written,
    judge_folder,
    model_path,
    write_model,
)
from seqlab.provenance import machine
from seqlab.training.card import model_card
from seqlab.training.stages import Work

_OPERATION = ".operation"


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """The judge that ships, which the model names by its hash, and parts of the start's own."""
    own = [_of_start(settings["start"], name) for name in ("judge", "lexical")]
    return [judge_folder(), *(folder for folder in own if folder is not None)]


def run(work: Work) -> None:
    """Write the model folder."""
    settings = work.settings
    tagger, lexical = work.inputs["tagger"], work.inputs["lexical"]
    choice = json.loads(read_text(lexical / "choice.json"))
    decisions = json.loads(read_text(work.inputs["decisions"] / "decisions.json"))
    config = json.loads(read_text(tagger / "config.json"))
    provenance: dict[str, Any] = {
        "made": f"seqlab train, SeqLab {seqlab.__version__}, {machine()}",
        "date": datetime.date.today().isoformat(),
        "data": settings["data"],
        "start": settings["start"] or None,
        "seed": work.seed,
        "lexical": choice,
    }
    judge = work.inputs.get("judge") or _of_start(settings["start"], "judge")
    if "judge" in work.inputs:
        provenance["judge"] = json.loads(read_text(work.inputs["judge"] / "metrics.json"))
    words = lexical / "own" if choice["chosen"] == "own" else None
    metrics = json.loads(read_text(tagger / "metrics.json"))
    written = Written(
        tagger,
        Decisions(**decisions),
        settings["settings"],
        _levels(list(config["heads"]), settings["levels"]),
        provenance,
        model_card(provenance, config, metrics, settings["settings"]["card"]),
        words or _of_start(settings["start"], "lexical"),
        work.inputs.get("splits"),
        judge,
    )
    write_model(work.out, written)


def _of_start(start: str, part: str) -> Path | None:
    """A part of its own that the model to start from has, which then goes on too."""
    folder = model_path(start) if start else DEFAULT_FOLDER
    own = folder / part
    return own if folder != DEFAULT_FOLDER and own.is_dir() else None


def _levels(heads: list[str], order: list[str]) -> tuple[str, ...]:
    """The levels that the tagger has heads for, in the `order` known, others by name."""
    own = [head.removesuffix(_OPERATION) for head in heads if head.endswith(_OPERATION)]
    ranked = sorted(own, key=lambda level: (level not in order, level))
    return tuple(sorted(ranked, key=lambda level: order.index(level) if level in order else 99))
