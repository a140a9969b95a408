"""What a word's letters tell: its article, case, syllables, forms, number and pronoun."""

from __future__ import annotations

import pytest

from seqlab.english import (
    article_for,
    be,
    capitalized,
    cased_like,
    count_syllables,
    finite,
    has_first_name,
    has_form,
    has_inner_capital,
    is_plural,
    is_thing,
    lemma,
    looks_like_demonym,
    measure_words,
    months,
    number_words,
    pronoun_in,
    pronoun_of_name,
    pronoun_of_noun,
    uncapitalized,
    verb_form,
    wants_an,
    weekdays,
)

AN = (
    "apple",
    "hour",
    "honest",
    "umbrella",
    "heir",
    "unidentified",
    "unanswered",
    "MP",
    "8",
    "11th",
)
A = ("unit", "European", "one", "using", "unanimous", "Ukrainian", "utopian", "UFO", "100", "NATO")


@pytest.mark.parametrize("word", AN)
def test_an_stands_before_vowel_sounds(word: str) -> None:
    assert wants_an(word)


@pytest.mark.parametrize("word", A)
def test_a_stands_before_consonant_sounds(word: str) -> None:
    assert not wants_an(word)


def test_the_article_keeps_its_capital() -> None:
    assert [article_for("hour", "A"), article_for("house", "an")] == ["An", "a"]


def test_capitals_follow_the_replaced_word() -> None:
    assert cased_like("start", "Commence", at_start=True) == "Start"
    assert cased_like("start", "COMMENCE", at_start=False) == "START"
    assert cased_like("start", "commence", at_start=False) == "start"
    assert capitalized("iPhone") == "IPhone"
    assert uncapitalized("NATO") == "nATO"
    assert has_inner_capital("iPhone")
    assert not has_inner_capital("Phone")
    assert looks_like_demonym("british")
    assert not looks_like_demonym("large")


@pytest.mark.parametrize(
    ("text", "spoken"),
    [("something", 2), ("somebody", 3), ("people", 2), ("point of view", 3), ("TV", 2), ("", 1)],
)
def test_syllables_are_counted_as_spoken(text: str, spoken: int) -> None:
    assert count_syllables(text) == spoken


def test_forms_of_verbs_and_nouns() -> None:
    assert [lemma("went", "VBD"), lemma("n’t", "RB"), lemma("them", "PRP")] == ["go", "not", "they"]
    assert verb_form("uses", "VBZ", "VBD") == "used"
    assert finite("using", "VBG", past=False, plural=True) == "use"
    assert [be(True, True), be(False, False)] == ["were", "is"]
    assert [is_plural("cattle"), is_plural("physics"), is_plural("cars")] == [True, False, True]
    assert is_plural("series") is None
    assert has_form("cut", "VBD")
    assert not has_form("go", "VBD")


def test_pronouns_of_names_and_nouns() -> None:
    assert pronoun_of_name(["Peter", "Miller"]) == "he"
    assert pronoun_of_name(["Queen", "Anne"]) == "she"
    assert pronoun_of_name(["Oxford", "University"]) == "it"
    # A surname that is a noun, and a name of both sexes.
    assert pronoun_of_name(["Victoria", "Park"]) is None
    assert has_first_name(["Dr.", "No"])
    assert not has_first_name(["Peter"])
    assert [pronoun_of_noun("kings"), pronoun_of_noun("wife"), pronoun_of_noun("river")] == [
        "he",
        "she",
        "it",
    ]
    assert is_thing("governments")
    assert not is_thing("painter")
    assert pronoun_in(["He", "sold", "his", "house"]) == "he"
    assert pronoun_in(["he", "and", "she"]) is None


def test_numbers_units_and_dates_are_words_in_lowercase() -> None:
    assert {"two", "third", "dozen", "half"} <= number_words()
    assert {"mile", "gallons", "decade", "degree"} <= measure_words()
    assert len(months()) == 12
    assert len(weekdays()) == 7
    assert "may" in months()
