"""DOCX: the text of runs is simplified; styles, tables, fields and all other parts stay.

python-docx reads the parts and their styles. A paragraph is cut into slots, each the text of
neighbouring runs of one look (`word_runs.py`), so that a word keeps its look where it goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from seqlab.documents.formats.archive import check_markup, opened_archive, with_members
from seqlab.documents.formats.lines import Piece
from seqlab.documents.formats.word_comments import Comments
from seqlab.documents.formats.word_runs import (
    TRACKED,
    Line,
    Revisions,
    fill_line,
    name,
    read_lines,
)
from seqlab.documents.paragraphs.prose import Prose
from seqlab.errors import DataError
from seqlab.text import Selector, is_number_table

_STORIES = ("document", "header", "footer", "footnotes", "endnotes")
_CODE_STYLES = ("code", "source", "html preformatted", "macro", "plain text")


class WordDocument:
    """A DOCX file: its prose, and the same file with that prose rewritten."""

    # How `tracked` wants changes to be marked.
    changes = TRACKED

    def __init__(self, path: Path, selector: Selector) -> None:
        self.path = path
        self._selector = selector
        self._styles: dict[str, str] = {}
        self._body: Any = None
        # The part and the line of each piece, in order.
        self._lines: list[tuple[Any, Line]] = []

    def pieces(self) -> Iterator[Piece]:
        """The paragraphs of the body, of headers, footers and notes."""
        for part in self._stories():
            for paragraph in part.element.iter(name("p")):
                yield from self._paragraph(part, paragraph)

    def assembled(self, texts: Sequence[str]) -> bytes:
        """The file with the paragraphs' new texts, in the order of `pieces`."""
        changed = {}
        for (part, line), text in zip(self._lines, texts, strict=True):
            if text != line.marked and fill_line(line, text):
                changed[part.partname.lstrip("/")] = part
        return with_members(self.path, {name: part.blob for name, part in changed.items()})

    def tracked(self, texts: Sequence[str], notes: Sequence[str], author: str, date: str) -> bytes:
        """The file with revisions: `texts` hold what goes and what comes between `TRACKED` signs.

        Args:
            texts: The paragraphs' texts, in the order of `pieces`.
            notes: Why each was changed; becomes a comment where the format allows one.
            author: Who made the changes.
            date: When, as ISO 8601 in UTC.
        """
        changed: dict[str, Any] = {}
        comments = Comments(self.path, author, date)
        revisions = Revisions(author, date, _highest_id(part for part, _ in self._lines))
        for (part, line), text, note in zip(self._lines, texts, notes, strict=True):
            if text == line.marked:
                continue
            # Word has no comments in headers and footers.
            number = comments.add(note) if note and part is self._body else None
            if fill_line(line, text, revisions, number):
                changed[part.partname.lstrip("/")] = part
        members = {name: part.blob for name, part in changed.items()}
        return with_members(self.path, members | comments.members())

    def _stories(self) -> list[Any]:
        import docx
        from docx.opc.exceptions import PackageNotFoundError
        from docx.opc.part import XmlPart
        from docx.oxml import parse_xml
        from lxml.etree import XMLSyntaxError

        with opened_archive(self.path, "DOCX") as archive:
            check_markup(self.path, archive, lambda name: name.endswith(".xml"))
            broken = archive.testzip()
            if broken is not None:
                raise DataError(self.path, f"damaged DOCX: {broken} does not match its checksum")
        try:
            document = docx.Document(str(self.path))
            self._body = document.part
            self._styles = {str(style.style_id): str(style.name or "") for style in document.styles}
            stories = []
            for part in document.part.package.iter_parts():
                kind = part.content_type.rsplit(".", 1)[-1].removesuffix("+xml")
                if part is document.part or kind in _STORIES:
                    # python-docx keeps parts it has no class for, such as notes, as bytes.
                    stories.append(part if isinstance(part, XmlPart) else _Raw(part, parse_xml))
        except (PackageNotFoundError, XMLSyntaxError, KeyError, ValueError, AttributeError) as no:
            raise DataError(
                self.path, f"damaged DOCX: {no}", fix="open and save it in a word processor"
            ) from None
        return stories

    def _paragraph(self, part: Any, paragraph: Any) -> Iterator[Piece]:
        lines = read_lines(paragraph)
        text = "\n".join(line.text for line in lines)
        if not text.strip() or not self._takes(paragraph, text):
            return
        for line in lines:
            if line.text.strip():
                self._lines.append((part, line))
                yield Prose.of(
                    line.text, marks=line.marks, fixed=line.fixed, links=line.links, slots=True
                )

    def _takes(self, paragraph: Any, text: str) -> bool:
        protect, style = self._selector.protect, self._style(paragraph)
        if style.startswith(("heading", "title", "subtitle", "toc")):
            return self._selector.heading(text) and not style.startswith("toc")
        is_item = style.startswith("list") or paragraph.find(f".//{name('numPr')}") is not None
        if protect.lists and is_item:
            return False
        if protect.quotes and "quote" in style:
            return False
        if protect.code and any(name in style for name in _CODE_STYLES):
            return False
        if protect.references and ("bibliography" in style or "caption" in style):
            return False
        if protect.numbers and _in_number_table(paragraph):
            return False
        return self._selector.takes(text)

    def _style(self, paragraph: Any) -> str:
        """The name of the paragraph's style, in lowercase."""
        found = paragraph.find(f"{name('pPr')}/{name('pStyle')}")
        if found is None:
            return ""
        identity = found.get(name("val"), "")
        return self._styles.get(str(identity), str(identity)).lower()


class _Raw:
    """A part that python-docx keeps as bytes, parsed."""

    def __init__(self, part: Any, parse: Any) -> None:
        self.partname = part.partname
        self.element = parse(part.blob)

    @property
    def blob(self) -> bytes:
        from docx.opc.oxml import serialize_part_xml

        return bytes(serialize_part_xml(self.element))


def _in_number_table(paragraph: Any) -> bool:
    table = next(paragraph.iterancestors(name("tbl")), None)
    if table is None:
        return False
    cells = table.iter(name("tc"))
    texts = ["".join(t.text or "" for t in cell.iter(name("t"))) for cell in cells]
    return is_number_table(texts)


def _highest_id(parts: Iterable[Any]) -> int:
    """The highest number that a revision, bookmark or comment has."""
    numbers = [
        int(value)
        for part in {id(part): part for part in parts}.values()
        for element in part.element.iter()
        if (value := element.get(name("id"), "")).isdigit()
    ]
    return max(numbers, default=0)
