"""Tracked changes: written into a document, and taken back or accepted in it.

DOCX has revisions of its own, HTML `<ins>` and `<del>`, plain text and Markdown CriticMarkup
(`{++new++}`, `{--old--}`).
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from seqlab.documents import Changes
from seqlab.errors import DataError, UsageError

AUTHOR = "SeqLab"
# Formats that can show changes; the others are told to use an edits file.
FORMATS = ("docx", "html", "epub", "markdown", "text")
HTML = Changes(('<del class="seqlab">', "</del>"), ('<ins class="seqlab">', "</ins>"))
CRITIC = Changes(("{--", "--}"), ("{++", "++}"))
_LEGEND = (
    '<aside class="seqlab-legend" style="border:1px solid #888;padding:.5em 1em;margin:1em 0">'
    "Changes are proposed by SeqLab: <del>this goes</del>, <ins>this comes</ins>.</aside>"
)
_LEGENDS = re.compile(r'<aside class="seqlab-legend".*?</aside>', re.DOTALL)
_HTML = re.compile(r'<(ins|del) class="seqlab">(.*?)</\1>', re.DOTALL)
# Where a change was taken out; an element that held nothing else goes with it.
_GONE = "\x00"
_EMPTY = re.compile(rf"<(\w+)\b[^<>]*>{_GONE}+</\1>")
_SIGN = re.compile(r"\{(\+\+|--)|(\+\+|--)\}")
_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def check_format(name: str, path: str | Path) -> None:
    """Refuse a format that has no way to show changes."""
    if name not in FORMATS:
        raise UsageError(
            f"{path}: {name or 'this format'} cannot show changes; "
            f"--edits writes them as data (--tracked: {', '.join(FORMATS)})"
        )


def with_legend(page: str) -> str:
    """A page that says what its marks mean, without a script."""
    found = re.search(r"<body[^>]*>", page, re.IGNORECASE)
    place = found.end() if found else 0
    return f"{page[:place]}{_LEGEND}{page[place:]}"


def check_critic(path: str | Path, text: str) -> None:
    """Refuse a text whose CriticMarkup does not close: ours could not be told from it."""
    resolve_critic(path, text, accept=True)


def resolve_critic(path: str | Path, text: str, accept: bool) -> str:
    """A text with all its CriticMarkup accepted or rejected."""
    pieces: list[str] = []
    position, open_sign, opened = 0, "", 0
    for found in _SIGN.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        if found[1]:
            if open_sign:
                raise DataError(
                    path,
                    f"CriticMarkup {{{open_sign} of line {opened} is not closed",
                    line=line,
                    value=text[found.start() : found.start() + 30],
                    fix=f"close it with {open_sign}}}",
                )
            pieces.append(text[position : found.start()])
            open_sign, opened = found[1], line
        else:
            if found[2] != open_sign:
                if not open_sign:
                    continue  # `--}` of a text that has nothing to do with us
                raise DataError(
                    path,
                    f"CriticMarkup {{{open_sign} of line {opened} is closed by {found[2]}}}",
                    line=line,
                    value=text[max(0, found.start() - 30) : found.end()],
                    fix=f"close it with {open_sign}}}",
                )
            if (open_sign == "++") == accept:
                pieces.append(text[position : found.start()])
            open_sign = ""
        position = found.end()
    if open_sign:
        raise DataError(
            path,
            f"CriticMarkup {{{open_sign} is not closed",
            line=opened,
            fix=f"close it with {open_sign}}}",
        )
    return "".join([*pieces, text[position:]])


def resolve_html(text: str, accept: bool) -> str:
    """A page with all our changes accepted or rejected, and without the legend."""
    kept = "ins" if accept else "del"
    text = _HTML.sub(lambda found: found[2] * (found[1] == kept) or _GONE, _LEGENDS.sub("", text))
    while _EMPTY.search(text):
        text = _EMPTY.sub(_GONE, text)
    return text.replace(_GONE, "")


def resolve_docx(raw: bytes, accept: bool, author: str = AUTHOR) -> bytes:
    """A DOCX file with all revisions of one author accepted or rejected."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as source, zipfile.ZipFile(target, "w") as copy:
        for info in source.infolist():
            content = source.read(info)
            if info.filename.startswith("word/") and info.filename.endswith(".xml"):
                content = _resolved(content, accept, author)
            copy.writestr(info, content, compress_type=info.compress_type)
    return target.getvalue()


def _resolved(content: bytes, accept: bool, author: str) -> bytes:
    if author.encode() not in content:
        return content
    from lxml import etree

    root = etree.fromstring(content, etree.XMLParser(resolve_entities=False, no_network=True))
    for tag in ("ins", "del"):
        for element in list(root.iter(_WORD + tag)):
            if element.get(_WORD + "author") != author or element.getparent() is None:
                continue
            if (tag == "ins") == accept:
                _unwrap(element)
            else:
                element.getparent().remove(element)
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True))


def _unwrap(element: Any) -> None:
    parent, place = element.getparent(), element.getparent().index(element)
    for child in list(element):
        for deleted in child.iter(_WORD + "delText"):
            deleted.tag = _WORD + "t"
        parent.insert(place, child)
        place += 1
    parent.remove(element)


def resolved(path: Path, accept: bool) -> bytes:
    """The document in `path` with all our changes accepted or rejected."""
    from seqlab.documents import format_name

    raw = path.read_bytes()
    name = format_name(path) or "text"
    if name == "docx":
        return resolve_docx(raw, accept)
    if name == "html":
        return resolve_html(raw.decode("utf-8"), accept).encode()
    if name in ("markdown", "text"):
        return resolve_critic(path, raw.decode("utf-8"), accept).encode()
    raise UsageError(f"{path}: changes are read back from DOCX, HTML, Markdown and text")


def note_lines(pairs: Sequence[tuple[str, str, str, float]]) -> str:
    """Why a paragraph was changed, an edit per line: old, new, reason and probability."""
    lines = []
    for old, new, reason, chance in pairs:
        change = f"“{old.strip()}” → “{new.strip()}”" if new.strip() else f"“{old.strip()}” deleted"
        lines.append(f"{change}: {reason} ({chance:.0%} sure)")
    return "\n".join(lines)
