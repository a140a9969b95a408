"""HTML and XHTML: running text is simplified; every tag, attribute and script stays as it is.

The parser of Python's own library says where each tag and text stands, so the page is cut into
pieces and never written anew: what is not rewritten comes out to the byte, however odd its markup.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from seqlab.documents.formats.lines import MAX_TAGS, Piece, whole
from seqlab.documents.paragraphs.markup import Mark
from seqlab.documents.paragraphs.prose import Prose, Span
from seqlab.errors import DataError
from seqlab.files import decoded
from seqlab.text import ProtectedContent, Selector, is_number_table


def _tags(names: str) -> frozenset[str]:
    return frozenset(names.split())


_INLINE = _tags(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark q rp rt "
    "ruby s samp small span strike strong sub sup time tt u var wbr"
)
# Their text is not to be changed, though it is read with the sentence.
_FIXED = _tags("abbr acronym cite data dfn del ins rt ruby sub sup time")
_FIXED_CODE = _tags("code kbd samp tt var")
_NEVER = _tags(
    "applet audio button canvas datalist form head iframe map math nav noembed noframes noscript "
    "object option script select style svg template textarea title video"
)
_VOID = _tags("area base br col embed hr img input link meta param source track wbr")
_HEADINGS = _tags("h1 h2 h3 h4 h5 h6")
_DECLARED = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)


def page_encoding(raw: bytes) -> str:
    """UTF-8 where the bytes are that, else what the page says it is."""
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        if found := _DECLARED.search(raw[:2048]):
            return found[1].decode("ascii")
    return "utf-8"


def decoded_page(path: Path, raw: bytes, encoding: str) -> str:
    """The text of a page, or an error that names what is wrong with its bytes."""
    if encoding == "utf-8":
        return decoded(path, raw, keep_mark=True)
    try:
        text = raw.decode(encoding)
        if text.encode(encoding) == raw:
            return text
    except (UnicodeError, LookupError):
        pass
    raise DataError(path, f"not {encoding}, which it says it is", fix="save the page as UTF-8")


def read_page(path: Path, selector: Selector, encoding: str) -> Iterator[Piece]:
    """The pieces of a web page."""
    raw = whole(path)
    if raw.count(b"<") > MAX_TAGS:
        raise DataError(path, f"holds more than {MAX_TAGS:,} tags", fix="split it into pages")
    yield from page_pieces(decoded_page(path, raw, encoding), selector)


def page_pieces(text: str, selector: Selector) -> Iterator[Piece]:
    """The pieces of HTML or XHTML."""
    events = _Events(text).found
    context = _Context(selector)
    gathered: list[_Event] = []
    numbers = _number_tables(events, text) if selector.protect.numbers else set()
    for index, event in enumerate(events):
        inline = event.kind in ("text", "reference", "comment") or event.tag in _INLINE
        if inline and not context.left:
            gathered.append(event)
            continue
        yield from _paragraph(gathered, text, context)
        gathered = []
        if event.kind in ("open", "close"):
            context.step(event, text, of_numbers=index in numbers)
        yield text[event.start : event.end]
    yield from _paragraph(gathered, text, context)


def escaped(text: str) -> str:
    """New text without signs that mean markup."""
    return html.escape(text, quote=False)


class _Event:
    """A tag, a text, a character reference or something else, and where it stands."""

    __slots__ = ("end", "kind", "start", "tag")

    def __init__(self, kind: str, tag: str, start: int) -> None:
        self.kind, self.tag, self.start, self.end = kind, tag, start, start


class _Events(HTMLParser):
    """Cuts a page into events that together are the whole page."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=False)
        self.found: list[_Event] = []
        self._lines = [0, *(found.end() for found in re.finditer("\n", text))]
        self.feed(text)
        self.close()
        if not self.found or self.found[0].start > 0:
            self.found.insert(0, _Event("other", "", 0))
        ends = [event.start for event in self.found[1:]] + [len(text)]
        for event, end in zip(self.found, ends, strict=True):
            event.end = end

    def _add(self, kind: str, tag: str = "") -> None:
        line, column = self.getpos()
        start = self._lines[line - 1] + column
        # What the parser reports in several steps from one place is one event.
        if not self.found or self.found[-1].start < start:
            self.found.append(_Event(kind, tag, start))

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        """A marked section that is none, such as `<![1`, is a comment, as browsers read it."""
        try:
            return super().parse_marked_section(i, report)
        except AssertionError:
            return int(self.parse_bogus_comment(i, report))

    def handle_starttag(self, tag: str, attrs: object) -> None:
        """A tag that opens an element."""
        self._add("void" if tag in _VOID else "open", tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        """A tag that opens and closes at once."""
        self._add("void", tag)

    def handle_endtag(self, tag: str) -> None:
        """A tag that closes an element."""
        self._add("close", tag)

    def handle_data(self, data: str) -> None:
        """Text."""
        self._add("text" if self.cdata_elem is None else "other")

    def handle_entityref(self, name: str) -> None:
        """A named character."""
        self._add("reference")

    def handle_charref(self, name: str) -> None:
        """A numbered character."""
        self._add("reference")

    def handle_comment(self, data: str) -> None:
        """A comment, which breaks no paragraph."""
        self._add("comment")

    def handle_decl(self, decl: str) -> None:
        """A document type."""
        self._add("other")

    def handle_pi(self, data: str) -> None:
        """A processing instruction."""
        self._add("other")

    def unknown_decl(self, data: str) -> None:
        """A marked section, such as CDATA."""
        self._add("other")


class _Context:
    """The elements that are open, and whether what is inside them is left alone."""

    def __init__(self, selector: Selector) -> None:
        self.selector = selector
        self._open: list[tuple[str, bool]] = []

    @property
    def left(self) -> bool:
        """Whether text here is left alone, whatever it is."""
        return bool(self._open) and self._open[-1][1]

    @property
    def in_heading(self) -> bool:
        """Whether text here is a heading."""
        return any(tag in _HEADINGS for tag, _ in self._open)

    def step(self, event: _Event, text: str, of_numbers: bool) -> None:
        """Take one tag into account."""
        if event.kind == "close":
            # A closing tag closes all that was left open inside; one that fits nothing is noise.
            for index in range(len(self._open) - 1, -1, -1):
                if self._open[index][0] == event.tag:
                    del self._open[index:]
                    break
            return
        if event.tag == "p" and self._open and self._open[-1][0] == "p":
            self._open.pop()
        if event.tag in ("li", "tr", "td", "th", "dd", "dt", "option"):
            self._close_sibling(event.tag)
        left = (
            self.left
            or of_numbers
            or is_left(event.tag, text[event.start : event.end], self.selector.protect)
        )
        self._open.append((event.tag, left))

    def _close_sibling(self, tag: str) -> None:
        """`<li>` after an unclosed `<li>` closes it, as browsers have it."""
        for index in range(len(self._open) - 1, -1, -1):
            if self._open[index][0] in ("ul", "ol", "dl", "table", "select"):
                return
            if self._open[index][0] == tag:
                del self._open[index:]
                return


def is_left(tag: str, raw: str, protect: ProtectedContent) -> bool:
    """Whether an element is left alone with all that is in it."""
    if tag in _NEVER:
        return True
    if tag == "pre" or tag in _FIXED_CODE:
        return protect.code
    if tag == "blockquote":
        return protect.quotes
    if tag in ("ul", "ol", "dl"):
        return protect.lists
    if re.search(r"""\stranslate\s*=\s*["']?no\b|\bnotranslate\b""", raw, re.IGNORECASE):
        return True
    language = re.search(r"""\slang\s*=\s*["']?([a-zA-Z]+)""", raw)
    return language is not None and language[1].lower() not in ("en", "eng", "mul", "und")


def _number_tables(events: list[_Event], text: str) -> set[int]:
    """Which events open tables that hold mostly numbers."""
    found: set[int] = set()
    open_tables: list[tuple[int, list[str]]] = []
    for index, event in enumerate(events):
        if event.kind == "open" and event.tag == "table":
            open_tables.append((index, []))
        elif event.kind == "close" and event.tag == "table" and open_tables:
            start, cells = open_tables.pop()
            if is_number_table(cells):
                found.add(start)
        elif open_tables and event.kind == "text":
            open_tables[-1][1].append(text[event.start : event.end])
    return found


def _paragraph(events: list[_Event], text: str, context: _Context) -> Iterator[Piece]:
    """Texts and the inline tags between them, as one paragraph."""
    if not events:
        return
    start, end = events[0].start, events[-1].end
    prose = _prose(events, text, context.selector.protect)
    words = prose.text.strip()
    if not words:
        yield text[start:end]
        return
    selector = context.selector
    takes = selector.heading(words) if context.in_heading else selector.takes(words)
    if takes:
        yield prose
    else:
        yield text[start:end]


def _prose(events: list[_Event], source: str, protect: ProtectedContent) -> Prose:
    text: list[str] = []
    size = 0
    raws: dict[int, str] = {}
    marks: list[Mark] = []
    fixed: list[Span] = []
    links: list[Span] = []
    opened: list[tuple[str, int]] = []
    for event in events:
        raw = source[event.start : event.end]
        if event.kind == "text":
            # A bare "&" or "<" was let through once and stays as it is written.
            raws.update((size + one.start(), one[0]) for one in re.finditer("[&<>]", raw))
            text.append(raw)
            size += len(raw)
        elif event.kind == "reference":
            meant = html.unescape(raw)
            is_character = len(meant) == 1
            # `&e;` stands for nothing: its sign stays as it is written, like a bare "&".
            raws[size] = raw if is_character else raw[0]
            text.append(meant if is_character else raw)
            size += len(text[-1])
        else:  # a tag or a comment
            closes = event.kind == "close"
            paired = event.kind in ("open", "close")
            marks.append(Mark(size, raw, closes, event.tag if paired else ""))
            if event.kind == "open" and event.tag == "a":
                links.append((size, -1))
            elif closes and event.tag == "a" and links and links[-1][1] < 0:
                links[-1] = (links[-1][0], size)
            if not closes and event.kind == "open" and _is_fixed(event.tag, raw, protect):
                opened.append((event.tag, size))
            elif closes and opened and opened[-1][0] == event.tag:
                fixed.append((opened.pop()[1], size))
    fixed += [(start, size) for _, start in opened]
    whole = [(start, end) for start, end in links if start < end]
    return Prose.of("".join(text), raws, marks, fixed, escaped, whole)


def _is_fixed(tag: str, raw: str, protect: ProtectedContent) -> bool:
    if tag in _FIXED_CODE:
        return protect.code
    if tag == "q":
        return protect.quotes
    return tag in _FIXED or is_left(tag, raw, protect)
