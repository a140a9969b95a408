"""Precision, recall and F1 by hand."""

from __future__ import annotations

import pytest

from seqlab.matches import Matches
from seqlab.syntax.training.scores import Score


def test_scores_by_hand() -> None:
    matches = Matches.total([Matches(correct=1, predicted=2, gold=1), Matches(1, 1, 3)])
    assert matches == Matches(correct=2, predicted=3, gold=4)
    assert matches.precision == pytest.approx(2 / 3)
    assert matches.recall == pytest.approx(2 / 4)
    assert matches.f1 == pytest.approx(4 / 7)


def test_what_nothing_scores_is_said_by_the_kind() -> None:
    nothing = Matches()
    assert (nothing.precision, nothing.recall, nothing.f1) == (0.0, 0.0, 0.0)
    # A sentence without brackets has none wrong.
    assert (Score().precision, Score().recall, Score().f1) == (1.0, 1.0, 1.0)
    assert isinstance(Score() + Score(1, 1, 1), Score)
