"""Labelled pairs → sentences with the labels of a label set, which is what a labeller learns.

A stage of its own, so that a change of the annotation which a label set does not show (REORDER
where only COPY, DELETE and REPLACE are learned) leads to the labeller that is there already.
"""

from __future__ import annotations

from seqlab.ablation.stages import Work
from seqlab.annotation import read_labelled, training_sentences
from seqlab.tagger import write_sentences


def run(work: Work) -> None:
    """Write `train.jsonl` and `valid.jsonl`."""
    for part in ("train", "valid"):
        pairs = read_labelled(work.inputs["annotation"] / f"{part}.jsonl")
        sentences = training_sentences(pairs, work.settings["labels"]["set"])
        write_sentences(work.out / f"{part}.jsonl", sentences)
