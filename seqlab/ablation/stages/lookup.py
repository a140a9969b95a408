"""Labelled training pairs → the table of the phrase-table baseline."""

from __future__ import annotations

from seqlab.annotation import read_labelled
from seqlab.peers import phrase_table, write_table
from seqlab.training.stages import Work


def run(work: Work) -> None:
    """Write `table.tsv`."""
    settings = work.settings["baseline"]
    pairs = read_labelled(work.inputs["annotation"] / "train.jsonl")
    write_table(work.out, phrase_table(pairs, settings["least"], settings["longest"]))
