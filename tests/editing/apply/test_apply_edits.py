"""COPY, DELETE and REPLACE executed on tokens that remember their spaces."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seqlab.editing import ALL_RULES, RULES, apply_edits, assemble
from seqlab.errors import UsageError
from seqlab.text import Document


def edited(text: str, delete: str = "", tags: str = "", rules=ALL_RULES, **replace: str) -> str:
    """`text` without the tokens listed in `delete`, and with words replaced by keyword."""
    tokens = Document.parse(text).tokens
    gone = delete.split()
    labels, replacements = [], {}
    for place, token in enumerate(tokens):
        if token.text in gone:
            gone.remove(token.text)
            labels.append("D")
        elif token.text in replace:
            labels.append("R")
            replacements[place] = replace[token.text]
        else:
            labels.append("C")
    return assemble(tokens, labels, replacements, tags.split(), rules)


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_copying_everything_returns_the_input_character_by_character(text: str) -> None:
    for sentence in Document.parse(text).sentences:
        assert assemble(sentence.tokens, ["C"] * len(sentence.tokens)) == sentence.text
        assert apply_edits(sentence.tokens, []) == [sentence.text] or not any(
            character.isalnum() for character in sentence.text
        )


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="aB ,.;()\"'“”-\n1éß中", max_size=40), st.data())
def test_no_labels_make_it_fail(text: str, data: st.DataObject) -> None:
    tokens = Document.parse(text).tokens
    labels = data.draw(st.lists(st.sampled_from("CDR"), min_size=len(tokens), max_size=len(tokens)))
    assemble(tokens, labels, dict.fromkeys(range(len(tokens)), "x"))


def test_labels_must_fit_the_tokens() -> None:
    with pytest.raises(ValueError, match="1 labels for 2 tokens"):
        assemble(Document.parse("Go away").tokens, ["C"])


def test_a_replacement_takes_the_capital_of_what_it_replaces() -> None:
    assert edited("Physicians advise.", Physicians="doctors") == "Doctors advise."
    assert edited("PHYSICIANS advise.", PHYSICIANS="doctors") == "DOCTORS advise."


def test_an_unknown_repair_is_refused() -> None:
    with pytest.raises(UsageError, match="no repair 'commas'"):
        edited("A big dog", "big", rules=["commas"])


# For each repair: what it mends, and what is left broken without it.
CASES = [
    ("spacing", ("The dog (a big one), ran.", "( a big one )"), "The dog, ran.", "The dog , ran."),
    ("punctuation", ("He ran, gladly, home.", "gladly"), "He ran, home.", "He ran,, home."),
    ("brackets", ("The dog (big) ran.", "big"), "The dog ran.", "The dog () ran."),
    ("capitals", ("However he ran.", "However"), "He ran.", "he ran."),
    ("articles", ("An ugly dog ran.", "ugly"), "A dog ran.", "An dog ran."),
]


@pytest.mark.parametrize(("rule", "call", "repaired", "broken"), CASES, ids=[c[0] for c in CASES])
def test_each_repair_can_be_switched_off(rule, call, repaired, broken) -> None:
    assert edited(*call) == repaired
    assert edited(*call, rules=[name for name in RULES if name != rule]) == broken


def test_punctuation_keeps_the_stronger_sign() -> None:
    assert edited("He ran, fast; she walked.", "fast") == "He ran; she walked."
    assert edited("He ran, fast.", "fast") == "He ran."
    assert edited("Well, he ran.", "Well") == "He ran."


def test_half_a_pair_of_quotes_goes_with_the_other_half() -> None:
    assert edited("He said “run fast” to her.", "“ run") == "He said fast to her."


def test_what_the_source_wrote_oddly_is_left_alone() -> None:
    assert edited("a apple ,, and an big dog ran", "big") == "a apple ,, and a dog ran"


def test_tokenised_text_stays_tokenised() -> None:
    assert edited("The dog , a big one , ran away .", "away") == "The dog , a big one , ran ."


@pytest.mark.parametrize(
    ("word", "article"),
    [("hour", "an"), ("union", "a"), ("MP", "an"), ("one", "a"), ("uncle", "an"), ("8", "an")],
)
def test_articles_follow_the_sound(word: str, article: str) -> None:
    assert edited("It was the big day for a thing.", thing=word) == (
        f"It was the big day for {article} {word}."
    )


def test_names_and_words_with_inner_capitals_keep_their_letters() -> None:
    assert edited("Yesterday iPhone sales rose.", "Yesterday") == "iPhone sales rose."


def test_verb_and_determiner_follow_a_changed_number() -> None:
    tags = "DT NN VBZ JJ ."
    assert edited("This staff is kind.", tags=tags, staff="workers") == "These workers are kind."
    tags = "DT NNS RB VBP JJ ."
    assert edited("These scissors often seem old.", tags=tags, scissors="tool") == (
        "This tool often seems old."
    )
    rules = [name for name in RULES if not name.endswith("agreement")]
    tags = "DT NN VBZ JJ ."
    assert edited("This staff is kind.", tags=tags, rules=rules, staff="workers") == (
        "This workers is kind."
    )


def test_the_head_of_a_phrase_tells_its_number() -> None:
    tags = "PRP VBZ DT NN ."
    assert edited("It has a choir.", tags=tags, choir="group of singers") == (
        "It has a group of singers."
    )

    tags = "NNS VBP VBN ."
    assert edited("Respondents are asked.", tags=tags, Respondents="People who answered") == (
        "People who answered are asked."
    )
    assert edited("Applicants are asked.", tags=tags, Applicants="people applying") == (
        "People applying are asked."
    )


def test_a_comma_goes_with_the_interruption_that_it_opened() -> None:
    tags = "PRP VBP IN , IN PRP VBZ PRP VBP ."
    assert edited("We see that, though it rains they go.", "though", tags) == (
        "We see that it rains they go."
    )
    tags = "PRP VBP RB , IN PRP VBZ PRP VBP ."
    assert edited("We see now, though it rains they go.", "though", tags) == (
        "We see now, it rains they go."
    )


def test_small_words_go_with_what_they_introduced() -> None:
    tags = "NNS CC NNS VBD ."
    assert edited("Dogs and cats ran.", "cats", tags) == "Dogs and ran."  # not at an end: kept
    tags = "PRP VBD NNS CC NNS ."
    assert edited("He saw dogs and cats.", "cats", tags) == "He saw dogs."
    rules = [name for name in RULES if name != "dangling"]
    assert edited("He saw dogs and cats.", "cats", tags, rules) == "He saw dogs and."
    tags = "DT NN IN NNS VBD , WDT VBD ."
    assert edited("The pack of dogs ran, which barked.", "barked", tags) == "The pack of dogs ran."
    tags = "DT NN VBD IN NN ."
    assert edited("The dog died of hunger.", "hunger", tags) == "The dog died."


LIST = "He came, saw the town and won it."
LIST_TAGS = "PRP VBD , VBD DT NN CC VBD PRP ."


def test_what_is_left_of_a_list_gets_its_conjunction() -> None:
    assert edited(LIST, "and won it", LIST_TAGS) == "He came and saw the town."
    serial = LIST_TAGS.replace("NN CC", "NN , CC")
    assert (
        edited(LIST.replace(" and", ", and"), "and won it", serial) == "He came and saw the town."
    )
    # What stands between commas may be no part of the list.
    based = "He came, based in Rome, and won it."
    tags = "PRP VBD , VBN IN NNP , CC VBD PRP ."
    assert edited(based, "and won it", tags) == "He came, based in Rome."
    # A list that still has its conjunction needs no other.
    assert edited("He came, saw and won it.", "it", "PRP VBD , VBD CC VBD PRP .") == (
        "He came, saw and won."
    )
