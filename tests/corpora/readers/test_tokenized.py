"""Tokenised text: its sentences, and joining its tokens again."""

import pytest

from corpora import ReadOptions, detokenize, unescape_brackets
from corpora.readers.tokenized import is_tokenized, sentences_of, split_tokenized


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("It is small .", ["It is small ."]),
        ("It is small . It is old .", ["It is small .", "It is old ."]),
        ("Dr. Orr left . He ran .", ["Dr. Orr left .", "He ran ."]),
        ("`` Go ! '' She went .", ["`` Go ! ''", "She went ."]),
        ('" Go . " She went . " Now . "', ['" Go . "', "She went .", '" Now . "']),
        ("`` Go ! '' she said .", ["`` Go ! '' she said ."]),
        ("it is small . it is old .", ["it is small .", "it is old ."]),
        ("Why ? -LRB- No one knows . -RRB-", ["Why ?", "-LRB- No one knows . -RRB-"]),
        ("", []),
    ],
)
def test_a_stop_that_stands_alone_ends_a_sentence(text, sentences):
    assert split_tokenized(text) == sentences


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        ("It had 211 people -LRB- 1999 -RRB- .", "It had 211 people (1999)."),
        ("`` Go , '' she said , `` or stay ! ''", '"Go," she said, "or stay!"'),
        ('He said " no " and " yes " .', 'He said "no" and "yes".'),
        ("The owl 's wings do n't move .", "The owl's wings don't move."),
        ("The owls ' wings cost $ 5 or 10 % more .", "The owls' wings cost $5 or 10% more."),
        ("PERSON@1 lives in LOCATION@1 .", "PERSON@1 lives in LOCATION@1."),
        ("It is called ` the nest ' .", "It is called 'the nest'."),
    ],
)
def test_detokenizing_gives_ordinary_writing(tokens, text):
    assert detokenize(tokens) == text


def test_brackets_alone_can_be_unescaped():
    assert unescape_brackets("a -LRB- b -rrb- -LSB- c") == "a ( b ) [ c"
    assert unescape_brackets("x-LRB-y") == "x-LRB-y"


def test_tokenised_text_is_told_by_its_punctuation():
    assert is_tokenized("It is small .")
    assert is_tokenized("Small , old")
    assert not is_tokenized("It is small. It is old, too.")
    # One stray space makes no tokenised text, and one attached stop unmakes none.
    assert not is_tokenized("It is small. It is old, too .")
    assert is_tokenized("Prof. Orr , who is old , left .")


def test_a_side_is_parted_into_sentences_unless_told_otherwise():
    text = "Dr. Orr left at 5 p.m. on Monday. He ran."
    assert sentences_of(text, ReadOptions()) == ("Dr. Orr left at 5 p.m. on Monday.", "He ran.")
    assert sentences_of(text, ReadOptions(split_sentences=False)) == (text,)


def test_a_side_is_detokenised_on_request():
    assert sentences_of("It is old . It is big .", ReadOptions(detokenize=True)) == (
        "It is old.",
        "It is big.",
    )
