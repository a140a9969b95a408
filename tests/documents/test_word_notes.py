"""Footnotes in Word: a note for each sign, in a part that is made where there is none."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import docx
import pytest
from lxml import etree

from seqlab.documents import with_footnotes
from tests.desk.letters import NOTE, W, write_letter

ONE, TWO = "\U000f0000", "\U000f0001"
NOTES = {ONE: "tenant: a person who pays rent", TWO: "landlord: an owner"}
SPACE = f"{{{W}}}"


def part(raw: bytes, name: str) -> bytes:
    return zipfile.ZipFile(io.BytesIO(raw)).read(name)


def noted(raw: bytes) -> str:
    """The text of the body with each note in braces where its sign stands."""
    notes = {
        one.get(f"{SPACE}id"): "".join(t.text or "" for t in one.iter(f"{SPACE}t")).strip()
        for one in etree.fromstring(part(raw, "word/footnotes.xml"))
    }
    body = etree.fromstring(part(raw, "word/document.xml"))
    return "".join(
        one.text or "" if one.tag == f"{SPACE}t" else f"{{{notes[one.get(f'{SPACE}id')]}}}"
        for one in body.iter(f"{SPACE}t", f"{SPACE}footnoteReference")
    )


@pytest.fixture
def plain() -> bytes:
    document = docx.Document()
    document.sections[0].header.paragraphs[0].text = f"The landlord {TWO} wrote this."
    paragraph = document.add_paragraph("The ")
    paragraph.add_run("tenant").bold = True
    paragraph.add_run(f" {ONE} must tell the landlord {TWO}.")
    target = io.BytesIO()
    document.save(target)
    return target.getvalue()


def test_a_part_is_made_where_there_is_none(plain: bytes) -> None:
    raw = with_footnotes(plain, NOTES)
    assert noted(raw) == (
        "The tenant{tenant: a person who pays rent} must tell the landlord{landlord: an owner}."
    )
    assert b"/word/footnotes.xml" in part(raw, "[Content_Types].xml")
    assert b"footnotes.xml" in part(raw, "word/_rels/document.xml.rels")
    docx.Document(io.BytesIO(raw))
    assert not any(sign in noted(raw) for sign in NOTES)


def test_headers_take_brackets(plain: bytes) -> None:
    raw = with_footnotes(plain, NOTES)
    names = zipfile.ZipFile(io.BytesIO(raw)).namelist()
    header = next(name for name in names if "header" in name)
    assert b"The landlord (landlord: an owner) wrote this." in part(raw, header)


def test_notes_that_are_there_keep_their_signs(tmp_path: Path) -> None:
    path = tmp_path / "letter.docx"
    write_letter(path)
    target = io.BytesIO()
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(target, "w") as copy:
        for name in source.namelist():
            text = f"The landlord {TWO} will".encode()
            copy.writestr(name, source.read(name).replace(b"The landlord will", text))
    raw = with_footnotes(target.getvalue(), NOTES)
    assert "The landlord{landlord: an owner} will" in noted(raw)
    assert f"the office{{{NOTE}}}." in noted(raw)
    # LibreOffice counts notes instead of reading their numbers.
    body = part(raw, "word/document.xml").decode()
    numbers = re.findall(r'footnoteReference w:id="(\d+)"', body)
    assert numbers == sorted(numbers, key=int)


def test_without_signs_nothing_changes(plain: bytes) -> None:
    assert with_footnotes(plain, {"\U000f0009": "nothing"}) == plain
