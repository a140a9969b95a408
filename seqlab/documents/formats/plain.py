"""Plain text: paragraphs by blank lines, by lines or by hard wrapping, read a part at a time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from seqlab.documents.formats.lines import MAX_LINE_BYTES, Piece, paragraphs, raw_lines
from seqlab.documents.paragraphs.prose import Span
from seqlab.text import Selector

# From so many characters on, the next blank line ends a part; memory holds one part.
PART = 65_536


def read_plain(path: Path, selector: Selector, span: Span | None = None) -> Iterator[Piece]:
    """The pieces of a plain text file of any size."""
    parts = _parts(path, span)
    first, second = next(parts, ""), next(parts, None)
    yield from paragraphs(first, selector, whole=span is None and second is None)
    for part in chain([] if second is None else [second], parts):
        yield from paragraphs(part, selector)


def _parts(path: Path, span: Span | None) -> Iterator[str]:
    lines: list[str] = []
    size = 0
    for _, line in raw_lines(path, span):
        lines.append(line)
        size += len(line)
        # A text without blank lines has a paragraph a line, and may be cut anywhere.
        if (size >= PART and not line.strip()) or size >= MAX_LINE_BYTES:
            yield "".join(lines)
            lines, size = [], 0
    if lines:
        yield "".join(lines)
