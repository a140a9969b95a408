"""Sentences that were split and left as they were otherwise, as labelled sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from seqlab.annotation.labels.split_labels import SplitLabels, split_labels
from seqlab.annotation.labels.split_slots import (
    INSERT_HEAD,
    NOTHING,
    WORD_HEAD,
    SlotReader,
    faithful,
    in_vocabulary,
)
from seqlab.errors import DataError
from seqlab.files import read_jsonl
from seqlab.syntax import Analysis
from seqlab.tagger import LabelledSentence
from seqlab.text import Document


@dataclass(frozen=True, slots=True)
class SplitRow:
    """A sentence and what a writer made of it; `part` is train, valid or test."""

    source: str
    split: str
    document: str = ""
    part: str = ""
    genre: str = ""


def read_split_rows(path: str | Path) -> Iterator[SplitRow]:
    """The rows of a JSONL file, which may be gzipped."""
    for line, record in read_jsonl(path):
        values = {name: record.get(name, "") for name in SplitRow.__slots__}
        if not values["source"] or not values["split"]:
            raise DataError(
                path, "'source' and 'split' must hold text", line=line, fix="fill in both"
            )
        yield SplitRow(**values)


def labelled_splits(
    rows: Sequence[SplitRow], analyses: Sequence[Analysis]
) -> list[tuple[SplitLabels, SlotReader]]:
    """The labels of each row with their insertions as text, and the reader of its slots."""
    results = []
    for row, analysis in zip(rows, analyses, strict=True):
        sentences = [[t.text for t in s.tokens] for s in Document.parse(row.split).sentences]
        reader = SlotReader(analysis.tokens, analysis.tags, analysis.chunks)
        results.append((split_labels(analysis.tokens, analysis.tags, sentences), reader))
    return results


def insert_vocabulary(
    splits: Sequence[tuple[SplitLabels, SlotReader]], literal: int = 8, least: int = 3
) -> tuple[str, ...]:
    """The insertion labels worth learning, most frequent first.

    Args:
        splits: Labels of training sentences.
        literal: An insertion seen so often keeps its words; a rarer one is described by slots.
        least: How often a label must be seen.
    """
    texts = Counter(text for labels, _ in splits for text in labels.insert)
    known = {text for text, count in texts.items() if count >= literal}
    counts = Counter(
        faithful(text, cut, reader, known)
        for labels, reader in splits
        for cut, text in enumerate(labels.insert)
        if text != NOTHING
    )
    return tuple(label for label, count in counts.most_common() if count >= least)


def insert_labels(
    labels: SplitLabels, reader: SlotReader, vocabulary: Collection[str]
) -> tuple[str, ...]:
    """One label of the vocabulary for each token."""
    return tuple(
        in_vocabulary(faithful(text, cut, reader, vocabulary), vocabulary)
        for cut, text in enumerate(labels.insert)
    )


def training_split(
    row: SplitRow, labels: SplitLabels, reader: SlotReader, vocabulary: Collection[str]
) -> LabelledSentence:
    """The sentence with its two label sequences."""
    return LabelledSentence(
        tokens=reader.tokens,
        labels={
            INSERT_HEAD: insert_labels(labels, reader, vocabulary),
            WORD_HEAD: labels.word,
        },
        document=row.document,
    )
