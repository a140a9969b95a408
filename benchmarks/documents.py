"""A folder of documents in all formats, made from the sample articles: for trials at any size.

python -m benchmarks.documents OUT --count 1000
"""

from __future__ import annotations

import argparse
import csv
import gzip
import html
import io
import json
import sys
import textwrap
import zipfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import corpora

Paragraphs = list[str]
# Text that must come out untouched stands between the paragraphs of most formats.
CODE = "for tower in towers:\n    utilize(tower)"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=1000)
    options = parser.parse_args()
    words = make_documents(options.out, options.count)
    print(f"{options.count:,} documents, {words:,} words in {options.out}")


def make_documents(out: Path, count: int, formats: tuple[str, ...] | None = None) -> int:
    """Write documents in turn of every article and format; returns their words."""
    texts = articles()
    suffixes = formats or tuple(MAKERS)
    words = 0
    for number in range(count):
        # Neighbours are of different articles, whose levels share sentences.
        name, paragraphs = texts[number * 37 % len(texts)]
        # After a round of all articles each one comes in the next format.
        suffix = suffixes[(number + number // len(texts)) % len(suffixes)]
        path = out / f"{number // 100:02}" / f"{number:05}-{name}{suffix}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(MAKERS[suffix](paragraphs))
        words += sum(len(paragraph.split()) for paragraph in paragraphs)
    return words


def articles() -> list[tuple[str, Paragraphs]]:
    """Name and paragraphs of every article of the sample, at all levels."""
    folder = Path(corpora.__file__).parent / "sample" / "articles"
    found = []
    for path in sorted(folder.glob("*.txt")):
        parts = path.read_text(encoding="utf-8").split("\n\n")
        found.append((path.stem, [" ".join(part.split()) for part in parts if part.strip()]))
    return found


def text_document(paragraphs: Paragraphs) -> bytes:
    return "\n\n".join(paragraphs).encode() + b"\n"


def wrapped_document(paragraphs: Paragraphs) -> bytes:
    return "\n\n".join(textwrap.fill(one, 78) for one in paragraphs).encode() + b"\r\n"


def markdown_document(paragraphs: Paragraphs) -> bytes:
    first, *rest = paragraphs
    parts = ["---\ntitle: An article\n---", f"# {first.lstrip('# ')}", *rest[:1]]
    parts += [f"```python\n{CODE}\n```", "- one\n- two", *rest[1:]]
    return "\n\n".join(parts).encode() + b"\n"


def page(paragraphs: Paragraphs, xml: bool = False) -> str:
    body = "\n".join(f"<p>{html.escape(one, quote=False)}</p>" for one in paragraphs[1:])
    title = html.escape(paragraphs[0].lstrip("# "), quote=False)
    space = ' xmlns="http://www.w3.org/1999/xhtml"' if xml else ""
    return (
        f"<html{space}><head><title>{title}</title></head>\n<body><h1>{title}</h1>\n{body}\n"
        f"<pre>{CODE}</pre><table><tr><td>2019</td><td>12</td></tr></table></body></html>\n"
    )


def html_document(paragraphs: Paragraphs) -> bytes:
    return f"<!DOCTYPE html>\n{page(paragraphs)}".encode()


def jsonl_document(paragraphs: Paragraphs) -> bytes:
    rows = [json.dumps({"id": n, "text": one}) for n, one in enumerate(paragraphs)]
    return "\n".join(rows).encode() + b"\n"


def csv_document(paragraphs: Paragraphs) -> bytes:
    target = io.StringIO()
    writer = csv.writer(target)
    writer.writerow(["id", "text"])
    writer.writerows(enumerate(paragraphs))
    return target.getvalue().encode()


def gzip_document(paragraphs: Paragraphs) -> bytes:
    return gzip.compress(text_document(paragraphs), mtime=0)


def word_document(paragraphs: Paragraphs) -> bytes:
    import docx

    document = docx.Document()
    document.add_heading(paragraphs[0].lstrip("# "), 1)
    for one in paragraphs[1:]:
        first, second, rest = [*one.split(" ", 2), "", ""][:3]
        paragraph = document.add_paragraph()
        paragraph.add_run(f"{first} ")
        paragraph.add_run(second).italic = True
        paragraph.add_run(f" {rest}" if rest else "")
    target = io.BytesIO()
    document.save(target)
    return target.getvalue()


def book_document(paragraphs: Paragraphs) -> bytes:
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="book.opf"/></rootfiles></container>'
    )
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="a" href="a.xhtml" '
        'media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine>'
        "</package>"
    )
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        archive.writestr("META-INF/container.xml", container)
        archive.writestr("book.opf", package)
        archive.writestr("a.xhtml", page(paragraphs, xml=True))
    return target.getvalue()


def pdf_document(paragraphs: Paragraphs) -> bytes:
    """One long page of lines, written by hand: no library here writes PDF."""
    text = "\n\n".join(textwrap.fill(one, 90) for one in paragraphs)
    for sign, plain in (("’", "'"), ("‘", "'"), ("“", '"'), ("”", '"'), ("–", "-"), ("—", "-")):
        text = text.replace(sign, plain)
    escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    lines = [f"({line}) Tj" if line else "" for line in escaped.split("\n")]
    shown = " 0 -14 Td\n".join(lines)
    content = f"BT /F1 11 Tf 40 {14 * len(lines) + 20} Td {shown} ET".encode("latin-1", "replace")
    height = 14 * len(lines) + 60
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 700 %d]/Contents 4 0 R"
        b"/Resources<</Font<</F1 5 0 R>>>>>>" % height,
        b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    ]
    result, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        places.append(len(result))
        result += b"%d 0 obj%s endobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return result + (
        b"xref\n0 6\n0000000000 65535 f \n%strailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n"
        % (table, len(result))
    )


MAKERS: dict[str, Callable[[Paragraphs], bytes]] = {
    ".txt": text_document,
    ".text": wrapped_document,
    ".md": markdown_document,
    ".html": html_document,
    ".jsonl": jsonl_document,
    ".csv": csv_document,
    ".txt.gz": gzip_document,
    ".docx": word_document,
    ".epub": book_document,
    ".pdf": pdf_document,
}


if __name__ == "__main__":
    main()
