"""What the plain formats share: lines as they stand in the file, and paragraphs of a text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from seqlab.documents.paragraphs.prose import Prose, Span, as_it_is
from seqlab.errors import DataError
from seqlab.files import decoded, open_binary, readable
from seqlab.text import Document, Selector

Piece = str | Prose

# A longer line is no text; reading on would only fill memory.
MAX_LINE_BYTES = 4_000_000
# A document that must be read whole.
MAX_DOCUMENT_BYTES = 200_000_000
# Each tag of a page or of an archive becomes an object in memory, each paragraph several.
MAX_TAGS = 5_000_000
MAX_PARAGRAPHS = 1_000_000


def raw_lines(path: Path, span: Span | None = None) -> Iterator[tuple[int, str]]:
    """Number and text of every line, line ends and byte-order mark included.

    With a span, the lines that start within it, counted from its start.
    """
    with open_binary(path) as handle, readable(path):
        start, end = span or (0, None)
        handle.seek(start)
        number, position = 0, start
        while (end is None or position < end) and (raw := handle.readline(MAX_LINE_BYTES + 1)):
            number += 1
            position += len(raw)
            if len(raw) > MAX_LINE_BYTES:
                raise DataError(
                    path,
                    f"line longer than {MAX_LINE_BYTES:,} bytes",
                    line=number,
                    fix="split it into paragraphs",
                )
            yield number, decoded(path, raw, number, keep_mark=True)


def whole(path: Path) -> bytes:
    """All bytes of a document that must be read whole."""
    with open_binary(path) as handle, readable(path):
        raw = handle.read(MAX_DOCUMENT_BYTES + 1)
    if len(raw) > MAX_DOCUMENT_BYTES:
        raise DataError(
            path, f"larger than {MAX_DOCUMENT_BYTES:,} bytes", fix="split it into several files"
        )
    return raw


def paragraphs(
    text: str,
    selector: Selector,
    raws: Mapping[int, str] | None = None,
    escape: Callable[[str], str] = as_it_is,
    whole: bool = False,
) -> Iterator[Piece]:
    """The paragraphs of plain text that are simplified, and everything else as it is written.

    Where the text is the `whole` document, its only paragraph is no heading.
    """
    raws = raws or {}
    position = 0
    found = Document.parse(text).paragraphs
    for paragraph in found:
        if not selector.takes_plain(paragraph.text, alone=whole and len(found) == 1):
            continue
        yield _written(text, position, paragraph.start, raws)
        own = {
            offset - paragraph.start: raw
            for offset, raw in raws.items()
            if paragraph.start <= offset < paragraph.end
        }
        yield Prose.of(paragraph.text, own, escape=escape)
        position = paragraph.end
    yield _written(text, position, len(text), raws)


def _written(text: str, start: int, end: int, raws: Mapping[int, str]) -> str:
    if not raws:
        return text[start:end]
    return "".join(raws.get(offset, text[offset]) for offset in range(start, end))
