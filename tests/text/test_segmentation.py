"""Sentences end where a reader would end them, paragraphs where the writer meant it."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from seqlab.errors import DataWarning
from seqlab.files import read_text
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


def wrapped(paragraph: str) -> str:
    return textwrap.fill(paragraph, 72, break_on_hyphens=False)


def paragraphs(text: str) -> list[str]:
    return [" ".join(part.text.split()) for part in Document.parse(text).paragraphs]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\x0c", "\x85", "\u2028", "\u2029"])
def test_one_paragraph_a_line(end: str) -> None:
    lines = ["A headline without a full stop", "The first paragraph. It has two.", "The second."]
    assert paragraphs(end.join(lines)) == lines


PROSE = (
    "The bridge over the river was closed on Monday after engineers found cracks in two of its "
    "towers. Drivers were told to use the ferry instead, which takes an hour and costs more."
)


def test_hard_wrapped_prose_is_joined() -> None:
    text = f"{wrapped(PROSE)}\n\n{wrapped(PROSE)}\n"
    assert paragraphs(text) == [PROSE, PROSE]


def test_a_short_line_in_wrapped_prose_ends_a_paragraph() -> None:
    # The first word of the next line would have fitted, so the writer broke the line.
    text = f"Bridge closed\n{wrapped(PROSE)}"
    assert paragraphs(text) == ["Bridge closed", PROSE]


def test_headings_and_list_items_stand_alone() -> None:
    prose = wrapped(PROSE)
    text = f"## The bridge\n{prose}\n- a first item\n- a second item\n# End\n"
    assert paragraphs(text) == [
        "## The bridge",
        PROSE,
        "- a first item",
        "- a second item",
        "# End",
    ]


def test_short_lines_such_as_a_poem_are_kept() -> None:
    assert paragraphs("Roses are red\nviolets are blue") == ["Roses are red", "violets are blue"]


def test_articles_with_one_paragraph_a_line_and_their_wrapped_form(data_dir: Path) -> None:
    lost = total = 0
    for path in sorted((data_dir / "onestop" / "texts" / "int").glob("*.txt"))[:30]:
        lines = [" ".join(line.split()) for line in read_text(path).splitlines() if line.strip()]
        assert paragraphs("\n".join(lines)) == lines
        found = split_sentences("\n\n".join(map(wrapped, lines)))
        sentences = [sentence for line in lines for sentence in split_sentences(line)]
        lost += len(set(sentences) - {" ".join(sentence.split()) for sentence in found})
        total += len(sentences)
    assert lost / total < 0.01
