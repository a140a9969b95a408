"""Comments of a Word document: new ones beside those that it has."""

from __future__ import annotations

from pathlib import Path

from seqlab.documents.formats.word_parts import WordPart
from seqlab.documents.formats.word_runs import WORD, name

_EMPTY = f'<w:comments xmlns:w="{WORD}"/>'.encode()


class Comments:
    """The comments of one document; written only if one is added."""

    def __init__(self, path: Path, author: str, date: str) -> None:
        self._author, self._date = author, date
        self._part = WordPart(path, "comments", _EMPTY)
        known = [int(one.get(name("id"), "-1")) for one in self._part.root]
        self._next = max(known, default=-1) + 1
        self._first = self._next

    def add(self, text: str) -> int | None:
        """The number of a new comment; None where the document can hold none."""
        from lxml import etree

        if not self._part.can_be:
            return None
        number = self._next
        self._next += 1
        comment = etree.SubElement(self._part.root, name("comment"))
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
        return {} if self._next == self._first else self._part.members()
