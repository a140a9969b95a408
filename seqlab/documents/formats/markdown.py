"""Markdown: paragraphs are simplified; headings, lists, links, code and front matter stay.

markdown-it-py tells which lines are paragraphs. It does not tell where in a line a link or an
emphasis stands, so that is read here, and markdown-it-py's own reading of the words checks it:
a paragraph on which the two do not agree is left as it is.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from seqlab.documents.formats.lines import Piece, whole
from seqlab.documents.paragraphs.markup import Mark
from seqlab.documents.paragraphs.prose import Prose, Span
from seqlab.files import decoded
from seqlab.text import Selector

if TYPE_CHECKING:
    from markdown_it.token import Token

_FRONT_MATTER = re.compile(
    r"\ufeff?(?:---[ \t]*\r?\n.*?^(?:---|\.\.\.)|\+\+\+[ \t]*\r?\n.*?^\+\+\+)[ \t]*(?:\r?\n|\Z)",
    re.DOTALL | re.MULTILINE,
)
_LABEL = r"\[(?P<label>(?:[^\[\]\\`]|\\.|\[[^\[\]]*\])*)\]"
_TARGET = r"(?:\((?:[^()\n\\]|\\.|\([^()\n]*\))*\)|\[[^\[\]\n]*\])"
_INLINE = re.compile(
    rf"(?P<escape>\\[!-/:-@\[-`{{-~])"
    rf"|(?P<code>(?P<ticks>`+)(?!`).{{1,2000}}?(?<!`)(?P=ticks)(?!`))"
    rf"|(?P<image>!{_LABEL.replace('label', 'alt')}{_TARGET})"
    rf"|(?P<link>{_LABEL}{_TARGET})"
    rf"|(?P<note>\[\^[^\]\s]+\])"
    rf"|(?P<address><[A-Za-z][\w+.-]*:[^\s<>]*>|<[^\s<>@]+@[^\s<>]+>)"
    rf"|(?P<tag><!--.{{0,2000}}?-->|</?[A-Za-z][^<>]*>)"
    rf"|(?P<entity>&(?:#[xX]?[0-9a-fA-F]+|\w+);)"
    rf"|(?P<emphasis>(?<!\s)\*+|\*+(?!\s)|~~|(?<!\w)_+|_+(?!\w))",
    re.DOTALL,
)
# A longer paragraph is data; reading its marks could take for ever.
_LONGEST = 100_000
_NOTE = re.compile(r"\[\^[^\]\s]+\]")
_SPECIAL = re.compile(r"([\\`*_\[\]<>&~|])")


def read_markdown(path: Path, selector: Selector) -> Iterator[Piece]:
    """The pieces of a Markdown document."""
    text = decoded(path, whole(path), keep_mark=True)
    front = _FRONT_MATTER.match(text)
    start = front.end() if front else 0
    if start:
        yield text[:start]
    yield from _body(text[start:], selector)


def escaped(text: str) -> str:
    """New text in which nothing is taken for markup."""
    return _SPECIAL.sub(r"\\\1", text)


def _body(text: str, selector: Selector) -> Iterator[Piece]:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    # The library ends lines at these signs only.
    lines = re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+", text)
    position = 0
    for token in _chosen(parser.parse(text), selector):
        first, last = token.map or (0, 0)
        found = _prose(lines[first:last], token)
        if found is None:
            continue
        lead, prose, trail = found
        yield "".join(lines[position:first]) + lead
        yield prose
        yield trail
        position = last
    yield "".join(lines[position:])


def _chosen(tokens: Sequence[Token], selector: Selector) -> Iterator[Token]:
    """The `inline` tokens of paragraphs that are simplified."""
    protect = selector.protect
    open_blocks: list[str] = []
    for token in tokens:
        if token.nesting == 1:
            open_blocks.append(token.type)
        elif token.nesting == -1:
            open_blocks.pop()
        elif token.type == "inline" and open_blocks:
            # Cells of tables have no place of their own in the source lines: tables stay whole.
            if open_blocks[-1] == "heading_open":
                if selector.heading(token.content):
                    yield token
            elif open_blocks[-1] == "paragraph_open":
                left = (protect.lists and "list_item_open" in open_blocks) or (
                    protect.quotes and "blockquote_open" in open_blocks
                )
                if not left and selector.takes(token.content):
                    yield token


def _prose(lines: Sequence[str], token: Token) -> tuple[str, Prose, str] | None:
    """What stands before the paragraph on its lines, the paragraph, and what stands after it."""
    contents = token.content.split("\n")
    if len(contents) != len(lines) or len(token.content) > _LONGEST:
        return None
    source: list[str] = []  # the characters of the paragraph, a space for each line break
    breaks: dict[int, str] = {}
    lead = trail = ""
    for number, (line, content) in enumerate(zip(lines, contents, strict=True)):
        start = line.rfind(content) if content else -1
        if start < 0:
            return None
        before, after = line[:start], line[start + len(content) :]
        if number == 0:
            lead = before
        else:
            breaks[len(source)] = trail + before
            source.append(" ")
        source += content
        trail = after
    prose = _marked("".join(source), breaks)
    return (lead, prose, trail) if _agrees(prose, token) else None


def _marked(source: str, breaks: dict[int, str]) -> Prose:
    """A paragraph's words apart from its markup; `breaks` says how spaces are written."""
    text: list[str] = []
    raws: dict[int, str] = {}
    marks: list[Mark] = []
    fixed: list[Span] = []
    links: list[Span] = []

    def put(part: str, offset: int) -> None:
        for number, character in enumerate(part, start=offset):
            if number in breaks:
                raws[len(text)] = breaks[number]
            text.append(character)

    def written(start: int, end: int) -> str:
        return "".join(breaks.get(number, source[number]) for number in range(start, end))

    position = 0
    for found in _INLINE.finditer(source):
        put(source[position : found.start()], position)
        position = found.end()
        here = len(text)
        if found["link"] is not None and not re.search(r"[`<\\!&*_~]", found["label"]):
            marks.append(Mark(here, "[", name="["))
            put(found["label"], found.start("label"))
            links.append((here, len(text)))
            tail = written(found.end("label"), found.end())
            marks.append(Mark(len(text), tail, closes=True, name="["))
        elif found["escape"] is not None:
            raws[here] = found[0]
            text.append(found[0][1])
        elif found["entity"] is not None:
            meant = html.unescape(found[0])
            if len(meant) != 1:
                put(found[0], found.start())
            else:
                raws[here] = found[0]
                text.append(meant)
        elif found["code"] is not None:
            ticks = len(found["ticks"])
            inner = slice(found.start() + ticks, found.end() - ticks)
            marks.append(Mark(here, found["ticks"], name="`"))
            put(source[inner], inner.start)
            fixed.append((here, len(text)))
            marks.append(Mark(len(text), found["ticks"], closes=True, name="`"))
        elif found["emphasis"] is not None:
            closes = source[found.start() - 1 : found.start()].strip() != ""
            marks.append(Mark(here, found[0], closes, found[0]))
        elif found["address"] is not None:
            marks.append(Mark(here, "<", name="<"))
            put(found[0][1:-1], found.start() + 1)
            fixed.append((here, len(text)))
            marks.append(Mark(len(text), ">", closes=True, name="<"))
        else:
            # Images, notes, tags and links with markup inside: they stand where they stood.
            closes = found["note"] is not None or found[0].startswith("</")
            tag = re.match(r"</?([A-Za-z][\w-]*)(?!.*/>$)", found[0])
            name = tag[1].lower() if tag and found["tag"] is not None else ""
            marks.append(Mark(here, written(found.start(), found.end()), closes, name))
    put(source[position:], position)
    return Prose.of("".join(text), raws, marks, fixed, escaped, links)


def _agrees(prose: Prose, token: Token) -> bool:
    """Whether the library reads the same words."""
    read = []
    for child in token.children or ():
        if child.type in ("text", "code_inline", "text_special"):
            read.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            read.append(" ")
    # Notes are no part of CommonMark, so the library takes them for text.
    return _words(_NOTE.sub("", "".join(read))) == _words(prose.text)


def _words(text: str) -> str:
    return " ".join(text.split())
