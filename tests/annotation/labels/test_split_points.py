"""Split points on hand-worked pairs, and the heads of several levels."""

from __future__ import annotations

import pytest

from corpora import Pair
from seqlab.alignment import from_pharaoh
from seqlab.annotation import annotate, levelled_sentences, split_points
from seqlab.annotation.record import LabelledPair
from seqlab.errors import UsageError


def labelled(source: str, target: str, links: str, level: str = "plain") -> LabelledPair:
    """`|` parts the sentences of a side."""
    sides = [[part.split() for part in text.split("|")] for text in (source, target)]
    origin = Pair(("s",), ("t",), "levels", "d", ("source", level), id="d.0", genre="news")
    return annotate(sides[0], sides[1], from_pharaoh(links), origin=origin)


def points(pair: LabelledPair) -> list[str]:
    found = split_points(pair)
    return [token for token, label in zip(pair.source_tokens, found, strict=True) if label == "S"]


def test_the_first_kept_word_of_the_new_sentence_is_marked() -> None:
    source = "Owls hunt mice , and farmers like owls ."
    target = "Owls hunt mice . | Farmers like owls ."
    assert points(labelled(source, target, "0-0 1-1 2-2 5-4 6-5 7-6 8-7")) == ["farmers"]


def test_a_relative_pronoun_is_passed_over_whether_deleted_or_replaced() -> None:
    source = "Ida met Tom , who painted houses"
    target = "Ida met Tom . | He painted houses"
    pair = labelled(source, target, "0-0 1-1 2-2 5-5 6-6")
    replaced = labelled(source, target, "0-0 1-1 2-2 4-4 5-5 6-6")
    assert points(pair) == points(replaced) == ["painted"]


def test_what_comes_first_in_the_source_opens_the_text() -> None:
    source = "While sick people slept , the brave doctor worked"
    target = "The brave doctor worked . | Sick people slept"
    assert points(labelled(source, target, "1-5 2-6 3-7 5-0 6-1 7-2 8-3")) == ["the"]


def test_one_word_linked_elsewhere_is_no_split() -> None:
    source = "Ida likes old houses and paints walls"
    target = "Ida likes old houses and paints walls . | She likes them"
    assert points(labelled(source, target, "0-0 1-9 2-2 3-3 4-4 5-5 6-6")) == []


def test_sentences_that_were_apart_are_not_split() -> None:
    source = "Owls hunt mice . | Farmers like owls ."
    assert points(labelled(source, source, "0-0 1-1 2-2 3-3 4-4 5-5 6-6 7-7")) == []


def test_levels_become_heads_of_one_sentence() -> None:
    source = "Owls hunt mice , and farmers like owls ."
    pairs = [
        labelled(source, source, "0-0 1-1 2-2 3-3 4-4 5-5 6-6 7-7 8-8", "plain"),
        labelled(source, "Owls hunt . | Farmers like owls .", "0-0 1-1 5-3 6-4 7-5 8-6", "easy"),
    ]
    (sentence,) = levelled_sentences(pairs)
    assert sentence.id == "d.0"
    assert sentence.genre == "news"
    assert "".join(sentence.labels["plain.operation"]) == "CCCCCCCCC"
    assert "".join(sentence.labels["easy.operation"]) == "CCDDDCCCC"
    assert "S" not in sentence.labels["plain.split"]
    assert sentence.labels["easy.split"].index("S") == 5


def test_a_pair_without_levels_is_an_error() -> None:
    with pytest.raises(UsageError, match="no level"):
        list(levelled_sentences([annotate([["a"]], [["a"]], {(0, 0)})]))


@pytest.mark.parametrize(
    ("source", "links", "marked"),
    [
        # The editor wrote the opening anew; the clause begins behind the comma.
        ("Ida fears lower prices , a decline in neighborhood safety", "0-0 1-1 3-3 8-7", ["a"]),
        # Auxiliaries that were dropped belong to the clause, its pronoun does not open it.
        ("Ida fears noisy prices , who may be noted at neighborhood", "0-0 1-1 3-3 10-7", ["may"]),
        # Without punctuation the last connective tells where it begins.
        (
            "Ida fears prices as is because really neighborhood safety",
            "0-0 1-1 2-3 7-7 8-8",
            ["really"],
        ),
    ],
)
def test_words_that_were_dropped_belong_to_the_clause_they_open(
    source: str, links: str, marked: list[str]
) -> None:
    target = "Ida fears that prices . | They fear neighborhood safety"
    assert points(labelled(source, target, links)) == marked
