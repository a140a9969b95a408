"""The form in which a candidate stands in a place, and the places where it cannot stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from lexical_simplifier import LexicalSimplifier

LIST = """\
consist of\tV\tbe made up of\talways\t
worsen\tV\tmake worse\talways\t
postpone\tV\tput off\talways\t
acquire\tV\ttake over\talways\t
hazardous\tA\tnot safe\talways\t
crucial\tA\tvery important\talways\t
rapidly\tR\tat high speed\talways\t
initially\tR\tat first\talways\t
funds\tN\tmoney\talways\t
lack\tV\tdo not have\talways\ttag=VBZ,VBD,VBP
sufficient\tA\tenough\talways\t
viewpoint\tN\tpoint of view\talways\t
differing\tA\tdifferent\talways\t
decline\tV\tfall\talways\t
contemporary\tA\tmodern\talways\t
attend\tV\tgo to\talways\t
"""


@pytest.fixture(scope="module")
def simplifier(tmp_path_factory: pytest.TempPathFactory) -> LexicalSimplifier:
    path: Path = tmp_path_factory.mktemp("list") / "list.tsv"
    path.write_text(LIST, encoding="utf-8")
    return LexicalSimplifier.load(plain_words=path)


def listed(
    simplifier: LexicalSimplifier, sentence: str, tags: str, span: int | tuple[int, int]
) -> list[str]:
    found = simplifier.substitutes(sentence.split(), span, tags.split())
    return [candidate.text for candidate in found if candidate.trust]


@pytest.mark.parametrize(
    ("sentence", "tags", "span", "expected"),
    [
        ("It consists of two parts .", "PRP VBZ IN CD NNS .", (1, 3), "is made up of"),
        ("They consisted of stone .", "PRP VBD IN NN .", (1, 3), "were made up of"),
        # Tagged as a participle, but nothing before it makes it one.
        ("The wall consisted of stone .", "DT NN VBN IN NN .", (2, 4), "was made up of"),
        ("He lacked a car .", "PRP VBD DT NN .", 1, "did not have"),
        ("They lack food .", "PRP VBP NN .", 1, "do not have"),
        ("He was initially refused .", "PRP VBD RB VBN .", 2, "at first"),
        ("She gave points of view .", "PRP VBD NNS IN NN .", (2, 5), None),
        ("We hold differing views .", "PRP VBP VBG NNS .", 2, "different"),
        ("We share viewpoints .", "PRP VBP NNS .", 2, "points of view"),
    ],
)
def test_phrases_are_inflected_at_their_heads(
    simplifier: LexicalSimplifier,
    sentence: str,
    tags: str,
    span: int | tuple[int, int],
    expected: str | None,
) -> None:
    assert listed(simplifier, sentence, tags, span) == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("sentence", "tags", "index"),
    [
        ("This worsened the problem .", "DT VBD DT NN .", 1),
        ("They postponed it .", "PRP VBD PRP .", 1),
        ("They attended .", "PRP VBD .", 1),
        ("The acquired company grew .", "DT VBN NN VBD .", 1),
        ("A hazardous place .", "DT JJ NN .", 1),
        ("It is very crucial .", "PRP VBZ RB JJ .", 3),
        ("A rapidly growing town .", "DT RB VBG NN .", 1),
        ("The funds were raised .", "DT NNS VBD VBN .", 1),
        ("A viewpoint article .", "DT NN NN .", 1),
    ],
)
def test_where_several_words_or_a_singular_cannot_stand_they_are_not_offered(
    simplifier: LexicalSimplifier, sentence: str, tags: str, index: int
) -> None:
    assert listed(simplifier, sentence, tags, index) == []


def test_a_part_of_a_compound_is_kept_as_it_is(simplifier: LexicalSimplifier) -> None:
    tokens, tags = (
        ["They", "are", "self", "-", "sufficient", "."],
        ["PRP", "VBP", "NN", "HYPH", "JJ", "."],
    )
    assert simplifier.replace(tokens, 4, tags) is None
    assert simplifier.substitutes(tokens, 4, tags)[0].reason == "part of a compound"
    assert (
        simplifier.replace(["Is", "it", "sufficient", "?"], 2, ["VBZ", "PRP", "JJ", "."])
        == "enough"
    )


def test_irregular_verbs_wait_for_a_sure_tag(simplifier: LexicalSimplifier) -> None:
    prices = ["Prices", "declined", "by", "half", "."]
    assert simplifier.replace(prices, 1, ["NNS", "VBN", "IN", "NN", "."]) is None
    assert simplifier.replace(prices, 1, ["NNS", "VBD", "IN", "NN", "."]) == "fell"
    have = ["Prices", "have", "declined", "."]
    assert simplifier.replace(have, 2, ["NNS", "VBP", "VBN", "."]) == "fallen"


def test_a_word_that_stands_near_is_not_put_again(simplifier: LexicalSimplifier) -> None:
    tokens, tags = (
        ["A", "modern", ",", "contemporary", "sale", "."],
        ["DT", "JJ", ",", "JJ", "NN", "."],
    )
    assert simplifier.replace(tokens, 3, tags) is None
    assert (
        simplifier.replace(["A", "contemporary", "sale", "."], 1, ["DT", "JJ", "NN", "."])
        == "modern"
    )
