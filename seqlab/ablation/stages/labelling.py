"""Model + test pairs → how often each label was given for each, sentence by sentence."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from seqlab.annotation import LabelledPair, read_labelled
from seqlab.model_folder import LABELS, WordTagger, open_model, word_label
from seqlab.training.config import gold_file
from seqlab.training.stages import Work

GOLD = gold_file("sample")
_HEAD = "operation"


def run(work: Work) -> None:
    """Write confusion counts on the test pairs (`labels`) and on pairs labelled by hand."""
    tagger = _tagger(work.inputs["model"])
    tests = list(read_labelled(work.inputs["test"] / "labelled.jsonl"))
    np.save(work.out / "labels.npy", _counts(tagger, tests))
    np.save(work.out / "gold-labels.npy", _counts(tagger, list(read_labelled(GOLD))))


def _tagger(folder: Path) -> WordTagger:
    from seqlab.tagger import Tagger

    model = open_model(folder)
    return WordTagger(Tagger.load(model.tagger, device="cpu"), model.decisions, model.syntax)


def _counts(tagger: WordTagger, pairs: Sequence[LabelledPair]) -> np.ndarray:
    """One row per pair: a table of true by given label, written out."""
    table = np.zeros((len(pairs), len(LABELS), len(LABELS)), dtype=np.float64)
    heads = [_head(tagger, pair) for pair in pairs]
    for head in dict.fromkeys(heads):
        rows = [row for row, own in enumerate(heads) if own == head]
        given = tagger.predict([pairs[row].source_tokens for row in rows], [head])
        for row, labels in zip(rows, given, strict=True):
            for true, label in zip(pairs[row].source_labels, labels[head], strict=True):
                table[row, LABELS.index(word_label(true)), LABELS.index(label)] += 1
    return table.reshape(len(pairs), -1)


def _head(tagger: WordTagger, pair: LabelledPair) -> str:
    """The head of the pair's level; else the one for all, else the first."""
    own = f"{pair.levels[1]}.{_HEAD}" if pair.levels else _HEAD
    known = [head for head in tagger.heads if head.endswith(_HEAD)]
    return own if own in known else _HEAD if _HEAD in known else known[0]
