"""Bad documents are refused in one line that says why; odd ones come through unharmed."""

from __future__ import annotations

import gzip
import json
import tempfile
import time
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from papers import EASY, HARD, book_file, pdf_file, quick, rewrite, word_file

from seqlab.documents.formats import open_document
from seqlab.editing import SourceSentence
from seqlab.errors import DataError, DataWarning


def damaged(make: Callable[[Path], None], path: Path) -> None:
    """The first half of a document and then zeros."""
    make(path)
    raw = path.read_bytes()
    path.write_bytes(raw[: len(raw) // 2] + bytes(len(raw) // 2))


def without_member(path: Path, missing: str) -> None:
    book_file(path)
    with zipfile.ZipFile(path) as archive:
        kept = {name: archive.read(name) for name in archive.namelist() if name != missing}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in kept.items():
            archive.writestr(name, content)


BAD: dict[str, tuple[Callable[[Path], object], str]] = {
    "unmarked.txt": (
        lambda p: p.write_bytes("They utilize towers.\n".encode("utf-16-le")),
        "UTF-16 or not text: full of NUL bytes",
    ),
    "broken.txt": (
        lambda p: p.write_bytes(b"One.\nCaf\xe9 two.\n"),
        "line 2: not UTF-8: byte 0xe9",
    ),
    "broken.md": (lambda p: p.write_bytes(b"One.\nCaf\xe9 two.\n"), "line 2: not UTF-8"),
    "broken.html": (lambda p: p.write_bytes(b"<p>Caf\xe9"), "not UTF-8"),
    "lying.html": (
        lambda p: p.write_bytes(b"<meta charset=ascii><p>Caf\xe9"),
        "not ascii, which it says it is",
    ),
    "long.txt": (
        lambda p: p.write_bytes(b"word " * 10_000_000),
        "line longer than 4,000,000 bytes",
    ),
    "long.jsonl": (
        lambda p: p.write_text(json.dumps({"text": "word " * 1_000_000})),
        "line longer than",
    ),
    "broken.jsonl": (
        lambda p: p.write_text('{"text": "a"}\n{"text": '),
        "line 2: not a JSON object",
    ),
    "list.jsonl": (lambda p: p.write_text("[1]\n"), "not a JSON object"),
    "fields.jsonl": (lambda p: p.write_text('{"body": "a"}\n'), "no record has a text in 'text'"),
    "columns.csv": (lambda p: p.write_text("a,b\n1,2\n"), "no column 'text' (got 'a, b')"),
    "open.csv": (lambda p: p.write_text('text\n"one\ntwo\n'), "a quotation mark is never closed"),
    "after.csv": (
        lambda p: p.write_text('text\n"one"two\n'),
        "text after a closing quotation mark",
    ),
    "cut.txt.gz": (
        lambda p: p.write_bytes(gzip.compress(HARD.encode() * 99)[:60]),
        "damaged archive",
    ),
    "cut.docx": (lambda p: damaged(word_file, p), "damaged DOCX"),
    "none.docx": (lambda p: p.write_bytes(b""), "damaged DOCX"),
    "other.docx": (lambda p: book_file(p), "damaged DOCX"),
    "cut.epub": (lambda p: damaged(book_file, p), "damaged EPUB"),
    "none.epub": (lambda p: without_member(p, "META-INF/container.xml"), "damaged EPUB"),
    "page.epub": (lambda p: without_member(p, "OEBPS/text/a b.xhtml"), "damaged EPUB"),
    "cut.pdf": (lambda p: p.write_bytes(b"%PDF-1.4\nnothing"), "damaged PDF"),
    "empty.pdf": (lambda p: pdf_file(p, []), "contains no text"),
    "missing.txt": (lambda p: None, "no such file"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_document_fails_with_a_reason(name: str, tmp_path: Path) -> None:
    make, reason = BAD[name]
    path = tmp_path / name
    make(path)
    if not path.exists():
        with pytest.raises(DataError, match=reason):
            list(open_document(path).pieces())
        return
    before = path.read_bytes()
    record, _ = rewrite(path)
    assert record.state == "failed"
    assert reason in record.error
    assert "\n" not in record.error
    assert path.read_bytes() == before
    assert [left for left in (tmp_path / "out").rglob("*") if left.is_file()] == []


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.html", "a.jsonl", "a.csv", "a.txt.gz"])
def test_an_empty_document_comes_out_empty(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress(b"") if name.endswith(".gz") else b"")
    record, output = rewrite(path)
    assert (record.error, output) == ("", path.read_bytes())


@pytest.mark.parametrize(
    "sign", ["(", "[", "‘", " '", "`", "<!--", "*", "A. ", '"', "\\", "&", "<"]
)
def test_a_long_row_of_signs_takes_no_time(sign: str, tmp_path: Path) -> None:
    for name in ("a.txt", "a.md", "a.html"):
        path = tmp_path / name
        path.write_text(f"They say {sign * 5_000} here.")
        started = time.process_time()
        assert rewrite(path)[0].error == ""
        assert time.process_time() - started < 10


def test_a_model_that_fails_on_a_sentence_leaves_it_and_names_it(tmp_path: Path) -> None:
    class PanicException(BaseException):
        """As Rust's bindings have it."""

    for failure in (RuntimeError, AttributeError, PanicException):

        def fails(
            sentences: Sequence[SourceSentence], failure: type[BaseException] = failure
        ) -> list[str]:
            if any("Stop" in one.text for one in sentences):
                raise failure("no")
            return quick(sentences)

        path = tmp_path / "a.txt"
        path.write_text(f"{HARD} Stop here now.")
        with pytest.warns(DataWarning, match="Stop here now"):
            record, output = rewrite(path, simplify=fails)
        assert (record.error, output.decode()) == ("", f"{EASY} Stop here now.")


def docx_of(path: Path, body: bytes) -> None:
    """A DOCX whose body is the given XML."""
    word_file(path)
    with zipfile.ZipFile(path) as archive:
        kept = {name: archive.read(name) for name in archive.namelist()}
    before, _, after = kept["word/document.xml"].partition(b"<w:body>")
    kept["word/document.xml"] = before + b"<w:body>" + body + after
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in kept.items():
            archive.writestr(name, content)


def test_archives_with_too_much_in_them_are_refused_before_they_are_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import docx

    docx_of(tmp_path / "paragraphs.docx", b"<w:p/>" * 1_000_001)
    docx_of(tmp_path / "tags.docx", b"<w:p>" + b"<w:r/>" * 5_000_000 + b"</w:p>")
    with zipfile.ZipFile(tmp_path / "members.epub", "w") as archive:
        for number in range(10_001):
            archive.writestr(f"{number}", b"")
    book_file(tmp_path / "twice.epub")
    with (
        pytest.warns(UserWarning, match="Duplicate"),
        zipfile.ZipFile(tmp_path / "twice.epub", "a") as archive,
    ):
        archive.writestr("OEBPS/text/a b.xhtml", "<p>They utilize another page.</p>")
    (tmp_path / "tags.html").write_bytes(b"<b>" * 5_000_001)
    monkeypatch.setattr(docx, "Document", None)  # whoever parses it fails
    for name, reason in (
        ("paragraphs.docx", "more than 1,000,000 paragraphs"),
        ("tags.docx", "more than 5,000,000 tags"),
        ("members.epub", "more than 10,000 members"),
        ("twice.epub", "a member is there twice"),
        ("tags.html", "more than 5,000,000 tags"),
    ):
        assert reason in rewrite(tmp_path / name)[0].error


def test_a_reference_to_nothing_stays_as_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_text("<p>They utilize &e; and &amp; and &nosuch; the elegant tower.</p>")
    assert rewrite(path)[1] == b"<p>They use &e; and &amp; and &nosuch; the tower.</p>"


MARKUP = st.text(
    st.sampled_from("ab.,;\"'<>/&=!-[]()*_`#|\\\n\r\t {}:~^1é\u200b\ufeff\x85"), max_size=120
)


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.html", "a.csv", "a.jsonl"])
@settings(max_examples=150, deadline=None)
@given(text=MARKUP)
def test_any_text_comes_through_or_is_refused(name: str, text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        if name == "a.jsonl":
            text = json.dumps({"x": 1, "text": text}, ensure_ascii="é" in text)
        elif name == "a.csv":
            text = f"text,b\n{text}"
        path.write_bytes(text.encode())
        try:
            pieces = list(open_document(path).pieces())
        except DataError:
            return
        read = [piece if isinstance(piece, str) else piece.raw for piece in pieces]
        assert "".join(read).encode() == path.read_bytes()
