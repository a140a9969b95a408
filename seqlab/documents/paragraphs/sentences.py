"""The sentences of a paragraph that are simplified, and the paragraph written with the results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from seqlab.documents.paragraphs.markup import Changes
from seqlab.documents.paragraphs.prose import Prose, Span
from seqlab.editing import Revision, SourceSentence, paragraph_sentences
from seqlab.text import Document, ProtectedContent, protected_spans


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph and its sentences, each with what of it is fixed."""

    prose: Prose
    sentences: tuple[SourceSentence, ...]

    @classmethod
    def of(cls, prose: Prose, protect: ProtectedContent) -> Paragraph:
        """The paragraph, parsed once, and what of it may not change."""
        fixed = [*prose.fixed, *protected_spans(prose.text, protect)]
        marks = [mark.offset for mark in prose.marks]
        sentences = [
            source
            for paragraph in Document.parse(prose.text).paragraphs
            for source in paragraph_sentences(
                paragraph,
                _within(fixed, paragraph.start),
                _inside(marks, paragraph.start),
                links=_within(prose.links, paragraph.start),
            )
        ]
        return cls(prose, tuple(sentences))

    def rewritten(
        self, outputs: Sequence[str | Revision], changes: Changes | None = None
    ) -> tuple[str, list[tuple[str, str]]]:
        """The paragraph as it is written now, and every sentence before and after.

        With `changes`, what goes and what comes are both written, each between its signs.
        """
        changed: dict[Span, str | Revision] = {}
        pairs = []
        for source, output in zip(self.sentences, outputs, strict=True):
            text = source.text
            span = (source.tokens[0].start, source.tokens[-1].end)
            new = output if isinstance(output, str) else output.text
            if new != text and self.prose.fits(span, output):
                changed[span] = output
            else:
                new = text
            pairs.append((text, new))
        return self.prose.rewritten(changed, changes), pairs


def _within(spans: Sequence[Span], base: int) -> list[Span]:
    return [(start - base, end - base) for start, end in spans]


def _inside(places: Sequence[int], base: int) -> list[int]:
    return [place - base for place in places]
