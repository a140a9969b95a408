"""Formats of documents: each is read as pieces, and written again from them.

A piece is either text that stays as it is, or a paragraph of `Prose`. The pieces put together are
the document to the byte, so whatever is not rewritten cannot be lost.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol, runtime_checkable

from seqlab.documents.formats.hypertext import page_encoding, read_page
from seqlab.documents.formats.jsonl import read_jsonl_prose
from seqlab.documents.formats.lines import Piece, whole
from seqlab.documents.formats.plain import read_plain
from seqlab.documents.formats.table import read_table
from seqlab.documents.paragraphs.prose import Span
from seqlab.errors import DataError
from seqlab.text import DEFAULT_PROTECTED, ProtectedContent, Selector

__all__ = ["FORMATS", "Archive", "Piece", "Source", "TextFile", "format_name", "open_document"]

# By the end of the file's name. `.gz` may follow those of the plain formats.
FORMATS = {
    ".txt": "text",
    ".text": "text",
    ".md": "markdown",
    ".markdown": "markdown",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "table",
    ".tsv": "table",
    ".docx": "docx",
    ".epub": "epub",
    ".pdf": "pdf",
}
PLAIN = ("text", "markdown", "html", "jsonl", "table")
# The library that reads a format, where it is not in the core; the extra brings them all.
_LIBRARIES = {"markdown": "markdown_it", "docx": "docx", "epub": "lxml", "pdf": "pypdf"}


class Source(Protocol):
    """A document that is open for reading."""

    def pieces(self) -> Iterator[Piece]:
        """What the document is made of, in order."""
        ...


@runtime_checkable
class Archive(Source, Protocol):
    """A document that is written whole, from the new texts of all its pieces."""

    def assembled(self, texts: Sequence[str]) -> bytes:
        """The file."""
        ...


@dataclass(frozen=True, slots=True)
class TextFile:
    """A document that is the text of its pieces, one after the other."""

    path: Path
    reader: Callable[[], Iterator[Piece]]
    encoding: str = "utf-8"

    def pieces(self) -> Iterator[Piece]:
        """What the document is made of, in order."""
        return self.reader()

    def encode(self, text: str) -> bytes:
        """The bytes of a piece; a letter that the page's encoding lacks becomes a reference."""
        errors = "strict" if self.encoding == "utf-8" else "xmlcharrefreplace"
        return text.encode(self.encoding, errors)


def format_name(path: Path) -> str | None:
    """The format a file's name tells, or None."""
    suffixes = [suffix.lower() for suffix in path.suffixes[-2:]]
    if suffixes and suffixes[-1] == ".gz":
        name = FORMATS.get(suffixes[0]) if len(suffixes) == 2 else None
        return name if name in PLAIN else None
    return FORMATS.get(suffixes[-1]) if suffixes else None


def open_document(
    path: Path,
    protect: ProtectedContent | None = None,
    columns: Sequence[str] = ("text",),
    span: Span | None = None,
) -> Archive | TextFile:
    """The document in `path`, to be read by its format; of text and JSONL also a span of bytes."""
    selector = Selector(protect or DEFAULT_PROTECTED)
    name = format_name(path)
    if name is None:
        raise DataError(path, "unknown file format", fix=f"known: {', '.join(FORMATS)}")
    library = _LIBRARIES.get(name)
    if library is not None and importlib.util.find_spec(library) is None:
        raise DataError(
            path, f"reading {name} needs another package", fix="pip install 'seqlab[documents]'"
        )
    if name == "jsonl":
        return TextFile(path, partial(read_jsonl_prose, path, selector, columns, span))
    if name == "text":
        return TextFile(path, partial(read_plain, path, selector, span))
    return _opened(name, path, selector, columns)


def _opened(
    name: str, path: Path, selector: Selector, columns: Sequence[str]
) -> Archive | TextFile:
    if name == "docx":
        from seqlab.documents.formats.word import WordDocument

        return WordDocument(path, selector)
    if name == "epub":
        from seqlab.documents.formats.book import Book

        return Book(path, selector)
    if name == "pdf":
        from seqlab.documents.formats.portable import read_pdf

        return TextFile(path, partial(read_pdf, path, selector))
    if name == "markdown":
        from seqlab.documents.formats.markdown import read_markdown

        return TextFile(path, partial(read_markdown, path, selector))
    if name == "html":
        encoding = page_encoding(whole(path))
        return TextFile(path, partial(read_page, path, selector, encoding), encoding)
    return TextFile(path, partial(read_table, path, selector, columns))
