"""Parts that a Word document may lack, such as comments: read, or added with a link to them."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

_TYPES, _LINKS = "[Content_Types].xml", "word/_rels/document.xml.rels"
_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.{}+xml"
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/{}"


class WordPart:
    """One part by its kind (`comments`, `footnotes`), as a tree; an empty one where there is none.

    `can_be` says whether the document can hold it: one without links to other parts cannot.
    """

    def __init__(self, source: Path | bytes, kind: str, empty: bytes) -> None:
        self._kind = kind
        self._file = f"word/{kind}.xml"
        with zipfile.ZipFile(io.BytesIO(source) if isinstance(source, bytes) else source) as own:
            names = own.namelist()
            self._has = self._file in names
            self.root = parsed(own.read(self._file) if self._has else empty)
            self._types = parsed(own.read(_TYPES))
            self._links = parsed(own.read(_LINKS)) if _LINKS in names else None
        self.can_be = self._has or self._links is not None

    def members(self) -> dict[str, bytes]:
        """The members of the archive that hold the part and lead to it."""
        members = {self._file: as_bytes(self.root)}
        if not self._has:
            members[_TYPES] = as_bytes(self._with_type())
            members[_LINKS] = as_bytes(self._with_link())
        return members

    def _with_type(self) -> Any:
        from lxml import etree

        one = etree.SubElement(self._types, f"{{{etree.QName(self._types).namespace}}}Override")
        one.set("PartName", f"/{self._file}")
        one.set("ContentType", _TYPE.format(self._kind))
        return self._types

    def _with_link(self) -> Any:
        from lxml import etree

        links: Any = self._links
        taken = {one.get("Id") for one in links}
        free = next(f"rIdS{n}" for n in range(1, len(taken) + 2) if f"rIdS{n}" not in taken)
        one = etree.SubElement(links, f"{{{etree.QName(links).namespace}}}Relationship")
        one.set("Id", free)
        one.set("Type", _RELATION.format(self._kind))
        one.set("Target", f"{self._kind}.xml")
        return links


def parsed(content: bytes) -> Any:
    """The tree of a part; nothing outside of it is read."""
    from lxml import etree

    return etree.fromstring(content, etree.XMLParser(resolve_entities=False, no_network=True))


def as_bytes(root: Any) -> bytes:
    """A tree as it stands in the archive."""
    from lxml import etree

    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True))
