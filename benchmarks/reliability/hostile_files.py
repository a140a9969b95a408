"""A folder of hostile files, one per case, each with the outcome that is expected.

    python -m benchmarks.reliability.hostile_files FOLDER

A file is `done`, `failed` with a reason, or `skipped` with a reason; whichever, the run ends, all
other documents are done, nothing outside the output folder is written and no code is run.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import pickle
import sys
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

PROSE = "They utilize the old tower, which was built by the city in 1889."
# Some cases must hold more than a limit allows; the others are small.
_PAGE = f"<html><body><p>{PROSE}</p></body></html>"


@dataclass(frozen=True)
class Case:
    """A hostile file.

    Args:
        name: Its path within the folder.
        make: Writes it.
        state: `done`, `failed` or `skipped`.
        reason: What the reason holds, where it is not done.
    """

    name: str
    make: Callable[[Path], object]
    state: str = "done"
    reason: str = ""


def cases() -> Iterator[Case]:
    """All cases, in no order."""
    yield from _texts()
    yield from _markup()
    yield from _tables()
    yield from _archives()
    yield from _files()


def write_corpus(folder: Path) -> dict[str, Case]:
    """Write every case below a folder; returns them by name."""
    written = {}
    for case in cases():
        path = folder / case.name
        path.parent.mkdir(parents=True, exist_ok=True)
        case.make(path)
        written[case.name] = case
    return written


def _bytes(content: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(content)


def _text(content: str) -> Callable[[Path], object]:
    return _bytes(content.encode("utf-8", "surrogatepass"))


def _texts() -> Iterator[Case]:
    spaces = ["\u00a0", "\u1680", *map(chr, range(0x2000, 0x200B)), "\u202f", "\u205f", "\u3000"]
    for space in spaces:
        yield Case(f"text/space-{ord(space):04x}.txt", _text(f"A{space}. {PROSE} B{space}."))
    yield Case("text/empty.txt", _bytes(b""))
    yield Case("text/only-spaces.txt", _text(" \t\n\u3000\u200b\n"))
    yield Case("text/byte-order-mark.txt", _text("\ufeff" + PROSE))
    yield Case("text/nul.txt", _text(f"A\0B. {PROSE}"))
    yield Case("text/controls.txt", _text("".join(map(chr, range(1, 32))) + PROSE))
    yield Case("text/no-line-end.txt", _text(PROSE))
    yield Case("text/mac-line-ends.txt", _text(f"{PROSE}\r{PROSE}\r"))
    yield Case("text/right-to-left.txt", _text(f"\u202e{PROSE}\u202c אבג."))
    yield Case("text/combining.txt", _text("e" + "\u0301" * 5_000 + f" {PROSE}"))
    yield Case("text/emoji.txt", _text("👩\u200d👩\u200d👧" * 500 + f" {PROSE}"))
    yield Case("text/quotation-marks.txt", _text('"' * 50_000))
    yield Case("text/hyphens.txt", _text("ab1-" * 20_000))
    yield Case("text/number-signs.txt", _text("No. " * 10_000))
    yield Case("text/brackets.txt", _text("(" * 50_000))
    yield Case("text/no-full-stop.txt", _text("word " * 50_000))
    yield Case("text/one-word.txt", _text("w" * 1_000_000))
    yield Case("text/surrogate-bytes.txt", _text(f"\ud800 {PROSE}"), "failed", "not UTF-8")
    yield Case("text/latin.txt", _bytes(b"Caf\xe9."), "failed", "not UTF-8: byte 0xe9")
    yield Case("text/overlong.txt", _bytes(b"\xc0\xaf"), "failed", "not UTF-8")
    yield Case("text/utf16.txt", _bytes(PROSE.encode("utf-16-le")), "failed", "UTF-16")
    yield Case("text/long-line.txt", _long_line, "failed", "line longer than")


def _markup() -> Iterator[Case]:
    yield Case("html/unclosed.html", _text("<div><p><b>" * 2_000 + PROSE))
    yield Case("html/deep.html", _text("<div>" * 20_000 + PROSE + "</div>" * 20_000))
    yield Case("html/entities.html", _text(f"<p>&e; &nosuch; &#0; &#xd800; &#9999999; {PROSE}</p>"))
    yield Case("html/comments.html", _text("<!--" * 5_000 + PROSE))
    yield Case("html/cdata.html", _text(f"<![CDATA[ <p>{PROSE}</p>"))
    yield Case("html/script.html", _text(f"<script>alert('{PROSE}')</script><p>{PROSE}</p>"))
    yield Case("html/attributes.html", _text("<p " + "a='b' " * 20_000 + f">{PROSE}</p>"))
    yield Case("html/lying.html", _bytes(b"<meta charset=ascii>Caf\xe9"), "failed", "not ascii")
    yield Case("html/codec.html", _bytes(b"<meta charset=zip>\xff"), "failed", "not zip")
    yield Case("html/tags.html", _many_tags, "failed", "tags")
    yield Case("md/brackets.md", _text("[" * 5_000 + PROSE))
    yield Case("md/quotes.md", _text(">" * 2_000 + " " + PROSE))
    yield Case("md/stars.md", _text("*" * 5_000 + PROSE))
    yield Case("md/backticks.md", _text("`" * 5_000 + PROSE))
    yield Case("md/fence.md", _text(f"```\n{PROSE}\n"))


def _tables() -> Iterator[Case]:
    line = json.dumps({"text": PROSE})
    yield Case("jsonl/surrogate.jsonl", _text(line.replace("They", "\\ud800")))
    yield Case("jsonl/nul.jsonl", _text(line.replace("They", "\\u0000")))
    yield Case("jsonl/deep.jsonl", _text("[" * 100_000), "failed", "not a JSON object")
    yield Case("jsonl/digits.jsonl", _text('{"n": ' + "9" * 10_000 + "}"), "failed", "not a JSON")
    yield Case("jsonl/torn.jsonl", _text(line + '\n{"text": "'), "failed", "line 2")
    yield Case("jsonl/other.jsonl", _text('{"body": "a"}\n'), "failed", "no record has a text")
    yield Case("jsonl/twice.jsonl", _text('{"text": "One.", ' + line[1:]))
    yield Case("csv/formula.csv", _text('text\n"=HYPERLINK(""http://x"")"\n'))
    yield Case("csv/open.csv", _text('text\n"one\n'), "failed", "quotation mark")
    yield Case("csv/columns.csv", _text("a,b\n1,2\n"), "failed", "no column 'text'")
    yield Case("csv/ragged.csv", _text(f'text,b\n"{PROSE}"\n"{PROSE}",1,2,3\n'))


def _archives() -> Iterator[Case]:
    yield Case("gz/bomb.txt.gz", _gzip_bomb, "failed", "line longer than")
    yield Case("gz/bomb.html.gz", _gzip_bomb, "failed", "larger than")
    yield Case("gz/cut.txt.gz", _bytes(gzip.compress(PROSE.encode())[:-9]), "failed", "damaged")
    yield Case("gz/trailing.txt.gz", _bytes(gzip.compress(PROSE.encode()) + b"x"), "failed", "gz")
    yield Case("docx/none.docx", _bytes(b""), "failed", "damaged DOCX")
    yield Case("docx/zip.docx", _members({"a.txt": b"a"}), "failed", "damaged DOCX")
    yield Case("docx/paragraphs.docx", _many_paragraphs, "failed", "paragraphs")
    # The entity is not resolved: the document comes out as it is, and nothing else is read.
    yield Case("docx/entity.docx", _docx(b"<w:p>&x;</w:p>", _ENTITY))
    yield Case("docx/deep.docx", _docx(b"<w:p>" * 2_000 + b"</w:p>" * 2_000), "failed", "damaged")
    yield Case("docx/good.docx", _docx(f"<w:p><w:r><w:t>{PROSE}</w:t></w:r></w:p>".encode()))
    yield Case("epub/good.epub", _book(_PAGE))
    yield Case("epub/twice.epub", _book(_PAGE, twice=True), "failed", "there twice")
    yield Case("epub/outside.epub", _book(_PAGE, href="../../../etc/passwd"), "failed", "damaged")
    yield Case("epub/members.epub", _many_members, "failed", "members")
    yield Case("epub/bomb.epub", _book_bomb, "failed", "bytes")
    yield Case("pdf/none.pdf", _bytes(b"%PDF-1.4"), "failed", "damaged PDF")
    yield Case("pdf/noise.pdf", _bytes(b"%PDF-1.7\n" + bytes(range(256)) * 40), "failed", "PDF")


def _files() -> Iterator[Case]:
    yield Case("files/pickle.bin", _bytes(pickle.dumps(Evil())), "skipped", "no known format")
    yield Case("files/device.txt", _fifo, "skipped", "not a file")
    yield Case("files/loop.txt", lambda p: p.symlink_to(p.name), "failed", "leads to itself")
    yield Case("files/gone.txt", lambda p: p.symlink_to("none.txt"), "failed", "No such file")
    yield Case("files/passwd.txt", lambda p: p.symlink_to("/etc/passwd"), "skipped", "link out")
    yield Case("files/folder", lambda p: p.symlink_to("."), "skipped", "link to a folder")
    yield Case("files/.seqlab", _forged, "skipped", "earlier run")
    yield Case("files/new\nline.txt", _text(PROSE))
    yield Case("files/" + "n" * 200 + ".txt", _text(PROSE))
    yield Case(os.fsdecode(b"files/\xff.txt"), _text(PROSE))
    yield Case("files/-rf.txt", _text(PROSE))
    yield Case("files/..%2f..txt", _text(PROSE))


class Evil:
    """What a pickle does when it is read; nothing here may read one."""

    def __reduce__(self) -> tuple[object, ...]:
        return os.system, ("touch /tmp/seqlab-ran-code",)


_ENTITY = b'<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>'


# What is large is made only when it is written.
def _gzip_bomb(path: Path) -> None:
    with gzip.open(path, "wb", compresslevel=1) as handle:
        for _ in range(300):
            handle.write(bytes(1_000_000))


def _book_bomb(path: Path) -> None:
    _book("<p>" + " " * 250_000_000)(path)


def _many_paragraphs(path: Path) -> None:
    _docx(b"<w:p/>" * 1_000_001)(path)


def _many_tags(path: Path) -> None:
    path.write_bytes(b"<b>" * 5_000_001)


def _long_line(path: Path) -> None:
    path.write_bytes(b"w " * 2_000_001)


def _fifo(path: Path) -> None:
    os.mkfifo(path)


def _forged(path: Path) -> None:
    path.mkdir()
    (path / "manifest.jsonl").write_text('{"document": "forged"}\n')


def _many_members(path: Path) -> None:
    _members({f"{number}": b"" for number in range(10_001)})(path)


def _members(content: dict[str, bytes], twice: str = "") -> Callable[[Path], object]:
    def make(path: Path) -> None:
        target = io.BytesIO()
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            for name, data in content.items():
                archive.writestr(name, data)
        raw = target.getvalue()
        if twice:
            # The same name in both places, without the warning that `zipfile` gives.
            raw = raw.replace(twice.replace("a", "b").encode(), twice.encode())
        path.write_bytes(raw)

    return make


def _book(page: str, href: str = "a.xhtml", twice: bool = False) -> Callable[[Path], object]:
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf"><manifest>'
        f'<item id="p" href="{href}" media-type="application/xhtml+xml"/></manifest>'
        '<spine><itemref idref="p"/></spine></package>'
    )
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="o.opf"/></rootfiles></container>'
    )
    content = {
        "mimetype": b"application/epub+zip",
        "META-INF/container.xml": container.encode(),
        "o.opf": package.encode(),
        "a.xhtml": page.encode(),
    }
    if twice:
        content["b.xhtml"] = page.encode()
    return _members(content, twice="a.xhtml" if twice else "")


def _docx(body: bytes, before: bytes = b"") -> Callable[[Path], object]:
    space = b"http://schemas.openxmlformats.org"
    document = (
        before
        + b'<w:document xmlns:w="%s/wordprocessingml/2006/main"><w:body>' % space
        + body
        + b"</w:body></w:document>"
    )
    main = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    types = (
        b'<Types xmlns="%s/package/2006/content-types">'
        % space
        + b'<Default Extension="rels" ContentType='
        b'"application/vnd.openxmlformats-package.relationships+xml"/>'
        b'<Override PartName="/word/document.xml" ContentType="%s"/></Types>' % main
    )
    relations = (
        b'<Relationships xmlns="%s/package/2006/relationships">' % space
        + b'<Relationship Id="r1" Type="%s/officeDocument/2006/relationships/officeDocument" '
        % space
        + b'Target="word/document.xml"/></Relationships>'
    )
    return _members(
        {"[Content_Types].xml": types, "_rels/.rels": relations, "word/document.xml": document}
    )


if __name__ == "__main__":
    print(f"{len(write_corpus(Path(sys.argv[1])))} files")
