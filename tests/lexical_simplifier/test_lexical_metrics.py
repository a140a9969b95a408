"""Metrics of lexical simplification, worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from lexical_simplifier.evaluation.complexity import score
from lexical_simplifier.evaluation.metrics import (
    accuracy_at_1,
    accuracy_at_k_top1,
    generation_score,
    mean_average_precision,
    pipeline_score,
    potential_at_k,
    tsar_scores,
)

RANKED = [["start", "open", "begin"], ["cat", "dog"], []]
GOLD = [{"begin": 9.0, "start": 3.0}, {"dog": 2.0, "hound": 2.0}, {"big": 1.0}]


def test_accuracy_at_1_asks_for_the_first_candidate() -> None:
    assert accuracy_at_1(RANKED, GOLD) == pytest.approx(1 / 3)


def test_accuracy_at_k_top1_asks_for_the_most_suggested_word() -> None:
    assert accuracy_at_k_top1(RANKED, GOLD, 1) == 0
    assert accuracy_at_k_top1(RANKED, GOLD, 2) == pytest.approx(1 / 3)
    assert accuracy_at_k_top1(RANKED, GOLD, 3) == pytest.approx(2 / 3)


def test_potential_asks_for_any_right_candidate() -> None:
    assert potential_at_k(RANKED, GOLD, 1) == pytest.approx(1 / 3)
    assert potential_at_k(RANKED, GOLD, 3) == pytest.approx(2 / 3)


def test_mean_average_precision_divides_by_k() -> None:
    # Right at 1 and 3 of three: (1/1 + 2/3) / 3; right at 2: (1/2) / 3; nothing.
    expected = ((1 + 2 / 3) / 3 + 0.5 / 3 + 0) / 3
    assert mean_average_precision(RANKED, GOLD, 3) == pytest.approx(expected)


def test_generation_counts_distinct_candidates_over_all_targets() -> None:
    score = generation_score(RANKED, GOLD)
    assert score.potential == pytest.approx(2 / 3)
    assert score.precision == pytest.approx(3 / 5)
    assert score.recall == pytest.approx(3 / 5)
    assert score.f1 == pytest.approx(3 / 5)


def test_a_kept_word_counts_for_precision_but_not_for_accuracy() -> None:
    score = pipeline_score(["start", "cat", None], GOLD)
    assert score.precision == pytest.approx(2 / 3)
    assert score.accuracy == pytest.approx(1 / 3)
    assert score.changed == pytest.approx(2 / 3)
    assert score.right == pytest.approx(1 / 2)


def test_no_targets_score_nothing() -> None:
    assert set(tsar_scores([], []).values()) == {0.0}
    assert pipeline_score([], []).precision == 0.0


def test_complexity_scores_are_correlations_and_a_mean_distance() -> None:
    rated = np.array([0.1, 0.2, 0.4, 0.9], dtype=np.float32)
    same = score(rated, rated, same_scale=True)
    assert (same.words, same.mean_error) == (4, 0.0)
    assert same.pearson == pytest.approx(1.0)
    # Ranks do not see how far the values are apart.
    bent = score(rated**3, rated)
    assert bent.spearman == pytest.approx(1.0)
    assert bent.pearson < 0.99
    assert bent.mean_error is None
