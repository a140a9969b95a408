"""Blank lines end paragraphs; a single line break only where the writer meant it."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from seqlab.files import read_text
from seqlab.text import Document, split_sentences


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
