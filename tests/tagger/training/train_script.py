"""Trains a tagger from the command line, for tests that kill it or run it in several processes."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from seqlab.tagger import (
    HeadOptions,
    ModelOptions,
    TrainingOptions,
    read_sentences,
    train_tagger,
)


def main(folder: str, out: str, model: str, training: str) -> None:
    """Train on `train.jsonl` of a folder, judged by its `valid.jsonl`; options are JSON."""
    values = json.loads(model)
    heads = {name: HeadOptions(**own) for name, own in values.pop("heads", {}).items()}
    train_tagger(
        list(read_sentences(Path(folder) / "train.jsonl")),
        list(read_sentences(Path(folder) / "valid.jsonl")),
        out,
        ModelOptions(hidden=16, char_filters=8, heads=heads, **values),
        TrainingOptions(accelerator="cpu", batch_size=16, patience=9, **json.loads(training)),
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
