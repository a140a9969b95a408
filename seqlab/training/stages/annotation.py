"""Word links → labelled pairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from corpora import read_pairs
from seqlab.alignment import from_pharaoh
from seqlab.annotation import AnnotationOptions, LabelledPair, annotate, write_labelled
from seqlab.files import read_jsonl
from seqlab.progress import track
from seqlab.syntax import load_syntax
from seqlab.training.stages import PARTS, Work

_BATCH = 256


def run(work: Work) -> None:
    """Write the labelled pairs of each part, in the order of the pairs."""
    settings = work.settings["annotation"]
    options = AnnotationOptions(**{k: v for k, v in settings.items() if k != "syntax"})
    syntax = None if settings["syntax"] == "none" else load_syntax(settings["syntax"])
    for part in PARTS:
        found = track(_labelled(work.inputs, part, options, syntax), f"annotate {part}")
        write_labelled(work.out / f"{part}.jsonl", found)


def _labelled(
    inputs: Mapping[str, Path], part: str, options: AnnotationOptions, syntax: Any
) -> Iterator[LabelledPair]:
    pairs = read_pairs(inputs["pairs"] / f"{part}.jsonl")
    lines = read_jsonl(inputs["links"] / f"{part}.jsonl")
    rows = zip(pairs, (record for _, record in lines), strict=True)
    while batch := list(islice(rows, _BATCH)):
        sides = [record[side] for _, record in batch for side in ("source", "target")]
        analyses: Iterator[Any] = iter(())
        if syntax is not None:
            analyses = syntax.analyse([words for side in sides for words in side])
        for pair, record in batch:
            source, target = record["source"], record["target"]
            yield annotate(
                source,
                target,
                from_pharaoh(record["links"]),
                options,
                list(islice(analyses, len(source))) if syntax is not None else None,
                list(islice(analyses, len(target))) if syntax is not None else None,
                origin=pair,
            )
