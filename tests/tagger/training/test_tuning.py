from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from seqlab.tagger import (
    HeadOptions,
    LabelledSentence,
    ModelOptions,
    TrainingOptions,
    decide,
    score_labels,
    train_tagger,
    tune_thresholds,
)


def test_a_label_is_chosen_from_its_threshold_on() -> None:
    shares = np.array([[0.7, 0.3, 0.0], [0.7, 0.29, 0.01], [0.5, 0.3, 0.2]])
    thresholds = np.array([np.inf, 0.3, 0.1])
    # The last token reaches two thresholds: 0.2 is twice its own, 0.3 just its own.
    assert decide(shares, thresholds, fallback=0).tolist() == [1, 0, 2]


def test_tuning_finds_rare_labels_that_are_never_the_most_probable() -> None:
    order = np.random.default_rng(0)
    labels = (order.random(4000) < 0.15).astype(int)
    rare = np.where(labels == 1, order.normal(0.3, 0.08, 4000), order.normal(0.12, 0.08, 4000))
    rare = rare.clip(0.01, 0.49)
    shares = np.stack([1 - rare, rare], axis=1)
    assert not shares.argmax(axis=1).any()
    thresholds = tune_thresholds(shares, labels, fallback=0)
    assert 0.15 < thresholds[1] < 0.3
    chosen = decide(shares, thresholds, fallback=0)
    found = (chosen[labels == 1] == 1).mean()
    assert found > 0.7


def test_scores_by_label_from_a_small_example() -> None:
    scores = score_labels("CDR", [("C", "C", "D", "R"), ("D", "_")], [("C", "D", "D", "C"), "CC"])
    copy, delete, replace = scores.by_label
    assert (copy.precision, copy.recall) == (pytest.approx(1 / 3), 0.5)
    assert (delete.precision, delete.recall, delete.support) == (0.5, 0.5, 2)
    assert replace.f1 == 0
    assert scores.accuracy == pytest.approx(2 / 5)
    assert scores.macro_f1 == pytest.approx((0.4 + 0.5 + 0) / 3)


def test_a_large_label_set_has_no_thresholds(tmp_path: Path) -> None:
    words = [f"w{number}" for number in range(30)]
    labels = {"few": ("a", "b") * 15, "many": tuple(f"l{number}" for number in range(30))}
    sentences = [LabelledSentence(tuple(words), labels, document=str(n)) for n in range(4)]
    model = ModelOptions(word_dim=4, char_dim=0, hidden=4, head=HeadOptions(thresholds=True))
    training = TrainingOptions(epochs=1, onnx="none")
    trained = train_tagger(sentences, sentences, tmp_path, model, training)
    assert set(trained.metrics["thresholds"]) == {"few"}
