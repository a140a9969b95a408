"""Nothing is lost between a text and its tokens, whatever the text is made of."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seqlab.text import Document, split_sentences, tokenize

NASTY = [
    "\n", "\r\n", "\r", "\x0b", "\x0c", "\x1c", "\x1e", "\x85", "\u2028", "\u2029", "\t", "\xa0",
    "\u200b", "\ufeff", "\u200d", "\u00ad", "\u202e", "\u2067", "\x00", "\x07", "\x7f",
    "\ud800", "\udfff", "\U0010ffff", "e\u0301", "שלום", "مرحبا", "नमस्ते", "中文。", "ß", "İ", "ﬁ",
    "👩‍👩‍👧‍👦", "👍🏽", "🇪🇺", "❤️", "…", "...", "?!", "--", "—", "''", "``", "“", "”", "‘", "’", "«",
    "don't", "can’t", "cannot", "U.S.", "$1.5m", "e-mail", "https://a.b/c?d=1", "x@y.org", "(CNN)",
    "Mr.", "5 p.m.", "No. 5", '"Stop!"', ". ", "! ", " ", "  ", "## ", "- ", "a" * 70, "said",
    ". :)", ".[1]", "me. I ", "1. ", "…\"", "a@b.", "www.",
]  # fmt: skip

ANY_CHARACTER = st.characters(codec=None, exclude_categories=())
TEXTS = st.text(ANY_CHARACTER) | st.lists(
    st.sampled_from(NASTY) | st.text(ANY_CHARACTER, max_size=3)
).map("".join)


@given(TEXTS)
def test_tokens_and_their_spaces_make_up_the_text(text: str) -> None:
    assert Document.parse(text).join() == text


@given(TEXTS)
def test_every_part_stands_where_it_says(text: str) -> None:
    document = Document.parse(text)
    reached = 0
    for paragraph in document.paragraphs:
        assert paragraph.text == text[paragraph.start : paragraph.end]
        assert paragraph.sentences
        for sentence in paragraph.sentences:
            assert sentence.text == text[sentence.start : sentence.end]
            assert sentence.tokens
            assert paragraph.start <= sentence.start < sentence.end <= paragraph.end
            for token in sentence.tokens:
                assert token.text == text[token.start : token.end] != ""
                assert reached <= token.start
                assert not any(character.isspace() for character in token.text)
                assert token.space.replace("\u200b", "").replace("\ufeff", "").strip() == ""
                reached = token.end
            assert sentence.end == reached


@given(TEXTS)
def test_the_plain_functions_agree_with_the_document(text: str) -> None:
    document = Document.parse(text)
    assert split_sentences(text) == [sentence.text for sentence in document.sentences]
    for sentence in document.sentences:
        assert tokenize(sentence.text) == [token.text for token in sentence.tokens]


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\u200b", "\t\x85\u2029"])
def test_a_text_without_words_has_no_parts(text: str) -> None:
    document = Document.parse(text)
    assert document.paragraphs == document.sentences == document.tokens == ()
    assert document.leading == text
