"""Outputs + test pairs → BERTScore, sentence by sentence; apart, because it needs the encoder."""

from __future__ import annotations

import numpy as np

from corpora import read_pairs
from seqlab.ablation.stages.tests import references_of
from seqlab.evaluation import Segments, load_metrics
from seqlab.files import read_lines
from seqlab.training.stages import Work


def run(work: Work) -> None:
    """Write `bertscore.npy`: precision, F1, recall, and a one."""
    outputs = list(read_lines(work.inputs["outputs"] / "outputs.txt"))
    pairs = list(read_pairs(work.inputs["pairs"] / "test.jsonl"))[: len(outputs)]
    originals = [" ".join(pair.source.split()) for pair in pairs]
    [metric] = load_metrics(["bertscore-p"])
    segments = Segments(originals, outputs, references_of(work, pairs))
    np.save(work.out / "bertscore.npy", metric.counts(segments))
