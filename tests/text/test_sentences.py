"""Sentences end where a reader would end them; `|` marks the place."""

from __future__ import annotations

import pytest

from seqlab.errors import DataWarning
from seqlab.text import Document, segmentation, split_sentences

CUT = {
    "plain": "It rained. |We left! |Did you?",
    "title": "Mr. Smith and Ms. Doe came. |Gen. Lee, Sgt. Cruz and Sen. Ray left for Ft. Worth.",
    "initials": "J. K. Rowling met John F. Kennedy. |They talked.",
    "time": "He left at 5 p.m. |He was late.",
    "time and day": "He left at 5 p.m. Monday. |It opens at 9 a.m. EST.",
    "country, lower case": "He is in the U.S. officials said.",
    "country, new sentence": "He is in the U.S. |It is big.",
    "number": "She is No. 5. |See Vol. 6 and approx. 70 others.",
    "the answer no": "Is it? |No. |It is not.",
    "date": "She came on Jan. 5. |He left.",
    "decimal": "It cost $1.5m. |He paid 2.75.",
    "company": "He works at Apple Inc. |The firm is big.",
    "quote goes on": '"Stop!" he said. |"Why?" asked Tom. |Yes! she said.',
    "quote ends a sentence": "“It is over.” |She agreed.",
    "two sentences in a quote": "He said: “I am sad. |I am going.” |She left.",
    "missing quote": 'He said "it is over. |She agreed. |They left.',
    "single quotes": "'Go home.' |They went. |The students' books fell.",
    "closing bracket": "(It rained.) |We left (why?) and ran.",
    "comma after quote": '"No...", she said.',
    "after me": "He saw me. |Then he saw us. |It's ok. |Go on.",
    "the word I": "It was great!! |I think so. |It was good... |I love it.",
    "numbered": "Do this: |1. Read it. |2. Write.",
    "note number": "He said so.[1] |Then he left.[2]",
    "address": "Mail a.Smith@b.Com now. |See file.DOC there. |See www.Foo.Com. |OK?",
    "emoticon": "That's good. :) |Go on.",
    "no space": "It is.|Then we left.",
    "ellipsis goes on": "I was... not sure.",
    "ellipsis without a space": "He said it...Then he left. |We stayed.",
}


@pytest.mark.parametrize("cut", CUT.values(), ids=CUT.keys())
def test_sentences(cut: str) -> None:
    assert split_sentences(cut.replace("|", "")) == [part.strip() for part in cut.split("|")]


def test_line_breaks_in_a_wrapped_paragraph_do_not_end_sentences() -> None:
    text = (
        "The bridge over the river was closed on Monday after engineers\n"
        "found cracks in two of its towers. Drivers were told to use the\n"
        "ferry instead, which takes an hour.\n"
    )
    assert [" ".join(sentence.split())[-7:] for sentence in split_sentences(text)] == [
        "towers.",
        "n hour.",
    ]


def test_no_break_where_a_long_paragraph_is_handed_on_in_pieces() -> None:
    text = "word " * 30_000 + "end. " + "More " + "words " * 30_000 + "end."
    assert len(split_sentences(text)) == 2


SPACES = "\u00a0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u202f\u205f\u3000"


@pytest.mark.parametrize("space", SPACES, ids=ascii)
def test_a_space_that_is_not_ascii_before_a_full_stop(space: str) -> None:
    # The splitting library panics on a capital letter, such a space and a full stop.
    text = f"A{space}. It rained. B{space}."
    document = Document.parse(text)
    assert document.join() == text
    assert [sentence.text for sentence in document.sentences][1:] == ["It rained.", f"B{space}."]


def test_a_splitter_that_panics_costs_one_sentence_only(monkeypatch: pytest.MonkeyPatch) -> None:
    class PanicException(BaseException):
        """As Rust's bindings have it: no `Exception`."""

    def segment(language: str, text: str) -> list[str]:
        if "Boom" in text:
            raise PanicException("index out of range")
        return real(language, text)

    real = segmentation.sentencex.segment
    monkeypatch.setattr(segmentation.sentencex, "segment", segment)
    text = "It rained. Boom and bang. We left."
    with pytest.warns(DataWarning, match="got 'Boom and bang. '"):
        assert split_sentences(text) == ["It rained.", "Boom and bang.", "We left."]


def test_an_interruption_is_not_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    def segment(language: str, text: str) -> list[str]:
        raise KeyboardInterrupt

    monkeypatch.setattr(segmentation.sentencex, "segment", segment)
    with pytest.raises(KeyboardInterrupt):
        split_sentences("It rained.")
