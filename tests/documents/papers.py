"""Documents for the tests, and a simplifier that is quick: it knows a few words."""

from __future__ import annotations

import gzip
import io
import json
import os
import signal
import time
import zipfile
from collections.abc import Sequence
from pathlib import Path

from seqlab.documents import BatchOptions
from seqlab.documents.run.lots import Lot, SimplifySentences, simplify_lot
from seqlab.documents.run.record import Record
from seqlab.documents.run.writing import Job, Rules
from seqlab.editing import SourceSentence
from seqlab.text import ProtectedContent

HARD = "They utilize the elegant tower, which is old."
EASY = "They use the tower, which is old."


def quick(sentences: Sequence[SourceSentence]) -> list[str]:
    """Replaces a word, deletes one, and splits a sentence, as far as nothing is protected."""
    return [_quick(sentence) for sentence in sentences]


def _quick(sentence: SourceSentence) -> str:
    fixed = {place for span in sentence.protected for place in range(*span)}
    pieces = []
    for place, token in enumerate(sentence.tokens):
        text = token.text
        if place not in fixed and not sentence.left:
            if text == "elegant":
                continue
            text = text.replace("utilize", "use")
        pieces.append(text + (token.space if place + 1 < len(sentence.tokens) else ""))
    return "".join(pieces).replace(", and then", ". Then")


def as_they_are(sentences: Sequence[SourceSentence]) -> list[str]:
    """Changes nothing."""
    return [sentence.text for sentence in sentences]


def rewrite(
    path: Path,
    simplify=quick,
    protect: ProtectedContent | None = None,
    columns: tuple[str, ...] = ("text",),
) -> tuple[Record, bytes]:
    """One document simplified: its record and the bytes of its output."""
    out = path.parent / "out"
    name = path.name + (".txt" if path.suffix == ".pdf" else "")
    job = Job(path.name, path, out / name, path.stat().st_size)
    rules = Rules(protect or ProtectedContent(), columns, out / ".seqlab")
    records = [one for one in simplify_lot(Lot((job,)), simplify, rules) if isinstance(one, Record)]
    assert len(records) == 1
    done = records[0].state == "done"
    return records[0], (out / name).read_bytes() if done else b""


def word_file(path: Path) -> None:
    """A DOCX with a heading, runs of several looks, a table of numbers, a list and code."""
    import docx

    document = docx.Document()
    document.add_heading("Utilize the elegant tower", 1)
    paragraph = document.add_paragraph()
    for text, bold in (("They uti", False), ("lize the ", False), ("elegant tower", True)):
        paragraph.add_run(text).bold = bold
    paragraph.add_run(", which is old.").bold = False
    document.add_paragraph("They utilize it daily, as a list.", style="List Bullet")
    document.add_paragraph("They utilize it, he said.", style="Intense Quote")
    table = document.add_table(2, 2)
    for cell, text in zip(
        (cell for row in table.rows for cell in row.cells),
        ("They utilize the years.", "2019", "12", "13"),
        strict=True,
    ):
        cell.text = text
    other = document.add_table(1, 1)
    other.rows[0].cells[0].text = HARD
    document.sections[0].footer.paragraphs[0].text = HARD
    document.save(str(path))


PAGE = (
    '<?xml version="1.0" encoding="utf-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml">'
    "<head><title>They utilize it</title></head>\n<body><h1>They utilize it</h1>"
    f"<p class='x'>{HARD}</p></body></html>\n"
)


def book_file(path: Path) -> None:
    """An EPUB of one page and a picture."""
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf"><manifest>'
        '<item id="a" href="text/a%20b.xhtml" media-type="application/xhtml+xml"/>'
        '<item id="i" href="i.png" media-type="image/png"/></manifest>'
        '<spine><itemref idref="a"/></spine></package>'
    )
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        archive.writestr("META-INF/container.xml", container, zipfile.ZIP_DEFLATED)
        archive.writestr("OEBPS/book.opf", package, zipfile.ZIP_DEFLATED)
        archive.writestr("OEBPS/text/a b.xhtml", PAGE, zipfile.ZIP_DEFLATED)
        archive.writestr("OEBPS/i.png", bytes(range(256)), zipfile.ZIP_STORED)


def pdf_file(path: Path, lines: Sequence[str]) -> None:
    """A PDF of one page, written by hand."""
    shown = " ".join(f"({line}) Tj 0 -14 Td" for line in lines)
    content = f"BT /F1 11 Tf 72 720 Td {shown} ET".encode()
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R"
        b"/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    target = io.BytesIO(b"%PDF-1.4\n")
    target.seek(0, io.SEEK_END)
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(target.tell())
        target.write(b"%d 0 obj%s endobj\n" % (number, body))
    start = target.tell()
    target.write(b"xref\n0 6\n0000000000 65535 f \n")
    target.write(b"".join(b"%010d 00000 n \n" % place for place in places))
    target.write(b"trailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % start)
    path.write_bytes(target.getvalue())


def load_quick(options: BatchOptions) -> SimplifySentences:
    """In place of the model: `quick`."""
    return quick


def load_slow(options: BatchOptions) -> SimplifySentences:
    """`quick` with time enough to be killed."""
    return slow


def slow(sentences: Sequence[SourceSentence]) -> list[str]:
    time.sleep(0.03)
    return quick(sentences)


def load_deadly(options: BatchOptions) -> SimplifySentences:
    """`quick`, but a sentence can kill the worker, always or the first time."""
    return deadly


def deadly(sentences: Sequence[SourceSentence]) -> list[str]:
    for sentence in sentences:
        if "Deadly" in sentence.text:
            os.kill(os.getpid(), signal.SIGKILL)
        if "Once" in sentence.text:
            mark = Path(os.environ["SEQLAB_TEST_MARK"])
            if not mark.exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)
    return quick(sentences)


def folder_of_papers(folder: Path, count: int) -> Path:
    """Documents of all formats, and one that cannot be read."""
    folder.mkdir(parents=True)
    for number in range(count):
        text = f"Paper {number}\n\n{HARD} They utilize {number} towers, and then they rest.\n"
        kind = number % 6
        path = folder / f"part{number % 3}" / f"{number:03}"
        path.parent.mkdir(exist_ok=True)
        if kind == 0:
            path.with_suffix(".md").write_text(f"# Title\n\n**{number}** {text}")
        elif kind == 1:
            path.with_suffix(".html").write_text(f"<h1>Title</h1><p>{text}</p>")
        elif kind == 2:
            path.with_suffix(".jsonl").write_text(json.dumps({"text": text}) + "\n")
        elif kind == 3:
            path.with_suffix(".txt.gz").write_bytes(gzip.compress(text.encode(), 1))
        elif kind == 4:
            book_file(path.with_suffix(".epub"))
        else:
            path.with_suffix(".txt").write_text(text)
    (folder / "broken.txt").write_bytes(b"\xff\xfe")
    return folder


def tree(folder: Path) -> dict[str, bytes]:
    """Every output file with its bytes; the run's own files are not outputs."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.relative_to(folder).parts[0] != ".seqlab"
    }
