"""A letter in Word format with all that an editor meets: tables, notes, lists, links, a header."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import docx
from docx.oxml import OxmlElement
from docx.oxml.ns import qn

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
NOTE = "The committee commenced its inquiry prior to the summer, which was exceptionally hot."


def write_letter(path: Path) -> None:
    """Write the letter."""
    document = docx.Document()
    document.sections[0].header.paragraphs[
        0
    ].text = "This notification was issued by the municipal housing office prior to the meeting."
    document.add_heading("Notice of inspection", 1)
    first = document.add_paragraph("The landlord will ")
    first.add_run("commence").bold = True
    first.add_run(" the inspection ")
    first.add_run("prior to").italic = True
    first.add_run(" the first of May, and tenants who require ")
    _link(document, first, "additional assistance", "https://example.org/help")
    first.add_run(" should ")
    first.add_run("noti").bold = True
    first.add_run("fy").italic = True
    first.add_run(" the office")
    _note_sign(first)
    first.add_run(".")
    second = document.add_paragraph("Born in Vienna in 1906, ")
    second.add_run("Maria Huber").bold = True
    second.add_run(", who founded the association, ")
    second.add_run("obtained").underline = True
    second.add_run(" a degree in chemistry and relocated to London.")
    for text in (
        "Residents must submit the form prior to the deadline.",
        "The office will subsequently contact the applicants.",
    ):
        document.add_paragraph(text, style="List Bullet")
    table = document.add_table(1, 2)
    table.cell(0, 0).text = "Assistance"
    cell = table.cell(0, 1).paragraphs[0]
    cell.add_run("The office provides ")
    cell.add_run("assistance").bold = True
    cell.add_run(" to individuals who require it, in order to facilitate the application.")
    third = document.add_paragraph("The tenants ")
    _insertion(third, "have already ")
    third.add_run("purchased the equipment in order to commence the work.")
    document.save(str(path))
    _add_notes(path)


def _link(document: Any, paragraph: Any, text: str, target: str) -> None:
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink"
    link = OxmlElement("w:hyperlink")
    link.set(qn("r:id"), document.part.relate_to(target, kind, is_external=True))
    run = OxmlElement("w:r")
    run.text = text
    link.append(run)
    paragraph._p.append(link)


def _note_sign(paragraph: Any) -> None:
    run, sign = OxmlElement("w:r"), OxmlElement("w:footnoteReference")
    sign.set(qn("w:id"), "2")
    run.append(sign)
    paragraph._p.append(run)


def _insertion(paragraph: Any, text: str) -> None:
    """A revision that somebody else made."""
    change, run = OxmlElement("w:ins"), OxmlElement("w:r")
    change.set(qn("w:id"), "900")
    change.set(qn("w:author"), "Ann")
    change.set(qn("w:date"), "2026-01-01T00:00:00Z")
    run.text = text
    change.append(run)
    paragraph._p.append(change)


def _add_notes(path: Path) -> None:
    notes = (
        f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:footnotes xmlns:w="{W}">'
        '<w:footnote w:type="separator" w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>'
        '<w:footnote w:type="continuationSeparator" w:id="1"><w:p><w:r><w:continuationSeparator/>'
        '</w:r></w:p></w:footnote><w:footnote w:id="2"><w:p><w:r><w:footnoteRef/></w:r><w:r>'
        f'<w:t xml:space="preserve"> {NOTE}</w:t></w:r></w:p></w:footnote></w:footnotes>'
    )
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"
    with zipfile.ZipFile(path) as old:
        members = {info.filename: old.read(info) for info in old.infolist()}
    types, links = "[Content_Types].xml", "word/_rels/document.xml.rels"
    override = f'<Override PartName="/word/footnotes.xml" ContentType="{kind}"/></Types>'
    link = f'<Relationship Id="rIdN" Type="{relation}" Target="footnotes.xml"/></Relationships>'
    members[types] = members[types].replace(b"</Types>", override.encode())
    members[links] = members[links].replace(b"</Relationships>", link.encode())
    members["word/footnotes.xml"] = notes.encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name, content in members.items():
            new.writestr(name, content)
