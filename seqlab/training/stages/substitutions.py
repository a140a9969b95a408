"""Labelled pairs → sentences whose labels say what the editor put for each word and phrase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from seqlab.annotation import LabelledPair, read_labelled
from seqlab.editing.fitting import (
    SUBSTITUTION,
    Tagged,
    known_labels,
    substitution_labels,
    substitution_vocabulary,
)
from seqlab.errors import DataError
from seqlab.progress import track
from seqlab.syntax import load_syntax
from seqlab.tagger import LabelledSentence, write_sentences
from seqlab.training.stages import PARTS, Work


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """None: all is in the annotation."""
    return []


def run(work: Work) -> None:
    """Write `train.jsonl`, `valid.jsonl` and `test.jsonl`; the training part gives the labels."""
    folder = work.inputs["annotation"]
    pairs = {part: list(read_labelled(folder / f"{part}.jsonl")) for part in PARTS}
    labels = {part: _labels(own, part) for part, own in pairs.items()}
    vocabulary = substitution_vocabulary(labels["train"])
    if not vocabulary:
        raise DataError(
            folder, "no substitution is frequent enough to be learned",
            fix="give more pairs, or labels.substitutions false",
        )  # fmt: skip
    for part, own in pairs.items():
        merged: dict[tuple[str, tuple[str, ...]], dict[str, tuple[str, ...]]] = {}
        for pair, found in zip(own, labels[part], strict=True):
            heads = merged.setdefault((pair.document, pair.source_tokens), {})
            heads[_head(pair)] = known_labels(found, vocabulary)
        sentences = [
            LabelledSentence(tokens=tokens, labels=heads, document=document)
            for (document, tokens), heads in merged.items()
        ]
        write_sentences(work.out / f"{part}.jsonl", sentences)


def _head(pair: LabelledPair) -> str:
    return f"{pair.levels[1]}.{SUBSTITUTION}" if pair.levels else SUBSTITUTION


def _labels(pairs: Sequence[LabelledPair], part: str) -> list[tuple[str, ...]]:
    syntax = load_syntax("embedded")
    sides = []
    for side in ("source", "target"):
        texts = [getattr(pair, f"{side}_tokens") for pair in pairs]
        analysed = track(syntax.analyse(texts), f"analyse {side}s, {part}", len(texts))
        starts = [getattr(pair, f"{side}_starts") for pair in pairs]
        sides.append(
            [
                Tagged(
                    tuple(one.tokens),
                    tuple(one.tags),
                    tuple(one.lemmas),
                    (*own[1:], len(one.tokens)),
                )
                for one, own in zip(analysed, starts, strict=True)
            ]
        )
    return [substitution_labels(*both) for both in zip(*sides, strict=True)]
