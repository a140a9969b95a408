"""The test parts of all sources, as labelled pairs and as text."""

from __future__ import annotations

from corpora import Pair, read_pairs, write_pairs
from seqlab.annotation import LabelledPair, read_labelled, write_labelled
from seqlab.training.stages import Work


def run(work: Work) -> None:
    """Write `test.jsonl` (pairs) and `labelled.jsonl`, line by line the same."""
    pairs: list[Pair] = []
    labelled: list[LabelledPair] = []
    for number in range(len(work.inputs)):
        if (own := work.inputs.get(f"pairs.{number}")) is not None:
            pairs += read_pairs(own / "test.jsonl")
            labelled += read_labelled(work.inputs[f"annotation.{number}"] / "test.jsonl")
    write_pairs(work.out / "test.jsonl", pairs)
    write_labelled(work.out / "labelled.jsonl", labelled)
