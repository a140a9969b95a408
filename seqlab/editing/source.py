"""`SourceSentence`: a sentence to be simplified, and which of its words are not ours to change."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from seqlab.editing.edit import Edit, Span
from seqlab.text import Document, Paragraph, ProtectedContent, Selector, Token, protected_spans


@dataclass(frozen=True, slots=True)
class SourceSentence:
    """Tokens, and what of them is fixed.

    Args:
        tokens: The tokens of the sentence.
        protected: Spans of tokens that stay word for word: quotations, citations, addresses, code.
        links: Spans of tokens that may change but neither go nor be torn, as links are.
        left: Why the whole sentence is left alone, or nothing.
    """

    tokens: tuple[Token, ...]
    protected: tuple[Span, ...] = ()
    links: tuple[Span, ...] = ()
    left: str = ""

    @property
    def text(self) -> str:
        """The sentence as it is written."""
        last = self.tokens[-1].text if self.tokens else ""
        return "".join(token.text + token.space for token in self.tokens[:-1]) + last

    def refusal(self, edit: Edit) -> str | None:
        """Which fixed part the edit would touch, or None."""
        if any(_touches(edit, span) for span in self.protected):
            return "protected content"
        if any(_tears(edit, span) for span in self.links):
            return "link"
        return None


def text_sentences(document: Document, protect: ProtectedContent) -> Iterator[SourceSentence]:
    """The sentences of a plain text; headings, lists, code and references are left alone."""
    selector = Selector(protect)
    for paragraph in document.paragraphs:
        left = "" if selector.takes_plain(paragraph.text) else "heading, list, table, code or note"
        spans = [] if left else protected_spans(paragraph.text, protect)
        yield from paragraph_sentences(paragraph, spans, left=left)


def paragraph_sentences(
    paragraph: Paragraph,
    protected: Iterable[Span],
    marks: Iterable[int] = (),
    left: str = "",
    links: Iterable[Span] = (),
) -> Iterator[SourceSentence]:
    """The sentences of a paragraph; offsets count its characters.

    Args:
        paragraph: The paragraph.
        protected: What may not change.
        marks: Where inline markup stands; inside a word, it fixes the word.
        left: Why nothing may change.
        links: What may change, but neither go nor be torn.
    """
    fixed, places, linked = list(protected), sorted(marks), list(links)
    base = paragraph.start
    for sentence in paragraph.sentences:
        start, end = sentence.start - base, sentence.end - base
        own = [span for span in fixed if span[0] < end and span[1] > start]
        inner = [place for place in places if start < place < end]
        if not left and any(first <= start and end <= last for first, last in own):
            yield SourceSentence(sentence.tokens, left="protected content")
            continue
        own_links = [span for span in linked if span[0] < end and span[1] > start]
        if not own and not inner and not own_links:
            yield SourceSentence(sentence.tokens, left=left)
            continue
        starts = [token.start - base for token in sentence.tokens]
        ends = [token.end - base for token in sentence.tokens]
        spans = [(bisect_right(ends, first), bisect_left(starts, last)) for first, last in own]
        # Markup inside a word fixes the word.
        split_words = [
            place - 1
            for place in (bisect_right(starts, mark) for mark in inner)
            if place and any(starts[place - 1] < mark < ends[place - 1] for mark in inner)
        ]
        spans += [(place, place + 1) for place in split_words]
        yield SourceSentence(
            sentence.tokens,
            tuple(sorted({span for span in spans if span[0] < span[1]})),
            tuple(
                (bisect_right(ends, first), bisect_left(starts, last)) for first, last in own_links
            ),
            left,
        )


def _touches(edit: Edit, span: Span) -> bool:
    """Whether a protected span would not come through the edit whole and in one piece."""
    start, end = span
    if edit.operation != "split":
        return edit.span[0] < end and start < edit.span[1]
    if any(start <= place < end for place in (*edit.dropped, *edit.changes)):
        return True
    if any(start < place < end for place in (edit.cut, *edit.inserts)):
        return True
    if edit.cut >= 0:
        return False
    inside = edit.span[0] <= start and end <= edit.span[1]
    return not inside and edit.span[0] < end and start < edit.span[1]


def _tears(edit: Edit, link: Span) -> bool:
    """Whether the edit would take a link away, or a part of it into other words."""
    start, end = link
    if start >= end:
        return False
    if edit.operation == "split":
        if edit.cut >= 0:
            return all(n in edit.dropped for n in range(start, end))
        inside = edit.span[0] <= start and end <= edit.span[1]
        around = start <= edit.span[0] and edit.span[1] <= end
        return not inside and edit.span[0] < end and start < edit.span[1] and not around
    if edit.operation == "delete":
        return edit.span[0] <= start and end <= edit.span[1]
    within = start <= edit.span[0] and edit.span[1] <= end
    return not within and edit.span[0] < end and start < edit.span[1]
