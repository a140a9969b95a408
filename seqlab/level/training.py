"""Texts at known levels, and the model that learns from them: `levels`, and OneStopEnglish.

The articles of OneStopEnglish are in the part of the corpus `levels` in which it has them, so no
article is learned from in one corpus and tested in the other.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from seqlab.errors import DataError
from seqlab.files import data_folder, read_jsonl, read_lines
from seqlab.level.features import LevelFeatures
from seqlab.level.model import LevelModel, fit_levels

SCALES = {"levels": ("easy", "plain", "source"), "onestop": ("ele", "int", "adv")}
_LEAST_WORDS = 8
# A passage has at least so many rows.
_LEAST_ROWS = 3


@dataclass(frozen=True, slots=True)
class LevelledText:
    """A text with its level on the scale of its corpus, 0 easiest."""

    text: str
    scale: str
    level: int
    part: str
    kind: str
    # What the same content at other levels shares.
    item: str


def levelled_texts(folder: str | Path | None = None) -> list[LevelledText]:
    """Sentences and passages of `levels`, paragraphs and articles of OneStopEnglish."""
    root = Path(folder or data_folder())
    path = root / "levels" / "levels.jsonl.gz"
    texts: list[LevelledText] = []
    passages: dict[str, list[dict[str, Any]]] = {}
    parts: dict[str, str] = {}
    for number, row in read_jsonl(path):
        try:
            parts[row["document"].removeprefix("onestop-")] = row["part"]
            if not row.get("quoted"):
                texts += _levels([row], row["id"], "sentence")
                passages.setdefault(row["id"].rsplit(".", 1)[0], []).append(row)
        except KeyError as error:
            raise DataError(path, f"no {error}", line=number) from None
    for name, rows in passages.items():
        if len(rows) >= _LEAST_ROWS:
            texts += _levels(rows, name, "passage")
    return texts + _onestop(root / "onestop" / "texts", parts)


def _levels(rows: Sequence[dict[str, Any]], item: str, kind: str) -> list[LevelledText]:
    return [
        LevelledText(
            " ".join(row[name] for row in rows), "levels", level, rows[0]["part"], kind, item
        )
        for level, name in enumerate(SCALES["levels"])
    ]


def _onestop(folder: Path, parts: dict[str, str]) -> list[LevelledText]:
    texts = []
    for level, name in enumerate(SCALES["onestop"]):
        for path in sorted((folder / name).glob("*.txt")):
            lines = [line.strip("\ufeff ") for line in read_lines(path)]
            lines = [line for line in lines if len(line.split()) > _LEAST_WORDS]
            part, item = parts.get(path.stem, "train"), f"onestop-{path.stem}"
            texts += [LevelledText(line, "onestop", level, part, "paragraph", "") for line in lines]
            whole = " ".join(lines)
            texts.append(LevelledText(whole, "onestop", level, part, "article", item))
    return texts


def sampled(texts: Sequence[LevelledText], sentences: int, seed: int) -> list[LevelledText]:
    """All texts but sentences, and so many items of those, each at all its levels."""
    items = sorted({text.item for text in texts if text.kind == "sentence"})
    random.Random(seed).shuffle(items)
    chosen = set(items[:sentences])
    return [text for text in texts if text.kind != "sentence" or text.item in chosen]


def train_levels(texts: Sequence[LevelledText], features: LevelFeatures) -> LevelModel:
    """The model of the training texts; both corpora count the same in all."""
    own = [text for text in texts if text.part == "train"]
    scales = np.array([text.scale for text in own])
    # A passage or an article says more than a sentence.
    weights = np.array([{"sentence": 1.0, "article": 4.0}.get(text.kind, 2.0) for text in own])
    for scale in SCALES:
        mine = scales == scale
        if mine.any():
            weights[mine] *= len(own) / len(SCALES) / weights[mine].sum()
    rows = features.rows([text.text for text in own]).astype(np.float64)
    levels = np.array([text.level for text in own])
    return fit_levels(rows, levels, scales.tolist(), weights)
