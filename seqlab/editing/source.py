"""`SourceSentence`: a sentence to be simplified, and which of its words are not ours to change."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from seqlab.editing.edit import Edit, Span
from seqlab.text import Document, Paragraph, ProtectedContent, Selector, Token, protected_spans


@dataclass(frozen=True, slots=True)
class SourceSentence:
    """Tokens, and what of them is fixed.

    Args:
        tokens: The tokens of the sentence.
        protected: Spans of tokens that stay word for word: quotations, citations, addresses, code.
        marks: Tokens before which inline markup stands; an edit may not reach across one.
        left: Why the whole sentence is left alone, or nothing.
    """

    tokens: tuple[Token, ...]
    protected: tuple[Span, ...] = ()
    marks: tuple[int, ...] = ()
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
        if self.marks and _crosses_markup(edit, self.marks):
            return "markup"
        return None


def text_sentences(document: Document, protect: ProtectedContent) -> Iterator[SourceSentence]:
    """The sentences of a plain text; headings, lists, code and references are left alone."""
    selector = Selector(protect)
    for paragraph in document.paragraphs:
        left = "" if selector.takes_plain(paragraph.text) else "heading, list, table, code or note"
        spans = [] if left else protected_spans(paragraph.text, protect)
        yield from paragraph_sentences(paragraph, spans, left=left)


def paragraph_sentences(
    paragraph: Paragraph, protected: Iterable[Span], marks: Iterable[int] = (), left: str = ""
) -> Iterator[SourceSentence]:
    """The sentences of a paragraph; offsets count its characters."""
    fixed, places = list(protected), sorted(marks)
    base = paragraph.start
    for sentence in paragraph.sentences:
        start, end = sentence.start - base, sentence.end - base
        own = [span for span in fixed if span[0] < end and span[1] > start]
        inner = [place for place in places if start < place < end]
        if not left and any(first <= start and end <= last for first, last in own):
            yield SourceSentence(sentence.tokens, left="protected content")
            continue
        if not own and not inner:
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
            tuple(sorted({bisect_left(starts, mark) for mark in inner})),
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


def _crosses_markup(edit: Edit, marks: Sequence[int]) -> bool:
    start, end = edit.span
    if edit.operation == "replace":
        return any(start < mark < end for mark in marks)
    if edit.operation == "delete":
        # Deleting all that stands between two tags would leave an empty element.
        return any(start < mark < end for mark in marks) or (start in marks and end in marks)
    if edit.cut < 0:
        return any(start <= mark <= end for mark in marks)
    return any(place in marks and place + 1 in marks for place in edit.dropped)
