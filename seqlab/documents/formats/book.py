"""EPUB: the pages of the book are simplified as web pages; every other member stays."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import unquote
from zipfile import ZipFile

from seqlab.documents.formats.archive import check_markup, opened_archive, with_members
from seqlab.documents.formats.hypertext import decoded_page, page_encoding, page_pieces
from seqlab.documents.formats.lines import Piece
from seqlab.errors import DataError
from seqlab.text import Selector

_CONTAINER = "META-INF/container.xml"


class Book:
    """An EPUB file: its prose, and the same file with that prose rewritten."""

    def __init__(self, path: Path, selector: Selector) -> None:
        self.path = path
        self._selector = selector
        self._members: list[tuple[str, str, int]] = []

    def pieces(self) -> Iterator[Piece]:
        """The pieces of all pages, in reading order."""
        with opened_archive(self.path, "EPUB") as archive:
            pages = _pages(self.path, archive)
            check_markup(self.path, archive, frozenset(pages).__contains__)
            for name in pages:
                raw = archive.read(name)
                encoding = page_encoding(raw)
                count = 0
                for piece in page_pieces(decoded_page(self.path, raw, encoding), self._selector):
                    count += 1
                    yield piece
                self._members.append((name, encoding, count))

    def assembled(self, texts: Sequence[str]) -> bytes:
        """The book with the pieces' new texts."""
        changed, position = {}, 0
        for name, encoding, count in self._members:
            page = "".join(texts[position : position + count])
            changed[name] = page.encode(encoding, "xmlcharrefreplace")
            position += count
        return with_members(self.path, changed)


def _pages(path: Path, archive: ZipFile) -> list[str]:
    """The members in the book's spine, that is what a reader turns the pages of."""
    from lxml import etree

    safe = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    try:
        container = etree.fromstring(archive.read(_CONTAINER), safe)
        package = container.find(".//{*}rootfile").get("full-path")
        book = etree.fromstring(archive.read(package), safe)
        items = {
            item.get("id"): item.get("href")
            for item in book.iterfind(".//{*}manifest/{*}item")
            if item.get("media-type") in ("application/xhtml+xml", "text/html")
            and "nav" not in (item.get("properties") or "").split()
        }
        order = [ref.get("idref") for ref in book.iterfind(".//{*}spine/{*}itemref")]
    except (etree.XMLSyntaxError, AttributeError) as error:
        raise DataError(path, f"damaged EPUB: {error}", fix="export the book again") from None
    folder = posixpath.dirname(package)
    names = [
        posixpath.normpath(posixpath.join(folder, unquote(items[one])))
        for one in order
        if one in items
    ]
    return list(dict.fromkeys(names))
