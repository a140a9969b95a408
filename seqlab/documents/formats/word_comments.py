"""Comments of a Word document: new ones beside those that it has."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

from seqlab.documents.formats.word_runs import WORD, name

_COMMENTS = "word/comments.xml"
_TYPES, _LINKS = "[Content_Types].xml", "word/_rels/document.xml.rels"
_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml"
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments"
_EMPTY = f'<w:comments xmlns:w="{WORD}"/>'.encode()


class Comments:
    """The comments of one document; written only if one is added."""

    def __init__(self, path: Path, author: str, date: str) -> None:
        from lxml import etree

        self._path, self._author, self._date = path, author, date
        safe = etree.XMLParser(resolve_entities=False, no_network=True)
        with zipfile.ZipFile(path) as archive:
            self._has = _COMMENTS in archive.namelist()
            self._root = etree.fromstring(archive.read(_COMMENTS) if self._has else _EMPTY, safe)
            self._types = etree.fromstring(archive.read(_TYPES), safe)
            has_links = _LINKS in archive.namelist()
            self._links = etree.fromstring(archive.read(_LINKS), safe) if has_links else None
        known = [int(one.get(name("id"), "-1")) for one in self._root]
        self._next = max(known, default=-1) + 1
        self._first = self._next

    def add(self, text: str) -> int | None:
        """The number of a new comment; None where the document can hold none."""
        from lxml import etree

        if self._links is None:
            return None
        number = self._next
        self._next += 1
        comment = etree.SubElement(self._root, name("comment"))
        comment.set(name("id"), str(number))
        comment.set(name("author"), self._author)
        comment.set(name("date"), self._date)
        comment.set(name("initials"), self._author[:1])
        for line in text.split("\n"):
            run = etree.SubElement(etree.SubElement(comment, name("p")), name("r"))
            etree.SubElement(run, name("t")).text = line
        return number

    def members(self) -> dict[str, bytes]:
        """The parts of the archive that have changed."""
        if self._next == self._first:
            return {}
        members = {_COMMENTS: _written(self._root)}
        if not self._has:
            members[_TYPES] = _written(_with_type(self._types))
            members[_LINKS] = _written(_with_link(self._links))
        return members


def _with_type(types: Any) -> Any:
    from lxml import etree

    one = etree.SubElement(types, f"{{{etree.QName(types).namespace}}}Override")
    one.set("PartName", f"/{_COMMENTS}")
    one.set("ContentType", _TYPE)
    return types


def _with_link(links: Any) -> Any:
    from lxml import etree

    taken = {one.get("Id") for one in links}
    free = next(f"rIdC{n}" for n in range(1, len(taken) + 2) if f"rIdC{n}" not in taken)
    one = etree.SubElement(links, f"{{{etree.QName(links).namespace}}}Relationship")
    one.set("Id", free)
    one.set("Type", _RELATION)
    one.set("Target", "comments.xml")
    return links


def _written(root: Any) -> bytes:
    from lxml import etree

    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True))
