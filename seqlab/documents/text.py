"""One text simplified as documents are: what is quoted stays as it was said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from seqlab.documents.paragraphs.protected import Leave, fixed_spans
from seqlab.text import Document

if TYPE_CHECKING:
    from seqlab.editing import Explanation
    from seqlab.pipeline import Simplifier

_REASON = "would change a quotation, citation or address"


def simplify_text(simplifier: Simplifier, text: str, leave: Leave, **options: Any) -> str:
    """`text` with simpler sentences; `options` are those of `Simplifier.simplify_sentences`.

    A sentence whose quotation, citation or address would change stays as it was.
    """
    document = Document.parse(text)
    parts = list(_sentences(document, text, leave))
    outputs = simplifier.simplify_sentences([source for source, _ in parts], **options)
    pieces = [document.leading]
    for sentence, (source, fixed), output in zip(document.sentences, parts, outputs, strict=True):
        pieces += output if _keeps(source, output, fixed) else source, sentence.tokens[-1].space
    return "".join(pieces)


def explain_text(
    simplifier: Simplifier, text: str, leave: Leave, **options: Any
) -> list[Explanation]:
    """What `simplify_text` does, and why: every sentence with the edits that were considered."""
    parts = _sentences(Document.parse(text), text, leave)
    found = simplifier.explain(text, **options)
    return [
        one if _keeps(source, one.output, fixed) else _unchanged(one)
        for one, (source, fixed) in zip(found, parts, strict=True)
    ]


def _unchanged(found: Explanation) -> Explanation:
    decisions = tuple(
        replace(one, taken=False, reason=_REASON) if one.taken else one for one in found.decisions
    )
    return replace(found, output=found.source, decisions=decisions)


def _sentences(document: Document, text: str, leave: Leave) -> Iterator[tuple[str, list[str]]]:
    """Each sentence with the words in it that are not ours to change."""
    for paragraph in document.paragraphs:
        # Quotation marks are paired within a paragraph: one left open must not reach further.
        start = paragraph.start
        spans = fixed_spans(text[start : paragraph.end], leave)
        for sentence in paragraph.sentences:
            first, last = sentence.start - start, sentence.end - start
            yield (
                text[sentence.start : sentence.end],
                [
                    text[start + max(a, first) : start + min(b, last)]
                    for a, b in spans
                    if a < last and b > first
                ],
            )


def _keeps(source: str, output: str, fixed: list[str]) -> bool:
    return all(output.count(words) >= source.count(words) for words in fixed)
