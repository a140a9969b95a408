"""After training: thresholds tuned and scores measured on development data."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from seqlab.errors import UsageError
from seqlab.tagger.runtime.session import OnnxModel, decide
from seqlab.tagger.sentence import IGNORED, LabelledSentence
from seqlab.tagger.tagger import Tagger
from seqlab.tagger.training.calibration import Reliability, fit_temperature, reliability, tempered
from seqlab.tagger.training.scores import HeadScores, score_labels

# Values tried for a threshold.
GRID = np.concatenate([np.arange(0.02, 0.1, 0.01), np.arange(0.1, 0.95, 0.025)])
_ROUNDS = 3
# Of more labels than this each is too rare for a threshold of its own, and the search takes hours.
_MOST_LABELS = 20


def tune_thresholds(probabilities: np.ndarray, labels: np.ndarray, fallback: int) -> np.ndarray:
    """Thresholds with the best macro F1, found label by label, a few rounds over."""
    count = probabilities.shape[1]
    thresholds = np.full(count, 0.5)
    best = _macro_f1(decide(probabilities, thresholds, fallback), labels, count)
    for _ in range(_ROUNDS):
        before = best
        for label in range(count):
            if label == fallback:
                continue
            for value in GRID:
                trial = thresholds.copy()
                trial[label] = value
                score = _macro_f1(decide(probabilities, trial, fallback), labels, count)
                if score > best:
                    best, thresholds = score, trial
        if best == before:
            break
    return thresholds


def _macro_f1(predicted: np.ndarray, labels: np.ndarray, count: int) -> float:
    confusion = np.bincount(labels * count + predicted, minlength=count * count)
    confusion = confusion.reshape(count, count)
    both = confusion.sum(axis=0) + confusion.sum(axis=1)
    return float((2 * np.diag(confusion) / np.maximum(both, 1))[both > 0].mean())


def tune_model(
    tagger: Tagger, development: Sequence[LabelledSentence]
) -> dict[str, tuple[Reliability, Reliability]]:
    """Set each head's temperature, and the thresholds of the heads that ask for them.

    Returns the reliability of each head before and after.
    """
    model = tagger.model
    if isinstance(model, OnnxModel):
        raise UsageError("a model is tuned in torch: load it with engine='torch'")
    earlier = dict(model.temperatures)
    model.temperatures.clear()
    changes = {}
    for head, (rows, numbers) in development_shares(tagger, development).items():
        before = reliability(rows, numbers)
        if model.head_options(head).decoder == "softmax":
            # Dividing a CRF's scores would leave its transitions as they are.
            model.temperatures[head] = fit_temperature(rows, numbers)
            rows = tempered(rows, model.temperatures[head])
        changes[head] = before, reliability(rows, numbers)
        if model.head_options(head).thresholds and rows.shape[1] <= _MOST_LABELS:
            tuned = tune_thresholds(rows, numbers, fallback=0)
            model.thresholds[head] = {
                label: round(float(value), 4)
                for label, value in zip(model.labels[head].entries[1:], tuned[1:], strict=True)
            }
    # A head that these sentences do not label is as it was.
    model.temperatures.update((h, t) for h, t in earlier.items() if h not in changes)
    return changes


def development_shares(
    tagger: Tagger, sentences: Sequence[LabelledSentence]
) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """By head the probabilities (tokens, labels) of all labelled tokens, and their labels."""
    rows: dict[str, list[np.ndarray]] = {head: [] for head in tagger.heads}
    numbers: dict[str, list[int]] = {head: [] for head in tagger.heads}
    for sentence, shares in zip(sentences, tagger.predict_proba(sentences), strict=True):
        for head, labels in sentence.labels.items():
            if head not in rows:
                continue
            vocabulary = tagger.model.labels[head]
            known = [
                place
                for place, label in enumerate(labels)
                if label != IGNORED and label in vocabulary
            ]
            rows[head].append(shares[head][known])
            numbers[head] += [vocabulary[labels[place]] for place in known]
    return {
        head: (np.concatenate(of_head), np.array(numbers[head]))
        for head, of_head in rows.items()
        if numbers[head] and len(tagger.labels[head]) > 1
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
