"""Replacements of the corpus → the shipped lexical simplifier, or one with a ranker of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from lexical_simplifier import LexicalSimplifier
from lexical_simplifier.building import adapted_ranker, count_replacements, first_right
from seqlab.annotation import LabelledPair, read_labelled
from seqlab.files import atomic_write
from seqlab.training.stages import Work

CHOICE = "choice.json"


def run(work: Work) -> None:
    """Write `choice.json`, and the folder `own/` where it was chosen."""
    settings = work.settings["lexical"]
    train = list(_pairs(work.inputs, "train"))
    count = count_replacements(train)
    choice: dict[str, Any] = {"chosen": "shipped", "replacements": count}
    enough = settings["own"] == "always" or (
        settings["own"] == "auto" and count >= settings["least"]
    )
    if enough:
        shipped = LexicalSimplifier.load()
        own = adapted_ranker(shipped, train)
        valid = list(_pairs(work.inputs, "valid"))
        choice |= {
            "shipped_first_right": round(first_right(shipped, valid), 4),
            "own_first_right": round(first_right(own, valid), 4),
        }
        better = choice["own_first_right"] > choice["shipped_first_right"]
        if settings["own"] == "always" or better:
            choice["chosen"] = "own"
            own.save(work.out / "own", {"replacements": count})
    with atomic_write(work.out / CHOICE) as handle:
        json.dump(choice, handle, indent=1)


def _pairs(inputs: Mapping[str, Path], part: str) -> Iterator[LabelledPair]:
    for folder in inputs.values():
        yield from read_labelled(folder / f"{part}.jsonl")
