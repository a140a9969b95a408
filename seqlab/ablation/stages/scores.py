"""Outputs + test pairs → counts of every text metric, sentence by sentence."""

from __future__ import annotations

import numpy as np

from corpora import read_pairs
from lexical_simplifier import LexicalSimplifier
from seqlab.ablation.stages.tests import references_of
from seqlab.evaluation import Bleu, Segments, load_metrics
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
    "token-f1": "token-f1",
}
_TO_ORIGINAL = {"bleu-original": "bleu", "ter-original": "ter"}


def run(work: Work) -> None:
    """Write one table of counts a measure."""
    outputs = list(read_lines(work.inputs["outputs"] / "outputs.txt"))
    pairs = list(read_pairs(work.inputs["pairs"] / "test.jsonl"))[: len(outputs)]
    originals = [" ".join(pair.source.split()) for pair in pairs]
    references = references_of(work, pairs)
    for names, compared in ((_METRICS, references), (_TO_ORIGINAL, [originals])):
        segments = Segments(originals, outputs, compared)
        for measure, metric in names.items():
            np.save(work.out / f"{measure}.npy", load_metrics([metric])[0].counts(segments))
    np.save(work.out / "fluency.npy", _costs(outputs))
    same = [
        [float(output == original), 1.0]
        for output, original in zip(outputs, originals, strict=True)
    ]
    np.save(work.out / "same.npy", np.array(same))
    np.save(work.out / "sentences.npy", _sentences(outputs))
    scored = [
        [Bleu().sentence(original, output, own).value, 1.0]
        for original, output, *own in zip(originals, outputs, *references, strict=True)
    ]
    np.save(work.out / "bleu-sentence.npy", np.array(scored))


def _sentences(outputs: list[str]) -> np.ndarray:
    """Sentences, words, whether there are several sentences, and a one."""
    rows = []
    for output in outputs:
        sentences = split_sentences(output)
        words = sum(len(tokenize(sentence)) for sentence in sentences)
        rows.append([float(len(sentences)), float(words), float(len(sentences) > 1), 1.0])
    return np.array(rows)


def _costs(outputs: list[str]) -> np.ndarray:
    """What the n-gram model of the lexical simplifier finds each output to cost, and its words."""
    model = LexicalSimplifier.load().ngrams
    rows = []
    for output in outputs:
        sentences = [tokenize(sentence) for sentence in split_sentences(output)]
        costs = [model.sentence_cost(words) * len(words) for words in sentences if words]
        rows.append([float(sum(costs)), float(sum(map(len, sentences)))])
    return np.array(rows)
