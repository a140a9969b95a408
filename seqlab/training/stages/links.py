"""Sentence pairs → the words of their sentences and the links between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from corpora import Pair, normalize_entities, read_pairs
from seqlab.alignment import load_aligner, to_pharaoh
from seqlab.files import write_jsonl
from seqlab.progress import track
from seqlab.text import split_sentences, tokenize
from seqlab.training.config import paraphrase_files
from seqlab.training.stages import PARTS, Work

Sentences = list[tuple[str, ...]]
_BATCH = 512


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """The lists of paraphrases that aligners read where they are there."""
    return paraphrase_files(settings["alignment"]["options"])


def run(work: Work) -> None:
    """Write one line per pair for each part: `source` and `target` sentences as words, `links`."""
    settings = work.settings["alignment"]
    aligner = load_aligner(settings["aligner"], **settings["options"])
    for part in PARTS:
        sides = [
            _sides(pair, settings["entities"])
            for pair in read_pairs(work.inputs["pairs"] / f"{part}.jsonl")
        ]
        aligned = _aligned(aligner, sides, f"align words, {part}")
        write_jsonl(
            work.out / f"{part}.jsonl",
            (
                {"source": source, "target": target, "links": to_pharaoh(links)}
                for (source, target), links in zip(sides, aligned, strict=True)
            ),
        )


def _aligned(aligner: Any, sides: Sequence[tuple[Sentences, Sentences]], what: str) -> list[Any]:
    """The links of all pairs, some hundred at a time for the bar."""
    found: list[Any] = []
    for start in track(range(0, len(sides), _BATCH), what):
        batch = sides[start : start + _BATCH]
        found += aligner.align([(_flat(source), _flat(target)) for source, target in batch])
    return found


def _sides(pair: Pair, entities: bool) -> tuple[Sentences, Sentences]:
    source, target = _words(pair.sources), _words(pair.targets)
    if not entities:
        return source, target
    sides = normalize_entities(*source, *target).sides
    return list(sides[: len(source)]), list(sides[len(source) :])


def _words(texts: Sequence[str]) -> Sentences:
    return [
        words
        for text in texts
        for sentence in split_sentences(text)
        if (words := tuple(tokenize(sentence)))
    ]


def _flat(sentences: Sentences) -> tuple[str, ...]:
    return tuple(word for sentence in sentences for word in sentence)
