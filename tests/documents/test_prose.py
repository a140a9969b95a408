"""Markup and fixed words follow the words of a rewritten sentence, or the sentence stays."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seqlab.documents.paragraphs import prose
from seqlab.documents.paragraphs.markup import Changes, Mark
from seqlab.documents.paragraphs.prose import (
    Prose,
    long_word_opcodes,
    word_opcodes,
    word_tokens,
)
from seqlab.documents.paragraphs.sentences import Paragraph
from seqlab.editing import Edit, Word, edited_sentences, joined_sentences, revision
from seqlab.text import Document, ProtectedContent

TEXT = "The elegant tower, which is old, fell down."
SPLIT = "The elegant tower fell down. The elegant tower is old."


def bold(text: str, word: str, output: str) -> str:
    """`output` written where `word` of `text` was bold."""
    start = text.index(word)
    marks = (Mark(start, "<b>", name="b"), Mark(start + len(word), "</b>", True, "b"))
    return Prose(text, marks=marks).rewritten({(0, len(text)): output})


def test_markup_stays_around_its_words() -> None:
    assert bold(TEXT, "tower", SPLIT).startswith("The elegant <b>tower</b> fell down.")
    assert bold(TEXT, "elegant", TEXT.replace("elegant", "nice")) == (
        "The <b>nice</b> tower, which is old, fell down."
    )
    assert bold(TEXT, "elegant tower", TEXT.replace("elegant ", "")) == (
        "The <b>tower</b>, which is old, fell down."
    )


def test_markup_goes_with_its_words_and_takes_the_place_of_new_ones() -> None:
    assert bold(TEXT, "elegant", TEXT.replace("elegant ", "")) == TEXT.replace("elegant ", "")
    assert bold(TEXT, "The elegant", "A tall old tower fell.") == "<b>A tall old</b> tower fell."
    assert bold(TEXT, "which is old, fell", TEXT.replace(", which is old,", "")) == (
        "The elegant tower <b>fell</b> down."
    )


def test_markup_follows_words_that_move() -> None:
    words = "The tower, which is old, fell."
    (sentence,) = Document.parse(words).sentences
    edit = Edit(
        "split",
        "relative",
        (2, 7),
        lead=(Word("the", " ", "DT", 0, "The"), Word("tower", " ", "NN", 1, "tower")),
        dropped=(2, 3, 6),
    )
    made = edited_sentences(sentence.tokens, [edit])
    output = revision(sentence.tokens, made, joined_sentences(sentence.tokens, made))
    assert output.text == "The tower fell. The tower is old."
    start = words.index("old")
    marks = (
        Mark(4, "<i id='x'>", name="i"),
        Mark(9, "</i>", True, "i"),
        Mark(start, "<b>", name="b"),
        Mark(start + 3, "</b>", True, "b"),
        Mark(start + 3, "[^1]", True),
    )
    prose = Prose(words, marks=marks)
    assert prose.rewritten({(0, len(words)): output}) == (
        "The <i id='x'>tower</i> fell. The tower is <b>old</b>[^1]."
    )
    both = prose.rewritten({(0, len(words)): output}, Changes(("{--", "--}"), ("{++", "++}")))
    rejected = re.sub(r"\{\+\+.*?\+\+\}", "", both).replace("{--", "").replace("--}", "")
    assert re.sub(r"<[^>]*>|\[\^1\]", "", rejected) == words


def test_a_sentence_stays_where_tags_are_torn() -> None:
    marks = (Mark(4, "<b>", name="b"), Mark(8, "<i>", name="i"), Mark(11, "</b>", True, "b"))
    prose = Prose(TEXT, marks=marks)
    assert prose.rewritten({(0, len(TEXT)): SPLIT}) == prose.raw


def test_marks_around_a_sentence_stay_around_it() -> None:
    assert bold(TEXT, TEXT, SPLIT) == f"<b>{SPLIT}</b>"
    two = f"{TEXT} It was late."
    assert Prose(
        two, marks=(Mark(len(TEXT) + 1, "<i>", name="i"), Mark(len(two), "</i>", True, "i"))
    ).rewritten({(0, len(TEXT)): SPLIT}) == (f"{SPLIT} <i>It was late.</i>")


def test_fixed_words_hold_the_sentence() -> None:
    start = TEXT.index("old")
    prose = Prose(TEXT, fixed=((start, start + 3),))
    assert prose.rewritten({(0, len(TEXT)): SPLIT}) == SPLIT
    assert prose.rewritten({(0, len(TEXT)): TEXT.replace("old", "aged")}) == TEXT


def test_characters_are_written_as_they_were_and_new_ones_escaped() -> None:
    prose = Prose.of("Caf\u00e9 and\nbar.", {3: "&eacute;"}, escape=lambda text: text.upper())
    assert prose.text == "Caf\u00e9 and bar."
    assert prose.raw == "Caf&eacute; and\nbar."
    assert prose.rewritten({(0, 13): "Caf\u00e9 and pub."}) == "Caf&eacute; and\nPUB."


def test_quoted_speech_is_left_alone() -> None:
    text = "“We won. It was hard,” said Ann, who was very tired."
    paragraph = Paragraph.of(Prose(text), ProtectedContent())
    first, second = paragraph.sentences
    assert first.left == "protected content"
    words = [token.text for token in second.tokens]
    assert second.protected == ((0, words.index("said")),)
    said = "It was hard,” said Ann, who was very tired."
    outputs = [first.text, said.replace("very ", "")]
    assert paragraph.rewritten(outputs)[0] == text.replace("very ", "")
    free = Paragraph.of(Prose(text), ProtectedContent(quotes=False))
    assert [(one.left, one.protected) for one in free.sentences] == [("", ()), ("", ())]


def test_a_link_neither_goes_nor_is_torn() -> None:
    text = "They utilize the old tower."
    marks = (Mark(17, "<a>", name="a"), Mark(26, "</a>", True, "a"))
    prose = Prose(text, marks=marks, links=((17, 26),))
    (sentence,) = Paragraph.of(prose, ProtectedContent()).sentences
    assert sentence.links == ((3, 5),)
    assert sentence.refusal(Edit("replace", "word", (1, 2), "use")) is None
    assert sentence.refusal(Edit("replace", "word", (3, 4), "ancient")) is None
    assert sentence.refusal(Edit("delete", "word", (3, 4))) is None
    assert sentence.refusal(Edit("replace", "word", (2, 4), "it")) == "link"
    assert sentence.refusal(Edit("delete", "word", (2, 5))) == "link"


def test_markup_inside_a_word_fixes_the_word() -> None:
    text = "They utilize the old tower."
    prose = Prose(text, marks=(Mark(5, "<b>", name="b"), Mark(6, "</b>", True, "b")))
    (sentence,) = Paragraph.of(prose, ProtectedContent()).sentences
    assert sentence.protected == ((1, 2),)


@given(st.text("ab c.<", max_size=30), st.lists(st.tuples(st.integers(0, 30), st.booleans())))
def test_every_mark_is_written_once_whatever_the_output(
    output: str, places: list[tuple[int, bool]]
) -> None:
    text = "a b c. cab a bac, c ab cc. a."
    marks = tuple(
        Mark(min(place, len(text)), f"[{number}]", closes)
        for number, (place, closes) in enumerate(sorted(places))
    )
    written = Prose(text, marks=marks).rewritten({(7, 26): output})
    position = -1
    for mark in marks:
        assert written.count(mark.raw) == 1
        assert written.index(mark.raw) > position
        position = written.index(mark.raw)


@pytest.mark.parametrize("count", [3, 60, 400])
def test_long_texts_are_compared_by_windows_and_nothing_is_lost(count: int) -> None:
    sentence = "They utilize the elegant tower, and then they rest. "
    old = word_tokens(sentence * count)
    new = word_tokens("They use the tower. Then they rest. " * (count // 2) + "Some more. " * count)
    codes = long_word_opcodes(old, new)
    assert [old[k] for _, i, j, _, _ in codes for k in range(i, j)] == old
    assert [new[k] for _, _, _, i, j in codes for k in range(i, j)] == new
    assert all(old[i:j] == new[k:m] for name, i, j, k, m in codes if name == "equal")


def test_short_texts_are_compared_as_before() -> None:
    old, new = word_tokens("They utilize the elegant tower."), word_tokens("They use the tower.")
    assert long_word_opcodes(old, new) == word_opcodes(old, new)


def test_comparing_looks_at_windows_only(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []

    def counted(old: list[str], new: list[str]):
        sizes.append(len(old) * len(new))
        return word_opcodes(old, new)

    monkeypatch.setattr(prose, "word_opcodes", counted)
    for count in (100, 200):
        text = word_tokens("They utilize the elegant tower. " * count)
        long_word_opcodes(text, word_tokens("They use the tower. " * count))
    assert max(sizes) <= prose.WINDOW**2
    # Twice the length takes about twice the windows.
    assert len(sizes) <= 3 * (2 * 300 * 10 // prose.WINDOW)
