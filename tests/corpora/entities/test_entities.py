"""Entity normalisation: what is recognised, the same on both sides, and exactly undone."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpora import (
    Entity,
    Pair,
    normalize_entities,
    normalize_pair,
    read_pairs_from,
    recognize_entities,
    restore_entities,
    restore_pair,
    restore_text,
)
from corpora.entities.names import PLACE_NAMES


def tokens_of(text):
    return text.split()


def found(text):
    tokens = tokens_of(text)
    return [(" ".join(tokens[e.start : e.end]), e.type) for e in recognize_entities(tokens)]


@pytest.mark.parametrize(
    ("text", "entities"),
    [
        ("Yesterday Mr. Orr met Ada Byron Lovelace .", "Orr PERSON; Ada Byron Lovelace NAME"),
        ("The owl flew to New Zealand in 1999 .", "New Zealand LOCATION; 1999 NUMBER"),
        ("France won .", "France LOCATION"),
        ("Owls hunt .", ""),
        ("Barack Obama said no .", "Barack Obama PERSON"),
        ("`` Marta Silva , 34 , left .", "Marta Silva PERSON; 34 NUMBER"),
        ("She was born on March 5 , 2014 .", "March 5 , 2014 DATE"),
        ("She came on 5 March and left in May 2015 .", "5 March DATE; May 2015 DATE"),
        ("It cost $ 1.5 million on Monday .", "1.5 million NUMBER; Monday DATE"),
        ("About five hundred of twenty-one .", "five hundred NUMBER; twenty-one NUMBER"),
        ("One of them may march .", ""),
        ("At the University of Leeds it rained .", "University of Leeds ORGANIZATION"),
        ("They met Ludwig van Beethoven .", "Ludwig van Beethoven NAME"),
        ("They love Paris Hilton .", "Paris Hilton NAME"),
        ("Then I saw I 'd gone .", ""),
        ("New Rules Make Owls Happy In 2015", "2015 NUMBER"),
        ("PERSON@1 met PERSON@2 .", ""),
        ("", ""),
    ],
)
def test_rules_recognise(text, entities):
    expected = [tuple(entity.rsplit(" ", 1)) for entity in entities.split("; ") if entity]
    assert found(text) == expected


def test_the_same_entity_has_the_same_placeholder_on_both_sides():
    normalized = normalize_entities(
        tokens_of("On Monday the pilot Ada Byron flew 30 miles to Kenya ."),
        tokens_of("Ada Byron flew 30 miles ."),
    )
    assert " ".join(normalized.sides[0]) == (
        "On DATE@1 the pilot NAME@1 flew NUMBER@1 miles to LOCATION@1 ."
    )
    assert " ".join(normalized.sides[1]) == "NAME@1 flew NUMBER@1 miles ."
    assert normalized.entities["NAME@1"] == ("Ada", "Byron")


def test_what_one_side_gives_away_is_found_on_the_other():
    # A lone capital at the start of a sentence says nothing by itself.
    normalized = normalize_entities(tokens_of("Owls like Byron ."), tokens_of("Byron is liked ."))
    assert normalized.sides[1] == ("NAME@1", "is", "liked", ".")
    # And what one side knows of the type holds for both.
    normalized = normalize_entities(tokens_of("They like Byron ."), tokens_of("Mr. Byron spoke ."))
    assert normalized.sides[0] == ("They", "like", "PERSON@1", ".")


def test_placeholders_in_the_text_are_left_alone():
    tokens = ["PERSON@1", "and", "NUMBER@1", "met", "Mr.", "Orr", "at", "5", "."]
    normalized = normalize_entities(tokens)
    assert " ".join(normalized.sides[0]) == "PERSON@1 and NUMBER@1 met Mr. PERSON@2 at NUMBER@2 ."
    assert restore_entities(normalized.sides[0], normalized.entities) == tuple(tokens)


def test_a_systems_output_is_restored_and_unknown_placeholders_stay():
    entities = {"PERSON@1": ("Ada", "Byron")}
    assert restore_entities(["PERSON@1", "saw", "PERSON@2"], entities) == (
        "Ada",
        "Byron",
        "saw",
        "PERSON@2",
    )
    assert restore_text("PERSON@1's PERSON@10", {"PERSON@1": "Ada"}) == "Ada's PERSON@10"


def test_any_recogniser_may_be_given_and_overlaps_do_no_harm():
    def recognizer(tokens):
        return [Entity(0, 2, "X"), Entity(1, 3, "Y"), Entity(3, 3, "Z"), Entity(3, 4, "X")]

    tokens = ["a", "b", "c", "d"]
    normalized = normalize_entities(tokens, recognizer=recognizer)
    assert normalized.sides == (("X@1", "c", "X@2"),)
    assert restore_entities(normalized.sides[0], normalized.entities) == tuple(tokens)


def test_a_pair_keeps_its_spaces():
    pair = Pair(("Mr. Orr  paid $5 in Kenya.", "Orr left."), ("Orr paid $5.",), "made", "owls")
    normalized = normalize_pair(pair)
    assert normalized.pair.sources == (
        "Mr. PERSON@1  paid $NUMBER@1 in LOCATION@1.",
        "PERSON@1 left.",
    )
    assert normalized.pair.targets == ("PERSON@1 paid $NUMBER@1.",)
    assert normalized.entities == {"PERSON@1": "Orr", "NUMBER@1": "5", "LOCATION@1": "Kenya"}
    assert restore_pair(normalized) == pair


def test_a_pair_that_could_not_be_put_back_keeps_its_words():
    pair = Pair(("They like Ada  Byron and Ada Byron.",), ("They like Ada Byron.",))
    assert restore_pair(normalize_pair(pair)) == pair


_WORDS = """Owls owl Ada Byron Kenya New York University of Mr. said in 5 1,000 five hundred million
March 2014 Monday , . ! `` '' ( PERSON@1 NUMBER@1 NAME@2 LOCATION@10 I The the"""
_TOKENS = st.one_of(st.sampled_from(_WORDS.split()), st.text(min_size=1, max_size=6))
_SENTENCES = st.lists(_TOKENS, max_size=14)


@settings(max_examples=300, deadline=None)
@given(_SENTENCES, _SENTENCES)
def test_tokens_are_put_back_exactly(source, target):
    normalized = normalize_entities(source, target)
    for side, tokens in zip(normalized.sides, (source, target), strict=True):
        assert restore_entities(side, normalized.entities) == tuple(tokens)


@settings(max_examples=200, deadline=None)
@given(_SENTENCES, _SENTENCES, st.sampled_from([" ", "", "  "]))
def test_pairs_are_put_back_exactly(source, target, space):
    pair = Pair((space.join(source),), (space.join(target), "Ada Byron left."))
    assert restore_pair(normalize_pair(pair)) == pair


@pytest.mark.parametrize("size", [1, 2, 3])
def test_places_of_several_words_are_known(size):
    assert any(len(name) == size for name in PLACE_NAMES)


def test_real_pairs_are_put_back_exactly(data_dir):
    pairs = list(read_pairs_from(data_dir / "pwkp"))
    normalized = [normalize_pair(pair) for pair in pairs]
    assert [restore_pair(one) for one in normalized] == pairs
    assert sum(bool(one.entities) for one in normalized) > len(pairs) / 2
