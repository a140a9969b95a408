"""What of a sentence is fixed, and which edits that refuses."""

from __future__ import annotations

import pytest

from seqlab.editing import Edit, SourceSentence, Word, text_sentences
from seqlab.text import Document, ProtectedContent, protected_spans


def sentences(text: str, protect: ProtectedContent | None = None) -> list[SourceSentence]:
    return list(text_sentences(Document.parse(text), protect or ProtectedContent()))


def words(sentence: SourceSentence) -> list[list[str]]:
    texts = [token.text for token in sentence.tokens]
    return [texts[slice(*span)] for span in sentence.protected]


def test_quotations_citations_and_addresses_are_protected() -> None:
    text = 'He said "we won" (Bell, 2001), see www.example.org for more.'
    (one,) = sentences(text)
    assert words(one) == [
        ['"', "we", "won", '"'],
        ["(", "Bell", ",", "2001", ")"],
        ["www.example.org"],
    ]
    assert one.text == text
    (free,) = sentences(text, ProtectedContent(quotes=False, references=False))
    assert words(free) == [["www.example.org"]]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Run `commence work prior to noon` and leave.", ["`commence work prior to noon`"]),
        ("Use `a` or `b c`.", ["`a`", "`b c`"]),
        ("He said ``so it was'' and ``no''.", []),
        ("A ` alone, and another ` later.", []),
    ],
)
def test_code_in_backticks_is_protected(text: str, code: list[str]) -> None:
    quoted = ProtectedContent(quotes=False)
    assert [text[start:end] for start, end in protected_spans(text, quoted)] == code
    assert not protected_spans(text, ProtectedContent(quotes=False, code=False))


def test_a_quotation_over_several_sentences_protects_them_all() -> None:
    first, second, third = sentences("She said: “It was late. We left. It rained.” Then she left.")[
        :3
    ]
    assert second.left == "protected content"
    assert not first.left
    assert first.protected
    assert third.left == "protected content"


@pytest.mark.parametrize(
    "text",
    ["# A Short Heading", "- an item of a list that goes on", "1 200 3 400 500", "x = f(y);"],
)
def test_what_is_no_prose_is_left(text: str) -> None:
    assert all(one.left for one in sentences(text))


def test_an_edit_may_not_touch_what_is_protected() -> None:
    (one,) = sentences('He said "we have won" and left the old town, where he lived.')
    quoted, rest = (3, 4), (9, 10)
    assert one.refusal(Edit("replace", "word", quoted, "you")) == "protected content"
    assert one.refusal(Edit("delete", "word", quoted)) == "protected content"
    assert one.refusal(Edit("delete", "word", rest)) is None
    cut = Edit("split", "labels", (4, 5), lead=(Word("He", " ", "PRP"),), cut=4)
    assert one.refusal(cut) == "protected content"
    after = Edit("split", "labels", (7, 8), lead=(Word("He", " ", "PRP"),), cut=7)
    assert one.refusal(after) is None


def test_a_clause_may_be_split_off_with_all_that_is_protected_in_it() -> None:
    (one,) = sentences('The town, which he called "my old home", is small.')
    start, end = 2, [token.text for token in one.tokens].index("is")
    assert one.refusal(Edit("split", "relative", (start, end))) is None
    assert one.refusal(Edit("split", "relative", (start, end - 4))) == "protected content"


def test_a_lone_line_without_a_full_stop_is_no_heading() -> None:
    line = "They commenced work prior to the meeting"
    assert not any(one.left for one in sentences(line))
    first, *_ = sentences(f"{line}\n\nThe meeting was held in Rome, and all of them came.")
    assert first.left
