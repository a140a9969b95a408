"""What the reader of edits learns from: judged edits, marked in their sentences."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from seqlab.editing.judge.reader import HEAD, MOST_TOGETHER, level_mark, marked, packed, regions
from seqlab.editing.judge.records import Row, case_of
from seqlab.tagger import (
    IGNORED,
    LabelledSentence,
    ModelOptions,
    TrainingOptions,
    train_tagger,
)
from seqlab.text import Document

# A longer sentence with its edits would not fit into one window of the encoder.
_LONGEST = 110
# The reader is an encoder trained further below a small BiLSTM, as the tagger is.
MODEL = ModelOptions(
    word_dim=0,
    char_dim=0,
    shape_dim=0,
    casing_dim=0,
    frequency=True,
    encoder="auto",
    fine_tune=True,
    frozen_layers=1,
    encoder_dropout=0.1,
    hidden=96,
    dropout=0.2,
)
TRAINING = TrainingOptions(
    epochs=3,
    patience=3,
    metric="accuracy",
    batch_size=16,
    learning_rate=1e-3,
    encoder_learning_rate=1.5e-4,
    layer_decay=0.9,
    weight_decay=0.01,
    warmup=0.1,
    clip=1.0,
    average=0.99,
    precision="bf16-mixed",
    half_weights=True,
    onnx="none",
)


def reader_sentences(rows: Sequence[Row], seed: int = 1) -> list[LabelledSentence]:
    """Judged edits marked in their sentences, several together where they do not touch.

    Args:
        rows: With `source`, `start`, `end`, `new`, `operation` and `verdict`; a split with `after`;
            `level` where it was not judged for the plain one.
        seed: Which edits of a sentence are marked together.
    """
    order = random.Random(seed)
    together: dict[tuple[str, str, tuple[str, ...]], list[Row]] = {}
    for row in rows:
        mark = level_mark(row["operation"], row.get("level", "plain"))
        together.setdefault((row["source"], row.get("document", ""), mark), []).append(row)
    sentences = []
    for (source, document, mark), own in together.items():
        tokens = [token for s in Document.parse(source).sentences for token in s.tokens]
        words = [token.text for token in tokens]
        if len(words) > _LONGEST:
            continue
        starts, ends = [t.start for t in tokens], [t.end for t in tokens]
        numbers = list(range(len(own)))
        order.shuffle(numbers)
        edits = {n: regions(words, case_of(own[n], 0, starts, ends)) for n in numbers}
        for group in packed(edits, MOST_TOGETHER):
            text, places = marked(words, {n: edits[n] for n in group}, mark)
            labels = [IGNORED] * len(text)
            for place, n in places.items():
                labels[place] = own[n]["verdict"]
            sentences.append(
                LabelledSentence(tuple(text), {HEAD: tuple(labels)}, document=document)
            )
    return sentences


def train_reader(
    rows: Sequence[Row],
    development: Sequence[Row],
    out: str | Path,
    model: ModelOptions = MODEL,
    training: TrainingOptions = TRAINING,
    notes: dict[str, Any] | None = None,
) -> Path:
    """Train the reader on judged edits, and write its folder."""
    train, valid = reader_sentences(rows, training.seed), reader_sentences(development)
    return train_tagger(train, valid, out, model, training, notes).folder
