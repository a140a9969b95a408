"""Outputs + test pairs → counts of every text metric, sentence by sentence."""

from __future__ import annotations

import numpy as np

from corpora import read_pairs
from lexical_simplifier import LexicalSimplifier
from seqlab.evaluation import Segments, load_metrics
from seqlab.files import read_lines
from seqlab.text import split_sentences, tokenize
from seqlab.training.stages import Work

# Measure → the metric that counts for it; those to the original take it as the reference.
_METRICS = {
    "sari": "sari",
    "sari-sentence": "sari-sentence",
    "bleu": "bleu",
    "ter": "ter",
    "fkgl": "fkgl",
    "compression": "compression",
}
_TO_ORIGINAL = {"bleu-original": "bleu", "ter-original": "ter"}


def run(work: Work) -> None:
    """Write one table of counts a measure."""
    outputs = list(read_lines(work.inputs["outputs"] / "outputs.txt"))
    pairs = list(read_pairs(work.inputs["pairs"] / "test.jsonl"))[: len(outputs)]
    originals = [" ".join(pair.source.split()) for pair in pairs]
    references = [" ".join(pair.target.split()) for pair in pairs]
    for names, compared in ((_METRICS, references), (_TO_ORIGINAL, originals)):
        segments = Segments(originals, outputs, [compared])
        for measure, metric in names.items():
            np.save(work.out / f"{measure}.npy", load_metrics([metric])[0].counts(segments))
    np.save(work.out / "fluency.npy", _costs(outputs))
    same = [
        [float(output == original), 1.0]
        for output, original in zip(outputs, originals, strict=True)
    ]
    np.save(work.out / "same.npy", np.array(same))


def _costs(outputs: list[str]) -> np.ndarray:
    """What the n-gram model of the lexical simplifier finds each output to cost, and its words."""
    model = LexicalSimplifier.load().ngrams
    rows = []
    for output in outputs:
        sentences = [tokenize(sentence) for sentence in split_sentences(output)]
        costs = [model.sentence_cost(words) * len(words) for words in sentences if words]
        rows.append([float(sum(costs)), float(sum(map(len, sentences)))])
    return np.array(rows)
