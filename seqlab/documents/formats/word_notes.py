"""Footnotes of a Word document: new ones where signs stand for them in its text."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from seqlab.documents.formats.archive import with_members
from seqlab.documents.formats.word_parts import WordPart, as_bytes, parsed
from seqlab.documents.formats.word_runs import WORD, name

_BODY = "word/document.xml"
_OTHERS = re.compile(r"word/(?:header|footer)\d*\.xml|word/(?:foot|end)notes\.xml")
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
# Word wants the lines that part notes from the text, with these numbers.
_EMPTY = (
    f'<w:footnotes xmlns:w="{WORD}">'
    '<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>'
    '<w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/>'
    "</w:r></w:p></w:footnote></w:footnotes>"
).encode()


def with_footnotes(raw: bytes, notes: Mapping[str, str]) -> bytes:
    """A DOCX file with a footnote for each sign that stands in its text.

    Args:
        raw: The file; a space before a sign goes with it.
        notes: The text of the note that each sign, one character, stands for. In headers, footers
            and notes, which can hold no footnotes, it is written in brackets.
    """
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        parts = {
            one: archive.read(one)
            for one in archive.namelist()
            if one == _BODY or _OTHERS.fullmatch(one)
        }
    changed = {}
    for file, content in parts.items():
        text = content.decode("utf-8", "replace")
        if file != _BODY and any(sign in text for sign in notes):
            changed[file] = as_bytes(_in_brackets(parsed(content), notes))
    if changed:
        raw = with_members(raw, changed)
    part = WordPart(raw, "footnotes", _EMPTY)
    body = parsed(parts[_BODY])
    if not part.can_be:
        return with_members(raw, {_BODY: as_bytes(_in_brackets(body, notes))})
    known = [int(one.get(name("id"), "0")) for one in part.root]
    number = max([0, *known])
    for element in list(body.iter(name("t"))):
        while (place := _first_sign(element.text or "", notes)) is not None:
            number += 1
            text = element.text
            element = _cut(element, text[:place], text[place + 1 :], number)
            part.root.append(_note(number, notes[text[place]]))
            if not element.text and element.getnext() is None:
                run = element.getparent()
                run.getparent().remove(run)
                break
    if number == max([0, *known]):
        return raw
    _order(part.root, body)
    return with_members(raw, {_BODY: as_bytes(body), **part.members()})


def _order(notes: Any, body: Any) -> None:
    """Number the notes in the order of their signs, as LibreOffice expects them to be."""
    signs = list(body.iter(name("footnoteReference")))
    places = {one.get(name("id")): place for place, one in enumerate(signs)}
    separators = [one for one in notes if one.get(name("type")) is not None]
    rest = [one for one in notes if one.get(name("type")) is None]
    rest.sort(key=lambda one: places.get(one.get(name("id")), len(signs)))
    first = max([0, *(int(one.get(name("id"), "0")) for one in separators)]) + 1
    numbers = {one.get(name("id")): str(first + place) for place, one in enumerate(rest)}
    for one in (*rest, *signs):
        one.set(name("id"), numbers.get(one.get(name("id")), one.get(name("id"))))
    notes[:] = [*separators, *rest]


def _first_sign(text: str, notes: Mapping[str, str]) -> int | None:
    return next((place for place, sign in enumerate(text) if sign in notes), None)


def _in_brackets(root: Any, notes: Mapping[str, str]) -> Any:
    for element in root.iter(name("t")):
        text = element.text or ""
        while (place := _first_sign(text, notes)) is not None:
            text = f"{text[:place].rstrip(' ')} ({notes[text[place]]}){text[place + 1 :]}"
        element.text = text
    return root


def _cut(element: Any, before: str, after: str, number: int) -> Any:
    """Put the sign of a note between two texts; returns the element of the second."""
    run = element.getparent()
    look = run.find(name("rPr"))
    rest = list(element.itersiblings())
    _set(element, before.removesuffix(" "))
    if not before.strip(" "):
        _strip_end(run)
    second = run.makeelement(run.tag, dict(run.attrib))
    if look is not None:
        second.append(deepcopy(look))
    text = second.makeelement(name("t"))
    _set(text, after)
    second.append(text)
    second.extend(rest)
    run.addnext(second)
    run.addnext(_sign_run(run, "footnoteReference", number))
    if not element.text and element.getprevious() in (None, look):
        run.getparent().remove(run)
    return text


def _strip_end(run: Any) -> None:
    """Take the space before a sign away where it stands in the run before."""
    other = run.getprevious()
    texts = [] if other is None or other.tag != run.tag else list(other.iter(name("t")))
    if texts and texts[-1].text:
        _set(texts[-1], texts[-1].text.removesuffix(" "))


def _set(element: Any, text: str) -> None:
    element.text = text
    if text != text.strip():
        element.set(_SPACE, "preserve")


def _sign_run(like: Any, tag: str, number: int | None = None) -> Any:
    run = like.makeelement(name("r"))
    look = run.makeelement(name("rPr"))
    raised = run.makeelement(name("vertAlign"))
    raised.set(name("val"), "superscript")
    look.append(raised)
    sign = run.makeelement(name(tag))
    if number is not None:
        sign.set(name("id"), str(number))
    run.extend([look, sign])
    return run


def _note(number: int, text: str) -> Any:
    from lxml import etree

    note = etree.Element(name("footnote"), {name("id"): str(number)}, {"w": WORD})
    paragraph = etree.SubElement(note, name("p"))
    paragraph.append(_sign_run(paragraph, "footnoteRef"))
    run = etree.SubElement(paragraph, name("r"))
    _set(etree.SubElement(run, name("t")), f" {text}")
    return note
