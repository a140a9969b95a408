"""After training: thresholds tuned and scores measured on development data."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from seqlab.tagger.scores import HeadScores, score_labels
from seqlab.tagger.sentence import IGNORED, LabelledSentence
from seqlab.tagger.tagger import Tagger
from seqlab.tagger.thresholds import tune_thresholds


def tune_model(tagger: Tagger, development: Sequence[LabelledSentence]) -> None:
    """Set the decision thresholds of the heads that ask for them."""
    model = tagger.model
    for head, vocabulary in model.labels.items():
        if not model.head_options(head).thresholds or len(vocabulary) < 2:
            continue
        labelled = [sentence for sentence in development if head in sentence.labels]
        rows, numbers = [], []
        for sentence, found in zip(labelled, tagger.predict_proba(labelled, [head]), strict=True):
            for label, row in zip(sentence.labels[head], found[head], strict=True):
                if label != IGNORED and label in vocabulary:
                    rows.append(row)
                    numbers.append(vocabulary[label])
        if not rows:
            continue
        tuned = tune_thresholds(np.stack(rows), np.array(numbers), fallback=0)
        model.thresholds[head] = {
            label: round(float(value), 4)
            for label, value in zip(vocabulary.entries[1:], tuned[1:], strict=True)
        }


def evaluate(tagger: Tagger, sentences: Sequence[LabelledSentence]) -> dict[str, HeadScores]:
    """Scores of every head on labelled sentences."""
    predicted = list(tagger.predict(sentences))
    scores = {}
    for head, labels in tagger.labels.items():
        chosen = [n for n, sentence in enumerate(sentences) if head in sentence.labels]
        scores[head] = score_labels(
            labels,
            [sentences[n].labels[head] for n in chosen],
            [predicted[n][head] for n in chosen],
        )
    return scores
