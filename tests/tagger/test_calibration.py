"""Temperatures, reliability, and their place in a trained model."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from seqlab.tagger import LabelledSentence, Tagger
from seqlab.tagger.training.calibration import (
    fit_temperature,
    plot_reliability,
    reliability,
    tempered,
)
from seqlab.tagger.training.tuning import development_shares


def drawn(tokens: int = 6000) -> tuple[np.ndarray, np.ndarray]:
    """True probabilities of three labels, and labels drawn from them."""
    order = np.random.default_rng(3)
    scores = order.normal(0, 1.5, (tokens, 3))
    shares = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    labels = np.array([order.choice(3, p=row) for row in shares])
    return shares, labels


def test_the_temperature_that_spoilt_the_probabilities_is_found_again() -> None:
    shares, labels = drawn()
    sure = tempered(shares, 0.5)
    assert fit_temperature(shares, labels) == pytest.approx(1.0, abs=0.06)
    assert fit_temperature(sure, labels) == pytest.approx(2.0, abs=0.12)
    assert reliability(sure, labels).error > 0.08
    assert reliability(tempered(sure, 2.0), labels).error < 0.03


def test_tempering_keeps_the_order_and_the_sum() -> None:
    shares, _ = drawn(50)
    cooler = tempered(shares, 3.0)
    assert (cooler.argmax(axis=1) == shares.argmax(axis=1)).all()
    assert cooler.sum(axis=1) == pytest.approx(np.ones(50))
    assert cooler.max() < shares.max()


def test_reliability_of_one_label() -> None:
    shares = np.array([[0.9, 0.1], [0.9, 0.1], [0.1, 0.9], [0.1, 0.9]])
    labels = np.array([0, 1, 1, 1])
    found = reliability(shares, labels, label=1, bins=10)
    assert found.counts[[1, 9]].tolist() == [2, 2]
    assert found.observed[[1, 9]].tolist() == [0.5, 1.0]
    assert found.error == pytest.approx(0.5 * 0.4 + 0.5 * 0.1)


def test_no_labels_leave_the_temperature_at_one() -> None:
    assert fit_temperature(np.zeros((0, 2)), np.zeros(0, int)) == 1.0


def test_a_trained_model_keeps_its_temperatures(
    trained: Path, sentences: list[LabelledSentence]
) -> None:
    tagger = Tagger.load(trained, device="cpu")
    assert 0.2 <= tagger.model.temperatures["parity"] <= 5
    assert "after_odd" not in tagger.model.temperatures  # a CRF
    metrics = json.loads((trained / "metrics.json").read_text("utf-8"))
    assert metrics["temperatures"] == tagger.model.temperatures
    assert set(metrics["calibration_error"]["parity"]) == {"before", "after"}
    assert (trained / "reliability.png").stat().st_size > 1000


def test_probabilities_come_calibrated(trained: Path, sentences: list[LabelledSentence]) -> None:
    tagger = Tagger.load(trained, device="cpu")
    tagger.model.temperatures = {}
    plain, numbers = development_shares(tagger, sentences[320:])["parity"]
    tagger.model.temperatures = {"parity": 3.0}
    softer, _ = development_shares(tagger, sentences[320:])["parity"]
    assert softer == pytest.approx(tempered(plain, 3.0), abs=1e-4)
    assert len(numbers) == len(plain)


def test_a_picture_for_one_head_and_for_two(tmp_path: Path) -> None:
    shares, labels = drawn(200)
    points = reliability(shares, labels)
    for heads in ("a", "ab"):
        by_head = dict.fromkeys(heads, points)
        plot_reliability(by_head, by_head, tmp_path / f"{heads}.png")
        assert (tmp_path / f"{heads}.png").is_file()
