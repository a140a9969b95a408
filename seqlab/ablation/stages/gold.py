"""Aligner and annotation on pairs with gold links and labels → how much agrees, pair by pair."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from seqlab.alignment import link_score, load_aligner
from seqlab.annotation import (
    AnnotationOptions,
    LabelledPair,
    read_gold,
    relabel,
    score_words,
)
from seqlab.syntax import load_syntax
from seqlab.training.config import gold_file, paraphrase_files
from seqlab.training.stages import Work

_LABELS = ("D", "R", "A", "M")


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """The gold files, and what the aligner reads."""
    names = settings["evaluation"]["gold"]
    return [
        *(gold_file(name) for name in names),
        *paraphrase_files(settings["alignment"]["options"]),
    ]


def run(work: Work) -> None:
    """Write counts of right, found and wanted links and labels."""
    annotation, alignment = work.settings["annotation"], work.settings["alignment"]
    options = AnnotationOptions(**{k: v for k, v in annotation.items() if k != "syntax"})
    syntax = None if annotation["syntax"] == "none" else load_syntax(annotation["syntax"])
    aligner = load_aligner(alignment["aligner"], **alignment["options"])
    names = work.settings["evaluation"]["gold"]
    gold = [pair for name in names for pair in read_gold(gold_file(name))]
    found = relabel(gold, aligner, options, syntax)
    np.save(work.out / "links.npy", _rows(found, gold, _links))
    np.save(work.out / "words.npy", _rows(found, gold, _words))


def _rows(found: list[LabelledPair], gold: list[LabelledPair], count: Any) -> np.ndarray:
    rows = [count(ours, theirs) for ours, theirs in zip(found, gold, strict=True)]
    return np.array(rows, dtype=np.float64)


def _links(ours: LabelledPair, theirs: LabelledPair) -> list[int]:
    score = link_score([set(ours.links)], [set(theirs.links)])
    return [score.correct, score.predicted, score.gold]


def _words(ours: LabelledPair, theirs: LabelledPair) -> list[int]:
    scores = score_words([ours], [theirs]).scores
    return [
        count
        for label in _LABELS
        for count in (scores[label].correct, scores[label].predicted, scores[label].gold)
    ]
