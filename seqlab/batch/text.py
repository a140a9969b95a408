"""One text simplified as documents are: what is quoted stays as it was said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from seqlab.batch.leave import Leave, fixed_spans
from seqlab.text import Document

if TYPE_CHECKING:
    from seqlab.pipeline import Simplifier


def simplify_text(simplifier: Simplifier, text: str, leave: Leave, **options: Any) -> str:
    """`text` with simpler sentences; `options` are those of `Simplifier.simplify_sentences`.

    A sentence whose quotation, citation or address would change stays as it was.
    """
    document = Document.parse(text)
    sources, fixed = [], []
    for paragraph in document.paragraphs:
        # Quotation marks are paired within a paragraph: one left open must not reach further.
        start = paragraph.start
        spans = fixed_spans(text[start : paragraph.end], leave)
        for sentence in paragraph.sentences:
            first, last = sentence.start - start, sentence.end - start
            sources.append(text[sentence.start : sentence.end])
            fixed.append(
                [
                    text[start + max(a, first) : start + min(b, last)]
                    for a, b in spans
                    if a < last and b > first
                ]
            )
    outputs = simplifier.simplify_sentences(sources, **options)
    pieces = [document.leading]
    for sentence, source, output, kept in zip(
        document.sentences, sources, outputs, fixed, strict=True
    ):
        whole = all(output.count(words) >= source.count(words) for words in kept)
        pieces += output if whole else source, sentence.tokens[-1].space
    return "".join(pieces)
