"""DOCX: the text of runs is simplified; styles, tables, fields and all other parts stay.

python-docx reads the parts and their styles. A paragraph is cut into slots, each the text of
neighbouring runs of one look: Word breaks runs wherever something was once edited, and such breaks
mean nothing. Between the slots stand marks, so that a word keeps its look where it goes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from seqlab.documents.formats.archive import check_markup, opened_archive, with_members
from seqlab.documents.formats.lines import Piece
from seqlab.documents.paragraphs.prose import Mark, Prose, Span
from seqlab.errors import DataError
from seqlab.text import Selector, is_number_table

# XML cannot hold this character, so no text can be mistaken for it.
BREAK = "\x00"
_STORIES = ("document", "header", "footer", "footnotes", "endnotes")
# Between runs these mark a place, which must stay; within one, these break the line, and those
# mean nothing.
_BETWEEN = ("bookmarkStart", "bookmarkEnd", "commentRangeStart", "commentRangeEnd")
_SPACES = ("tab", "br", "cr", "ptab")
_NOTHING = ("lastRenderedPageBreak", "rPr")
_CODE_STYLES = ("code", "source", "html preformatted", "macro", "plain text")


class WordDocument:
    """A DOCX file: its prose, and the same file with that prose rewritten."""

    def __init__(self, path: Path, selector: Selector) -> None:
        self.path = path
        self._selector = selector
        self._styles: dict[str, str] = {}
        # The part and the slots of each piece, in order.
        self._slots: list[tuple[Any, list[list[Any]]]] = []

    def pieces(self) -> Iterator[Piece]:
        """The paragraphs of the body, of headers, footers and notes."""
        for part in self._stories():
            for paragraph in part.element.iter(_name("p")):
                yield from self._paragraph(part, paragraph)

    def assembled(self, texts: Sequence[str]) -> bytes:
        """The file with the paragraphs' new texts, in the order of `pieces`."""
        changed = {}
        for (part, slots), text in zip(self._slots, texts, strict=True):
            for elements, new in zip(slots, text.split(BREAK), strict=True):
                if new == "".join(element.text or "" for element in elements):
                    continue
                changed[part.partname.lstrip("/")] = part
                _fill(elements, new)
        return with_members(self.path, {name: part.blob for name, part in changed.items()})

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
        lines = _lines(paragraph)
        text = "\n".join(line.text for line in lines)
        if not text.strip() or not self._takes(paragraph, text):
            return
        for line in lines:
            if not line.text.strip():
                continue
            marks, position = [], 0
            for slot in line.slots[:-1]:
                position += sum(len(element.text or "") for element in slot)
                # No boundary opens or closes anything; new words at one go to its right.
                marks.append(Mark(position, BREAK, closes=True))
            self._slots.append((part, line.slots))
            yield Prose.of(line.text, marks=marks, fixed=line.fixed)

    def _takes(self, paragraph: Any, text: str) -> bool:
        protect, style = self._selector.protect, self._style(paragraph)
        if style.startswith(("heading", "title", "subtitle", "toc")):
            return self._selector.heading(text) and not style.startswith("toc")
        is_item = style.startswith("list") or paragraph.find(f".//{_name('numPr')}") is not None
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
        found = paragraph.find(f"{_name('pPr')}/{_name('pStyle')}")
        if found is None:
            return ""
        identity = found.get(_name("val"), "")
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


def _name(tag: str) -> str:
    from docx.oxml.ns import qn

    return str(qn(f"w:{tag}"))


@dataclass(frozen=True, slots=True)
class _Line:
    """What stands between two tabs or line breaks: `w:t` elements in slots of one look."""

    slots: list[list[Any]] = field(default_factory=list)
    fixed: list[Span] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(element.text or "" for slot in self.slots for element in slot)


def _lines(paragraph: Any) -> list[_Line]:
    lines = [_Line()]
    position = fields = 0
    last: tuple[Any, bytes] | None = None  # parent and look of the slot that may go on
    for run in paragraph.iter(_name("r"), *map(_name, _BETWEEN)):
        if run.tag != _name("r") or _own_paragraph(run) is not paragraph:
            last = None
            continue
        look = (run.getparent(), _look(run))
        for child in run:
            tag = child.tag.rsplit("}", 1)[-1] if isinstance(child.tag, str) else ""
            if tag == "t":
                slots = lines[-1].slots
                if last is not None and last[0] is look[0] and last[1] == look[1]:
                    slots[-1].append(child)
                else:
                    slots.append([child])
                    last = look
                size = len(child.text or "")
                # Links, fields and tracked insertions stay.
                if fields or run.getparent() is not paragraph:
                    lines[-1].fixed.append((position, position + size))
                position += size
                continue
            if tag in _SPACES:
                lines.append(_Line())
                position = 0
            elif tag == "fldChar":
                kind = child.get(_name("fldCharType"))
                fields += {"begin": 1, "end": -1}.get(str(kind), 0)
            if tag not in _NOTHING:
                last = None
    return lines


def _own_paragraph(run: Any) -> Any:
    """The paragraph a run belongs to; a text box holds paragraphs inside a run of another."""
    return next(run.iterancestors(_name("p")), None)


def _look(run: Any) -> bytes:
    from lxml.etree import tostring

    found = run.find(_name("rPr"))
    return b"" if found is None else bytes(tostring(found, with_tail=False))


def _in_number_table(paragraph: Any) -> bool:
    table = next(paragraph.iterancestors(_name("tbl")), None)
    if table is None:
        return False
    cells = table.iter(_name("tc"))
    texts = ["".join(t.text or "" for t in cell.iter(_name("t"))) for cell in cells]
    return is_number_table(texts)


def _fill(elements: Sequence[Any], text: str) -> None:
    """Put the text of a slot in its first element."""
    elements[0].text = text
    if text != text.strip():
        elements[0].set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    for element in elements[1:]:
        element.text = ""
