"""`Source`: one of the data that a model is trained on, and at which stage it enters the chain."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from corpora import FORMATS, PARTS
from seqlab.errors import DataError
from seqlab.files import read_jsonl
from seqlab.training.config import resolve_path

# What a source holds: articles or pairs, labelled pairs, labelled sentences, or sentences that
# were split and are otherwise unchanged.
Stage = Literal["pairs", "labelled", "sentences", "splits"]
_WEIGHTED = re.compile(r"(.+)=([0-9]*\.?[0-9]+)")


@dataclass(frozen=True)
class Source:
    """A corpus by name or path with the weight of its sentences in the loss."""

    name: str
    weight: float = 1.0

    @property
    def path(self) -> Path:
        """Where it lies."""
        return resolve_path(self.name)


def parse_sources(data: Sequence[str]) -> list[Source]:
    """`["sample", "mine=0.5"]` as sources; several may stand in one string with commas between."""
    sources = []
    for name in (part.strip() for text in data for part in text.split(",")):
        weighted = _WEIGHTED.fullmatch(name)
        if weighted and not Path(name).exists():
            sources.append(Source(weighted[1], float(weighted[2])))
        elif name:
            sources.append(Source(name))
    return sources


def stage_of(path: Path) -> Stage:
    """The stage at which data enter the chain, told by the fields of its first line."""
    file = path
    if path.exists() and FORMATS["splits"].recognises(path):
        return "splits"
    if path.is_dir():
        files = [path / f"{part}.jsonl" for part in PARTS]
        if not files[0].is_file():
            return "pairs"
        file = files[0]
    if ".jsonl" not in file.suffixes:
        return "pairs"
    for _, record in read_jsonl(file):
        if "tokens" in record:
            return "sentences"
        if "split" in record or "regions" in record:
            return "splits"
        return "labelled" if "source_tokens" in record else "pairs"
    raise DataError(file, "holds no sentences", fix="give a file that is not empty")
