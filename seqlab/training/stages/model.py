"""Tagger, lexical choice and decisions → the model folder."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import seqlab
from seqlab.files import read_text
from seqlab.model_folder import Decisions, Written, judge_folder, write_model
from seqlab.provenance import machine
from seqlab.training.card import model_card
from seqlab.training.stages import Work

_OPERATION = ".operation"


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """The judge that ships, which the model names by its hash."""
    return [judge_folder()]


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
    metrics = json.loads(read_text(tagger / "metrics.json"))
    written = Written(
        tagger,
        Decisions(**decisions),
        settings["settings"],
        _levels(list(config["heads"]), settings["levels"]),
        provenance,
        model_card(provenance, config, metrics),
        lexical / "own" if choice["chosen"] == "own" else None,
    )
    write_model(work.out, written)


def _levels(heads: list[str], order: list[str]) -> tuple[str, ...]:
    """The levels that the tagger has heads for, in the `order` known, others by name."""
    own = [head.removesuffix(_OPERATION) for head in heads if head.endswith(_OPERATION)]
    ranked = sorted(own, key=lambda level: (level not in order, level))
    return tuple(sorted(ranked, key=lambda level: order.index(level) if level in order else 99))
