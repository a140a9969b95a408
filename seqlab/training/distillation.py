"""Sentences labelled by a teacher: what a small model learns from a large one (Hinton et al. 2015).

The small model sees the teacher's probabilities, not only its labels, on far more text than anyone
has rewritten.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, tee
from pathlib import Path

import numpy as np

from seqlab.errors import UsageError
from seqlab.files import read_lines
from seqlab.tagger import LabelledSentence, Tagger
from seqlab.text import split_sentences, tokenize

# Shares below this are left out: with hundreds of labels nearly all are next to nothing.
LEAST_SHARE = 0.01


def text_sentences(
    path: str | Path, most: int, seed: int = 1, words: tuple[int, int] = (6, 60)
) -> list[tuple[str, ...]]:
    """Sentences drawn from a file of plain text, a paragraph per line, each sentence once."""
    lines = list(read_lines(path))
    random.Random(seed).shuffle(lines)
    found: dict[tuple[str, ...], None] = {}
    for line in lines:
        for sentence in split_sentences(line):
            tokens = tuple(tokenize(sentence))
            if words[0] <= len(tokens) <= words[1]:
                found[tokens] = None
        if len(found) >= most:
            break
    return list(islice(found, most))


def teacher_labels(
    teacher: Tagger, sentences: Iterable[Sequence[str]], heads: Sequence[str] | None = None
) -> Iterator[LabelledSentence]:
    """Each sentence with the teacher's probabilities, and the likeliest labels, by head."""
    for head in heads or ():
        if head not in teacher.labels:
            raise UsageError(
                f"the teacher has no head {head!r}; known: {', '.join(teacher.labels)}"
            )
    given, to_label = tee(sentences)
    for number, (tokens, shares) in enumerate(
        zip(given, teacher.predict_proba(to_label, heads), strict=True)
    ):
        yield LabelledSentence(
            tokens=tuple(tokens),
            labels={
                head: tuple(teacher.labels[head][best] for best in rows.argmax(axis=1))
                for head, rows in shares.items()
            },
            soft={head: _soft(teacher.labels[head], rows) for head, rows in shares.items()},
            document=f"text-{number}",
        )


def _soft(labels: Sequence[str], rows: np.ndarray) -> tuple[dict[str, float], ...]:
    return tuple(
        {labels[n]: round(float(row[n]), 3) for n in np.flatnonzero(row >= LEAST_SHARE).tolist()}
        for row in rows
    )
