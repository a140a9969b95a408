"""The sentences of a paragraph that are simplified, and the paragraph written with the results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from seqlab.documents.paragraphs.prose import Prose, Span
from seqlab.documents.paragraphs.protected import Leave, fixed_spans
from seqlab.text import Document


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, where all its sentences stand, and which of them are simplified."""

    prose: Prose
    spans: tuple[Span, ...]
    open: tuple[bool, ...]

    @classmethod
    def of(cls, prose: Prose, leave: Leave) -> Paragraph:
        """The paragraph; a sentence that lies wholly in what is left alone is not simplified."""
        fixed = [*prose.fixed, *fixed_spans(prose.text, leave)]
        spans = tuple((one.start, one.end) for one in Document.parse(prose.text).sentences)
        is_open = tuple(
            not any(first <= start and end <= last for first, last in fixed) for start, end in spans
        )
        return cls(replace(prose, fixed=tuple(fixed)), spans, is_open)

    @property
    def sentences(self) -> list[str]:
        """The sentences to be simplified."""
        pairs = zip(self.spans, self.open, strict=True)
        return [self.prose.text[start:end] for (start, end), is_open in pairs if is_open]

    def rewritten(self, outputs: Sequence[str]) -> tuple[str, list[tuple[str, str]]]:
        """The paragraph as it is written now, and every sentence before and after.

        A sentence whose markup does not fit its new words stays as it was.
        """
        given = iter(outputs)
        found: dict[Span, str] = {}
        pairs = []
        for span, is_open in zip(self.spans, self.open, strict=True):
            source = self.prose.text[slice(*span)]
            output = next(given) if is_open else source
            if output != source and self.prose.fits(span, output):
                found[span] = output
            else:
                output = source
            pairs.append((source, output))
        return self.prose.rewritten(found), pairs
