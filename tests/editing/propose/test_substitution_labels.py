"""Substitutions as labels, and back."""

import numpy as np

from seqlab.editing.propose import (
    DELETED,
    GOES_ON,
    RARE,
    STAYS,
    SubstitutionProbabilities,
    Tagged,
    known_labels,
    substitution_labels,
    substitution_vocabulary,
)

SOURCE = Tagged(
    ("They", "commenced", "work", "prior", "to", "noon", "."),
    ("PRP", "VBD", "NN", "RB", "IN", "NN", "."),
    ("they", "commence", "work", "prior", "to", "noon", "."),
)
TARGET = Tagged(
    ("They", "started", "work", "before", "noon", "."),
    ("PRP", "VBD", "NN", "IN", "NN", "."),
    ("they", "start", "work", "before", "noon", "."),
)
LABELS = (STAYS, "start/V0", STAYS, "before", GOES_ON, STAYS, STAYS)


def told(labels: tuple[str, ...]) -> SubstitutionProbabilities:
    names = (STAYS, GOES_ON, RARE, DELETED, "before", "begin/V0", "start/V0")
    rows = np.full((len(labels), len(names)), 0.01)
    for place, label in enumerate(labels):
        rows[place, names.index(label)] = 0.94
    return SubstitutionProbabilities(rows, names)


def test_the_first_word_says_what_was_put_for_the_phrase() -> None:
    assert substitution_labels(SOURCE, TARGET) == LABELS
    assert substitution_labels(SOURCE, None) == (STAYS,) * 7


def test_what_is_too_rare_to_be_learned_is_one_label() -> None:
    vocabulary = substitution_vocabulary([LABELS, LABELS, ("before",)], least=3)
    assert vocabulary >= {"before", STAYS}
    assert known_labels(LABELS, vocabulary)[1] == RARE


def test_labels_are_written_in_the_form_of_the_sentence() -> None:
    proposals = list(told(LABELS).proposals(SOURCE))
    assert [(start, end, text) for start, end, text, chance in proposals if chance > 0.5] == [
        (1, 2, "started"),
        (3, 5, "before"),
    ]


def test_a_label_that_needs_more_words_than_there_are_writes_nothing() -> None:
    rows = np.array([[0.1, 0.9]] * 7)
    longer = SubstitutionProbabilities(rows, (STAYS, "take/V0 place/N1"))
    assert longer.texts(SOURCE, 6) == {}


def test_where_words_stay_nothing_is_proposed() -> None:
    rows = told((STAYS,) * 7).rows.copy()
    rows[:, 0] = 0.99
    staying = SubstitutionProbabilities(rows, told(LABELS).labels)
    assert not list(staying.proposals(SOURCE))
