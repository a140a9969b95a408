"""Labeller + test pairs → how often each label was given for each, sentence by sentence."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from seqlab.ablation.plan.paths import gold_file
from seqlab.ablation.stages import Work
from seqlab.ablation.stages.variant_tagger import LABELS, VariantLabeller, word_label
from seqlab.annotation import LabelledPair, read_labelled

GOLD = gold_file("sample")


def run(work: Work) -> None:
    """Write confusion counts on the test pairs (`labels`) and on pairs labelled by hand."""
    labeller = VariantLabeller(work.inputs["tagger"], work.settings)
    tests = list(read_labelled(work.inputs["test"] / "test.jsonl"))
    np.save(work.out / "labels.npy", _counts(labeller, tests))
    np.save(work.out / "gold-labels.npy", _counts(labeller, list(read_labelled(GOLD))))


def _counts(labeller: VariantLabeller, pairs: Sequence[LabelledPair]) -> np.ndarray:
    """One row a pair: a table of true by given label, written out."""
    table = np.zeros((len(pairs), len(LABELS), len(LABELS)), dtype=np.float64)
    found = labeller.predict([pair.source_tokens for pair in pairs])
    for row, (pair, labels) in enumerate(zip(pairs, found, strict=True)):
        for true, given in zip(pair.source_labels, labels, strict=True):
            table[row, LABELS.index(word_label(true)), LABELS.index(given)] += 1
    return table.reshape(len(pairs), -1)
