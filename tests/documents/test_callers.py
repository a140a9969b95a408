"""One path: Python, command line, documents, workers and Ray write the same text."""

from __future__ import annotations

import csv
import html
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from seqlab import Simplifier
from seqlab.cli import main
from seqlab.documents import Engine, simplify_folder
from seqlab.text import Document

# Quotations over several sentences, citations, addresses, lists, headings, odd spaces; each means
# the same as plain text and as Markdown.
TEXTS = (
    'The minister said: "We commenced the works prior to the deadline. Subsequently we terminated '
    'the contract." She then departed.',
    "“I purchased numerous houses,” he said. “I have no intention of relocating. It is futile.” He "
    "resides in Leeds, which is situated in Yorkshire.",
    "The method was subsequently utilised by numerous groups (Smith & Jones, 2004; Lee et al., "
    "2011, p. 12), and it requires additional equipment [3, 7].",
    "Please submit the form to the Department of Works, 12 High Street, Leeds LS1 4AP, prior to 3 "
    "May. For assistance, write to help@example.org or visit https://www.example.org/a?id=4 now.",
    "You must provide the following:\n\n- proof of identity, which was issued prior to 2020\n- two "
    "photographs\n\nWe will endeavour to process the application within approximately ten days.",
    "Annual report\n\nThe committee, which was established in 1998, approved the legislation. It "
    "terminated the previous contract.\n\nAdditional information can be obtained from the office.",
    "Mr. Brown, the previous director, resigned on 4 Jan. 2019 at 5 p.m. He had commenced "
    "employment in the U.S. in 1998.",
    "Following a review of your claim, it has been established that you were overpaid.\n\n\nYou "
    "are required to notify us immediately.  If you require assistance, do contact us.\n",
    "Numerous individuals participated in the demonstration 😀, which commenced at noon — and "
    "they subsequently departed.",
    "Born in Vienna in 1906, she commenced her studies at the age of seventeen and obtained a "
    "degree in chemistry prior to relocating to London.",
)


@pytest.fixture(scope="module")
def simplifier() -> Simplifier:
    return Simplifier.load()


@pytest.fixture(scope="module")
def expected(simplifier: Simplifier) -> list[str]:
    outputs = [simplifier.simplify(text) for text in TEXTS]
    changed = sum(output != text for output, text in zip(outputs, TEXTS, strict=True))
    assert changed >= 6, "texts that nobody changes tell nothing"
    return outputs


@pytest.fixture
def loaded(simplifier: Simplifier, monkeypatch: pytest.MonkeyPatch) -> None:
    """Callers of this process share the model that is loaded already."""
    monkeypatch.setattr(Simplifier, "load", lambda *_, **__: simplifier)


def test_explain_and_batches_of_sentences(simplifier: Simplifier, expected: list[str]) -> None:
    for text, output in zip(TEXTS, expected, strict=True):
        document = Document.parse(text)
        told = [one.output for one in simplifier.explain(text)]
        spaces = [sentence.tokens[-1].space for sentence in document.sentences]
        pieces = (piece for pair in zip(told, spaces, strict=True) for piece in pair)
        assert document.leading + "".join(pieces) == output


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize("way", ["text", "file", "standard input"])
def test_the_command_line(
    way: str,
    expected: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for text, output in zip(TEXTS, expected, strict=True):
        given = text
        if way == "file":
            given = str(tmp_path / "text.txt")
            Path(given).write_text(text, encoding="utf-8")
        elif way == "standard input":
            given = "-"
            raw = io.TextIOWrapper(io.BytesIO(text.encode()))
            monkeypatch.setattr("sys.stdin", raw)
        assert main(["simplify", given]) == 0
        # On a screen a text ends with a line end, as a file does.
        assert capsys.readouterr().out == output.removesuffix("\n") + "\n"


def _page(text: str) -> str:
    """The text as HTML; a heading and a list are told by their tags there."""
    parts = []
    for block in text.split("\n\n"):
        lines = block.strip("\n").split("\n")
        if lines[0].startswith("- "):
            items = (f"<li>{html.escape(line[2:], quote=False)}</li>" for line in lines)
            parts.append(f"<ul>{''.join(items)}</ul>")
        else:
            tag = "h2" if block == "Annual report" else "p"
            parts.append(f"<{tag}>{html.escape(block, quote=False)}</{tag}>")
    return "<!DOCTYPE html><title>t</title>" + "".join(parts)


def _table(delimiter: str) -> Callable[[str], str]:
    """A table with one row; a cell in quotation marks keeps them."""

    def written(text: str) -> str:
        out = io.StringIO()
        quoted = csv.QUOTE_ALL
        writer = csv.writer(out, delimiter=delimiter, lineterminator="\n", quoting=quoted)
        writer.writerows([["n", "text"], ["1", text]])
        return out.getvalue()

    return written


FORMATS: dict[str, Callable[[str], str]] = {
    "txt": str,
    "md": str,
    "html": _page,
    "jsonl": lambda text: json.dumps({"text": text}, ensure_ascii=False) + "\n",
    "csv": _table(","),
    "tsv": _table("\t"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Every text in every format."""
    source = tmp_path / "in"
    source.mkdir()
    for number, text in enumerate(TEXTS):
        for suffix, write in FORMATS.items():
            (source / f"{number}.{suffix}").write_bytes(write(text).encode())
    return source


def _differences(folder: Path, expected: list[str]) -> Iterator[tuple[str, str, str]]:
    for number, output in enumerate(expected):
        for suffix, write in FORMATS.items():
            name = f"{number}.{suffix}"
            found = (folder / name).read_bytes().decode()
            if found != write(output):
                yield name, found, write(output)


@pytest.mark.usefixtures("loaded")
def test_documents_of_every_format(folder: Path, expected: list[str], tmp_path: Path) -> None:
    pytest.importorskip("markdown_it", reason="needs seqlab[documents]")
    summary = simplify_folder(folder, tmp_path / "out", workers=0)
    assert (summary.done, summary.failed) == (len(TEXTS) * len(FORMATS), 0)
    assert list(_differences(tmp_path / "out", expected)) == []


@pytest.mark.parametrize(
    ("engine", "workers"), [("local", 2), pytest.param("ray", 2, marks=pytest.mark.slow)]
)
def test_workers_and_ray(
    engine: Engine, workers: int, folder: Path, expected: list[str], tmp_path: Path
) -> None:
    pytest.importorskip("markdown_it", reason="needs seqlab[documents]")
    if engine == "ray":
        pytest.importorskip("ray", reason="needs seqlab[ray]")
    summary = simplify_folder(folder, tmp_path / "out", engine=engine, workers=workers)
    assert (summary.done, summary.failed) == (len(TEXTS) * len(FORMATS), 0)
    assert list(_differences(tmp_path / "out", expected)) == []
