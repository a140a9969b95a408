"""Sentence-level operations: from words, from sentence counts, and the two rewrites."""

from __future__ import annotations

from seqlab.alignment import from_pharaoh
from seqlab.annotation import AnnotationOptions, sentence_operations, word_labels


def operations(
    source: str, target: str, links: str, sentences: tuple[int, int] = (1, 1)
) -> tuple[str, ...]:
    words = source.split(), target.split()
    options = AnnotationOptions(same_place="off")
    labelled = word_labels(*words, from_pharaoh(links), options)
    return sentence_operations(*words, labelled, sentences, options)


def test_any_word_with_an_operation_gives_it_to_the_sentence() -> None:
    found = operations("sadly he ran home quickly", "he ran fast home now", "1-0 2-1 3-3 4-2")
    assert found == ("DELETE", "REPLACE", "ADD")


def test_split_join_and_identical() -> None:
    assert "SPLIT" in operations("a b", "a . b", "0-0 1-2", (1, 2))
    assert "JOIN" in operations("a . b", "a b", "0-0 2-1", (2, 1))
    assert operations("A cat .", "a cat .", "0-0 1-1 2-2") == ("IDENTICAL",)


def test_simple_rewrites_of_the_thesis() -> None:
    assert "SIMPLE REWRITE" in operations(
        "it grew , stood", "it grew , and stood", "0-0 1-1 2-2 3-4"
    )
    assert "SIMPLE REWRITE" in operations("later it ate", "later , it ate", "0-0 1-2 2-3")
    assert "SIMPLE REWRITE" in operations("it is eating", "it was eating", "0-0 1-1 2-2")
    assert "SIMPLE REWRITE" in operations("Obama spoke", "he spoke", "0-0 1-1")
    assert "SIMPLE REWRITE" not in operations("the physician", "the doctor", "0-0 1-1")


def test_table_3_6_strong_rewrite() -> None:
    found = operations(
        "the hunt has put countries around the Baltic on edge .",
        "the hunt is giving countries along the Baltic an uneasy feeling of dread .",
        "0-0 1-1 4-4 5-5 6-6 7-7 10-13",
    )
    assert "STRONG REWRITE" not in operations("the lethal dose", "the deadly dose", "0-0 1-1 2-2")
    assert found[:3] == ("DELETE", "REPLACE", "ADD")
