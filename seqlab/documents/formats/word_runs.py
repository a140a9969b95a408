"""The runs of a paragraph in Word: read as slots of one look, and written in a new order.

Word breaks runs wherever something was once edited, and such breaks mean nothing: neighbouring
runs of one look are one slot. Marks say where a slot begins and where something that is no text
stands, such as the sign of a footnote; XML cannot hold their characters, so no text is mistaken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from seqlab.documents.paragraphs.markup import Changes, Mark
from seqlab.documents.paragraphs.prose import Span

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
# How changes are marked in the text of a paragraph that is to be tracked.
TRACKED = Changes(("\x04", "\x06"), ("\x05", "\x06"))
_TOKEN = re.compile("\x00(\\d+)\x01|\x02(\\d+)\x03|([\x04\x05\x06])")
_KINDS = {"\x04": "delete", "\x05": "insert", "\x06": "keep"}
# Within a run these break the line; those mean nothing.
_BREAKS = ("tab", "br", "cr", "ptab")
_NOTHING = ("lastRenderedPageBreak", "rPr")
_NOTHING_BETWEEN = ("proofErr", "pPr", "sdtPr", "sdtEndPr", "smartTagPr", "customXmlPr")
# What may hold runs; of the first ones a second can be made beside it.
_MOVABLE = ("hyperlink", "ins", "del", "smartTag", "moveFrom", "moveTo")
_HOLDERS = (*_MOVABLE, "sdt", "sdtContent", "fldSimple", "customXml", "dir", "bdo")


def name(tag: str) -> str:
    """The full name of an element or attribute of WordprocessingML."""
    return f"{{{WORD}}}{tag}"


def _local(element: Any) -> str:
    return element.tag.rsplit("}", 1)[-1] if isinstance(element.tag, str) else ""


@dataclass(slots=True)
class Line:
    """What stands between two tabs or line breaks: `w:t` elements in slots, and other things."""

    paragraph: Any
    slots: list[list[Any]] = field(default_factory=list)
    points: list[Any] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    fixed: list[Span] = field(default_factory=list)
    links: list[Span] = field(default_factory=list)
    text: str = ""
    order: list[str] = field(default_factory=list)

    @property
    def marked(self) -> str:
        """The text with its marks, as it is written where nothing has changed."""
        pieces, position = [], 0
        for mark in self.marks:
            pieces += [self.text[position : mark.offset], mark.raw]
            position = mark.offset
        return "".join([*pieces, self.text[position:]])

    def add_text(self, element: Any, goes_on: bool, fixed: bool, link: bool) -> None:
        """Add the text of a `w:t`, to the last slot if it goes on."""
        text = element.text or ""
        if not text:
            return
        start, end = len(self.text), len(self.text) + len(text)
        self.text += text
        if goes_on and self.order and self.order[-1].startswith("s"):
            self.slots[-1].append(element)
            self.marks[-1] = Mark(end, "", True, self.marks[-1].name)
        else:
            number = str(len(self.slots))
            self.slots.append([element])
            self.marks += [Mark(start, f"\x00{number}\x01", False, number)]
            self.marks += [Mark(end, "", True, number)]
            self.order.append(f"s{number}")
        if fixed:
            self.fixed.append((start, end))
        if link:
            self.links.append((start, end))

    def add_point(self, element: Any) -> None:
        """Add something that is no text and keeps its place."""
        # Before the first text nothing has to be kept in its place.
        if self.slots:
            self.marks.append(Mark(len(self.text), f"\x02{len(self.points)}\x03", True))
            self.order.append(f"p{len(self.points)}")
            self.points.append(element)


def read_lines(paragraph: Any) -> list[Line]:
    """The lines of a paragraph."""
    lines = [Line(paragraph)]
    fields: list[str] = []  # the instructions of the fields that are open
    last: tuple[Any, bytes] | None = None  # parent and look of the slot that may go on
    for element in _content(paragraph):
        if _local(element) != "r":
            lines[-1].add_point(element)
            last = None
            continue
        chain = [_local(one) for one in _chain(element, paragraph)]
        link = next((one for one in _chain(element, paragraph) if _local(one) == "hyperlink"), None)
        look = (element.getparent(), _look(element))
        for child in element:
            tag = _local(child)
            if tag == "t":
                # Fields and tracked insertions stay.
                links = [field.lstrip().upper().startswith("HYPERLINK") for field in fields]
                fixed = not all(links) or any(c not in ("hyperlink", "smartTag") for c in chain)
                goes_on = last is not None and last[0] is look[0] and last[1] == look[1]
                lines[-1].add_text(child, goes_on, fixed, link is not None or any(links))
                last = look if child.text else last
                continue
            if tag in _BREAKS:
                lines.append(Line(paragraph))
            elif tag == "fldChar":
                kind = child.get(name("fldCharType"))
                if kind == "begin":
                    fields.append("")
                elif kind == "end" and fields:
                    fields.pop()
            elif tag == "instrText" and fields:
                fields[-1] += child.text or ""
            if tag not in _NOTHING:
                last = None
                if tag not in _BREAKS:
                    lines[-1].add_point(child)
    return lines


def _content(element: Any) -> Iterator[Any]:
    """Runs and what stands between them, in order; a text box inside a run is not entered."""
    for child in element:
        tag = _local(child)
        if tag in _HOLDERS:
            yield from _content(child)
        elif tag and tag not in _NOTHING_BETWEEN:
            yield child


def _chain(element: Any, paragraph: Any) -> list[Any]:
    """What an element lies in, from the paragraph's child down."""
    chain = []
    parent = element.getparent()
    while parent is not None and parent is not paragraph:
        chain.append(parent)
        parent = parent.getparent()
    return chain[::-1]


def _look(run: Any) -> bytes:
    from lxml.etree import tostring

    found = run.find(name("rPr"))
    return b"" if found is None else bytes(tostring(found, with_tail=False))


@dataclass(slots=True)
class Revisions:
    """Who makes tracked changes, when, and the number of the last one."""

    author: str
    date: str
    last: int = 0

    def element(self, kind: str) -> Any:
        """A new `w:ins` or `w:del`."""
        from docx.oxml.parser import OxmlElement

        self.last += 1
        found = OxmlElement("w:ins" if kind == "insert" else "w:del")
        found.set(name("id"), str(self.last))
        found.set(name("author"), self.author)
        found.set(name("date"), self.date)
        return found


@dataclass(frozen=True, slots=True)
class _Item:
    """Text of a slot, or a point (`slot` -1)."""

    slot: int
    point: int
    kind: str
    text: str


def fill_line(
    line: Line, text: str, revisions: Revisions | None = None, comment: int | None = None
) -> bool:
    """Write a line's new text into its runs; False, and nothing done, where that cannot be."""
    items = list(_items(text))
    order: list[str] = []
    for item in items:
        one = f"s{item.slot}" if item.point < 0 else f"p{item.point}"
        if not order or order[-1] != one:
            order.append(one)
    tracks = any(item.kind != "keep" for item in items)
    if not tracks and _is_part_of(order, line.order):
        texts = dict.fromkeys(range(len(line.slots)), "")
        for item in items:
            if item.point < 0:
                texts[item.slot] += item.text
        for number, elements in enumerate(line.slots):
            _fill(elements, texts[number])
        return True
    return _rebuilt(line, items, revisions, comment)


def _items(text: str) -> Iterator[_Item]:
    slot, kind, position = 0, "keep", 0
    for found in _TOKEN.finditer(text):
        if found.start() > position:
            yield _Item(slot, -1, kind, text[position : found.start()])
        position = found.end()
        if found[1] is not None:
            slot = int(found[1])
        elif found[2] is not None:
            yield _Item(-1, int(found[2]), "keep", "")
        else:
            kind = _KINDS[found[3]]
    if position < len(text):
        yield _Item(slot, -1, kind, text[position:])


def _is_part_of(order: Sequence[str], whole: Sequence[str]) -> bool:
    rest = iter(whole)
    return all(one in rest for one in order)


def _fill(elements: Sequence[Any], text: str) -> None:
    """Put the text of a slot in its first element."""
    if text == "".join(element.text or "" for element in elements):
        return
    elements[0].text = text
    if text != text.strip():
        elements[0].set(_SPACE, "preserve")
    for element in elements[1:]:
        element.text = ""


def _rebuilt(
    line: Line, items: Sequence[_Item], revisions: Revisions | None, comment: int | None
) -> bool:
    """Runs taken out and put back in the order of the items, each inside what it lay in."""
    every = [*(element for slot in line.slots for element in slot), *line.points]
    holders = {id(one): one for element in every for one in _chain(element, line.paragraph)}
    runs = {id(element.getparent()) for element in every if _local(element.getparent()) == "r"}
    holders = {key: one for key, one in holders.items() if key not in runs}
    if any(_local(one) not in _MOVABLE for one in holders.values()):
        return False
    atoms = {id(element): _alone(element) for element in every}
    own = {id(atom) for atom in atoms.values()}
    for holder in holders.values():
        if any(id(one) not in own for one in _content(holder)):
            return False  # it reaches into another line
    chains = {id(element): _chain(atoms[id(element)], line.paragraph) for element in every}
    first = min(atoms.values(), key=lambda atom: _place(atom, line.paragraph))
    top = (_chain(first, line.paragraph) or [first])[0]
    looks = [deepcopy(atoms[id(slot[0])].find(name("rPr"))) for slot in line.slots]
    writer = _Writer(line.paragraph, line.paragraph.index(top))
    for atom in atoms.values():
        atom.getparent().remove(atom)
    gone = {id(h) for h in holders.values() if not len(h)}
    for holder in holders.values():
        if id(holder) in gone and holder.getparent() is not None:
            holder.getparent().remove(holder)
    if comment is not None:
        writer.put(_comment_range("Start", comment), [])
    for item in items:
        if item.point >= 0:
            element = line.points[item.point]
            writer.put(atoms[id(element)], chains[id(element)])
        elif item.text:
            run = _run(looks[item.slot], item.text, item.kind)
            if item.kind != "keep" and revisions is not None:
                change = revisions.element(item.kind)
                change.append(run)
                run = change
            writer.put(run, chains[id(line.slots[item.slot][0])])
    if comment is not None:
        writer.put(_comment_range("End", comment), [])
        writer.put(_comment_sign(comment), [])
    return True


class _Writer:
    """Puts elements into a paragraph one after the other, inside copies of what they lay in."""

    def __init__(self, paragraph: Any, place: int) -> None:
        self._paragraph, self._place = paragraph, place
        self._open: list[tuple[Any, Any]] = []  # what an element lay in, and its copy

    def put(self, element: Any, chain: Sequence[Any]) -> None:
        """Put an element after the last one."""
        from docx.oxml.parser import OxmlElement

        same = 0
        while same < min(len(self._open), len(chain)) and self._open[same][0] is chain[same]:
            same += 1
        del self._open[same:]
        for holder in chain[same:]:
            copy = OxmlElement(f"w:{_local(holder)}", nsdecls=dict(holder.nsmap))
            for key, value in holder.attrib.items():
                copy.set(key, value)
            self._add(copy)
            self._open.append((holder, copy))
        self._add(element)

    def _add(self, element: Any) -> None:
        if self._open:
            self._open[-1][1].append(element)
        else:
            self._paragraph.insert(self._place, element)
            self._place += 1


def _alone(element: Any) -> Any:
    """The run that holds nothing but this element, or the element itself outside a run."""
    run = element.getparent()
    if _local(run) != "r":
        return element
    contents = [child for child in run if _local(child) != "rPr"]
    look = run.find(name("rPr"))
    for child in reversed(contents[1:]):
        new = run.makeelement(run.tag, dict(run.attrib))
        if look is not None:
            new.append(deepcopy(look))
        new.append(child)
        run.addnext(new)
    return element.getparent()


def _place(element: Any, paragraph: Any) -> tuple[int, ...]:
    path = []
    while element is not paragraph:
        parent = element.getparent()
        path.append(parent.index(element))
        element = parent
    return tuple(reversed(path))


def _run(look: Any, text: str, kind: str) -> Any:
    from docx.oxml.parser import OxmlElement

    run = OxmlElement("w:r")
    if look is not None:
        run.append(deepcopy(look))
    element = OxmlElement("w:delText" if kind == "delete" else "w:t")
    element.text = text
    if text != text.strip():
        element.set(_SPACE, "preserve")
    run.append(element)
    return run


def _comment_range(edge: str, number: int) -> Any:
    from docx.oxml.parser import OxmlElement

    found = OxmlElement(f"w:commentRange{edge}")
    found.set(name("id"), str(number))
    return found


def _comment_sign(number: int) -> Any:
    from docx.oxml.parser import OxmlElement

    run, sign = OxmlElement("w:r"), OxmlElement("w:commentReference")
    sign.set(name("id"), str(number))
    run.append(sign)
    return run
