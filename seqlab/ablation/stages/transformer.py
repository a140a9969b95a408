"""Sentence pairs → a small Transformer that was trained to turn one side into the other."""

from __future__ import annotations

from pathlib import Path

from corpora import read_pairs
from seqlab.peers import TransformerOptions
from seqlab.text import tokenize
from seqlab.training.config import from_plain
from seqlab.training.stages import Work


def run(work: Work) -> None:
    """Write the model folder."""
    # Not above: to find a finished stage in the cache, the training framework is not needed.
    from seqlab.peers import train_transformer

    known = TransformerOptions.__dataclass_fields__
    settings = {name: v for name, v in work.settings["baseline"].items() if name in known}
    options = from_plain(TransformerOptions, settings)
    train, valid = (_words(work.inputs["pairs"] / f"{part}.jsonl") for part in ("train", "valid"))
    train_transformer(train, valid, work.out, options, work.seed)


def _words(path: Path) -> list[tuple[list[str], list[str]]]:
    return [(tokenize(pair.source), tokenize(pair.target)) for pair in read_pairs(path)]
