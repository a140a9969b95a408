"""Whole rewritings: what was lost or added, and edits given up until the text passes."""

import numpy as np
import pytest

from lexical_simplifier import LexicalSimplifier
from seqlab.editing.judge import Resources, WordTable
from seqlab.editing.judge.second_look import (
    FEATURES,
    SecondLook,
    fit_second_look,
    output_features,
    taken_back,
)
from seqlab.editing.propose import Inventory


@pytest.fixture(scope="module")
def resources() -> Resources:
    return Resources(Inventory({}), WordTable({}, {"all": 1}), LexicalSimplifier.load())


def features(resources, source, output):
    return dict(
        zip(FEATURES, output_features(source.split(), output.split(), resources), strict=True)
    )


def test_what_was_lost_and_added_is_counted(resources):
    found = features(
        resources,
        "In 1990 the team of Anna Berg did not perhaps win 3 games .",
        "In 1990 the team of Anna did win 4 games . It won .",
    )
    assert found["names_lost"] == 1
    assert (found["numbers_lost"], found["numbers_added"]) == (1, 1)
    assert found["negations_changed"] == 1
    assert found["hedges_lost"] == 1
    assert found["sentences_added"] == 1
    assert found["pronouns_added"] == 1


def test_an_unchanged_text_has_lost_nothing(resources):
    found = features(resources, "He bought a house .", "He bought a house .")
    assert found["cost_change"] == 0
    assert found["content_lost"] == found["content_added"] == 0


def test_it_learns_and_comes_back():
    chance = np.random.default_rng(0)
    rows = chance.normal(size=(400, len(FEATURES))).astype(np.float32)
    clean = rows[:, 2] < 0.3
    look = fit_second_look(rows, clean)
    assert ((look.clean(rows) > 0.5) == clean).mean() > 0.9
    again = SecondLook.from_json(look.to_json())
    assert np.array_equal(again.clean(rows), look.clean(rows))


def test_another_set_of_features_is_refused():
    values = SecondLook((0.0,), (0.0,), (1.0,), 0.0).to_json() | {"features": ["x"]}
    with pytest.raises(ValueError, match="other features"):
        SecondLook.from_json(values)


def test_the_weakest_edits_are_given_up_until_it_passes():
    assert taken_back([1, 2, 3], [3, 1, 2], lambda edits: 3 not in edits) == [1, 2]
    assert taken_back([1, 2, 3], [3, 1, 2], lambda edits: True) == [1, 2, 3]
    assert taken_back([1, 2], [2, 1], lambda edits: False) == []
