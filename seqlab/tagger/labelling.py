"""Sentences from files to labels in files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import tee
from pathlib import Path

from seqlab.files import read_lines
from seqlab.tagger.sentence import LabelledSentence, read_sentences
from seqlab.tagger.tagger import Tagger
from seqlab.text import tokenize


def read_any_sentences(path: str | Path) -> Iterator[LabelledSentence]:
    """The sentences of a JSONL file, or of a text file with one sentence per line."""
    if ".jsonl" in Path(path).suffixes:
        yield from read_sentences(path)
        return
    for line in read_lines(path):
        yield LabelledSentence(tuple(tokenize(line)))


def label_sentences(
    tagger: Tagger, sentences: Iterable[LabelledSentence], probabilities: bool = False
) -> Iterator[LabelledSentence]:
    """The sentences with predicted labels, and with `probabilities` their shares as `soft`."""
    given, to_label, to_weigh = tee(sentences, 3)
    labels = tagger.predict(to_label)
    if not probabilities:
        del to_weigh  # or it would keep all sentences in memory
        for sentence, found in zip(given, labels, strict=True):
            yield replace(sentence, labels=found, soft={})
        return
    for sentence, found, shares in zip(given, labels, tagger.predict_proba(to_weigh), strict=True):
        soft = {
            head: tuple(
                {
                    label: round(float(share), 4)
                    for label, share in zip(tagger.labels[head], row, strict=True)
                }
                for row in of_head
            )
            for head, of_head in shares.items()
        }
        yield replace(sentence, labels=found, soft=soft)
