"""Resampled scores are exact, equal systems are not told apart, and clear differences are."""

from __future__ import annotations

import numpy as np
import pytest
import sacrebleu

from seqlab.errors import UsageError
from seqlab.evaluation import (
    Bleu,
    Sari,
    approximate_randomization,
    bootstrap_scores,
    corpus_sari,
    interval,
    paired_bootstrap,
)
from seqlab.evaluation.metrics.segments import Segments


def test_a_resampled_score_is_the_score_of_the_resampled_corpus(turk) -> None:
    originals, references, systems = turk
    for metric, outside in (
        (Sari(), lambda o, s, r: float(corpus_sari(o, s, r))),
        (Bleu(), lambda o, s, r: sacrebleu.corpus_bleu(s, r, force=True).score),
    ):
        part = slice(0, 30)
        columns = [column[part] for column in references[:3]]
        counts = metric.counts(Segments(originals[part], systems["ACCESS"][part], columns))
        drawn = bootstrap_scores(metric, counts, samples=1, seed=7)
        times = np.random.default_rng(7).multinomial(30, np.full(30, 1 / 30), size=1)[0]
        index = np.repeat(np.arange(30), times)
        expected = outside(
            [originals[i] for i in index],
            [systems["ACCESS"][i] for i in index],
            [[column[i] for i in index] for column in columns],
        )
        assert drawn[0, 0] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("test", [paired_bootstrap, approximate_randomization])
def test_far_systems_differ_and_near_systems_do_not(turk, test) -> None:
    originals, references, systems = turk
    metric = Sari(lowercase=False)
    counts = {
        name: metric.counts(Segments(originals, systems[name], references))
        for name in ("ACCESS", "Hybrid", "Dress", "Dress-Ls")
    }
    far = test(metric, counts["ACCESS"], counts["Hybrid"], samples=500)
    near = test(metric, counts["Dress"], counts["Dress-Ls"], samples=500)
    assert far.difference == pytest.approx(9.4, abs=0.1)
    assert far.p_value < 0.01
    assert near.p_value > 0.05


def test_a_system_does_not_differ_from_itself() -> None:
    metric = Sari()
    counts = metric.counts(Segments(["a b c"] * 5, ["a b"] * 5, [["a c"] * 5]))
    assert paired_bootstrap(metric, counts, counts).p_value == 1
    assert approximate_randomization(metric, counts, counts, samples=50).p_value == 1


def test_the_interval_holds_the_score_and_narrows_with_confidence() -> None:
    scores = np.linspace(0, 100, 1001)
    assert str(interval(scores, 0.9)) == "[5.00, 95.00]"
    with pytest.raises(UsageError, match="between 0 and 1"):
        interval(scores, 95)


def test_the_same_seed_gives_the_same_numbers() -> None:
    metric = Sari()
    counts = metric.counts(Segments(["a b c", "d e"], ["a b", "e f"], [["a c", "e"]]))
    first, second, other = (bootstrap_scores(metric, counts, 20, seed) for seed in (1, 1, 2))
    assert np.array_equal(first, second)
    assert not np.array_equal(first, other)


def test_different_corpora_cannot_be_compared() -> None:
    with pytest.raises(UsageError, match="same sentences"):
        paired_bootstrap(Sari(), np.ones((2, 36)), np.ones((3, 36)))
