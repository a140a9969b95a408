"""How good predicted labels are: precision, recall and F1 by label, from a confusion matrix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True, slots=True)
class LabelScore:
    """How well one label was found."""

    label: str
    precision: float
    recall: float
    f1: float
    support: int


@dataclass(frozen=True)
class HeadScores:
    """The scores of all labels of one head; `confusion[true][predicted]` counts tokens."""

    labels: tuple[str, ...]
    confusion: np.ndarray

    @property
    def accuracy(self) -> float:
        """Share of the tokens that got their label."""
        total = self.confusion.sum()
        return float(np.trace(self.confusion) / total) if total else 0.0

    @property
    def by_label(self) -> list[LabelScore]:
        """Precision, recall, F1 and support of each label."""
        right = np.diag(self.confusion).astype(float)
        true, predicted = self.confusion.sum(axis=1), self.confusion.sum(axis=0)
        precision = right / np.maximum(predicted, 1)
        recall = right / np.maximum(true, 1)
        f1 = 2 * right / np.maximum(true + predicted, 1)
        return [
            LabelScore(label, float(precision[n]), float(recall[n]), float(f1[n]), int(true[n]))
            for n, label in enumerate(self.labels)
        ]

    @property
    def macro_f1(self) -> float:
        """Mean F1 of the labels that occur or were predicted."""
        seen = self.confusion.sum(axis=1) + self.confusion.sum(axis=0) > 0
        f1 = [score.f1 for score, counted in zip(self.by_label, seen, strict=True) if counted]
        return float(np.mean(f1)) if f1 else 0.0

    def to_json(self, most_labels: int = 50) -> dict[str, Any]:
        """For `metrics.json`; the table and matrix only of the most frequent labels."""
        frequent = np.argsort(-self.confusion.sum(axis=1), kind="stable")[:most_labels]
        by_label = self.by_label
        return {
            "accuracy": round(self.accuracy, 4),
            "macro_f1": round(self.macro_f1, 4),
            "labels": {
                self.labels[n]: {
                    "precision": round(by_label[n].precision, 4),
                    "recall": round(by_label[n].recall, 4),
                    "f1": round(by_label[n].f1, 4),
                    "support": by_label[n].support,
                }
                for n in frequent
            },
            "confusion": {
                "labels": [self.labels[n] for n in frequent],
                "true_by_predicted": self.confusion[np.ix_(frequent, frequent)].tolist(),
            },
        }


def score_labels(
    labels: Sequence[str], true: Sequence[Sequence[str]], predicted: Sequence[Sequence[str]]
) -> HeadScores:
    """Scores of predicted against true labels; true labels not in `labels` are not counted."""
    numbers = {label: number for number, label in enumerate(labels)}
    confusion = np.zeros((len(labels), len(labels)), dtype=np.int64)
    for of_sentence, found in zip(true, predicted, strict=True):
        for label, guess in zip(of_sentence, found, strict=True):
            if label in numbers and guess in numbers:
                confusion[numbers[label], numbers[guess]] += 1
    return HeadScores(tuple(labels), confusion)
