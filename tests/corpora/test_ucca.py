"""UCCA XML: words and units as published, and one line about everything that is no passage."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest

from corpora import ReadOptions, open_corpus, parse_passage, read_ucca
from seqlab.errors import DataError

WORD = '<node ID="0.{n}" type="{kind}"><attributes paragraph="1" text="{text}"/></node>'
EDGE = '<edge toID="{to}" type="{tag}"><attributes{more}/><category tag="{tag}"/></edge>'


def edge(to: str, tag: str, remote: bool = False) -> str:
    return EDGE.format(to=to, tag=tag, more=' remote="True"' if remote else "")


def unit(name: str, *edges: str, implicit: bool = False) -> str:
    more = ' implicit="True"' if implicit else ""
    return f'<node ID="{name}" type="FN"><attributes{more}/>{"".join(edges)}</node>'


def passage(tokens: str, *units: str, name: str = "7") -> bytes:
    words = "".join(
        WORD.format(n=number, kind="Punctuation" if token in ".," else "Word", text=token)
        for number, token in enumerate(tokens.split(), start=1)
    )
    text = f'<root passageID="{name}"><layer layerID="0">{words}</layer>'
    return f'{text}<layer layerID="1">{"".join(units)}</layer></root>'.encode()


# He slept and she ran : two scenes and a linker.
SLEPT = passage(
    "He slept and she ran .",
    unit("1.1", edge("1.2", "H"), edge("1.3", "L"), edge("1.4", "H"), edge("1.9", "U")),
    unit("1.2", edge("1.5", "A"), edge("1.6", "P")),
    unit("1.3", edge("0.3", "Terminal")),
    unit("1.4", edge("1.7", "A"), edge("1.8", "P"), edge("1.5", "A", remote=True)),
    unit("1.5", edge("0.1", "Terminal")),
    unit("1.6", edge("0.2", "Terminal")),
    unit("1.7", edge("0.4", "Terminal")),
    unit("1.8", edge("0.5", "Terminal")),
    unit("1.9", edge("0.6", "Terminal")),
)


def test_words_units_and_remote_edges() -> None:
    found = parse_passage(SLEPT, "seven.xml")
    assert (found.id, found.root) == ("7", "1.1")
    assert found.tokens == ("He", "slept", "and", "she", "ran", ".")
    assert found.punctuation == (False,) * 5 + (True,)
    assert found.units["1.5"].words == (0,)
    assert [edge.remote for edge in found.units["1.4"].edges] == [False, False, True]


def test_a_folder_a_file_and_an_archive_are_the_same_corpus(tmp_path: Path) -> None:
    folder = tmp_path / "xml"
    folder.mkdir()
    (folder / "7.xml").write_bytes(SLEPT)
    (folder / "8.xml").write_bytes(SLEPT.replace(b'passageID="7"', b'passageID="8"'))
    with tarfile.open(tmp_path / "wiki.tar.xz", "w:xz") as archive:
        archive.add(folder, "wiki/xml")
    (tmp_path / "wiki.test.txt").write_text("8\n")
    assert [one.id for one in read_ucca(folder)] == ["7", "8"]
    assert [one.id for one in read_ucca(folder / "7.xml")] == ["7"]
    assert [one.id for one in read_ucca(tmp_path / "wiki.tar.xz")] == ["7", "8"]
    assert [one.id for one in read_ucca(tmp_path / "wiki.tar.xz", "test")] == ["8"]


def test_it_is_a_format_of_the_corpora(tmp_path: Path) -> None:
    (tmp_path / "7.xml").write_bytes(SLEPT)
    corpus = open_corpus(tmp_path, options=ReadOptions())
    assert corpus.format == "ucca"
    [document] = corpus.documents()
    assert document.versions["ucca"].paragraphs == ("He slept and she ran .",)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"<root", "not XML"),
        (b"<root><layer layerID='0'/></root>", "needs layers 0 and 1"),
        (b"<!DOCTYPE x [<!ENTITY a 'b'>]><root/>", "document type"),
        (passage("He", unit("1.1", edge("1.7", "H"))), "an edge of 1.1 leads nowhere (got '1.7')"),
        (
            passage("He", unit("1.1", edge("1.2", "H")), unit("1.2", edge("1.1", "H"))),
            "form a circle",
        ),
        (
            passage(
                "He",
                unit("1.1", edge("1.2", "H"), edge("1.3", "H")),
                unit("1.2", edge("1.4", "A")),
                unit("1.3", edge("1.4", "A")),
                unit("1.4", edge("0.1", "Terminal")),
            ),
            "two primary parents (got '1.4')",
        ),
        (
            passage(
                "He",
                unit("1.1", edge("0.1", "Terminal")),
                unit("1.2", edge("1.3", "H")),
                unit("1.3", edge("1.2", "H")),
            ),
            "units form a circle",
        ),
    ],
)
def test_what_is_no_passage_is_said_in_a_line(content: bytes, reason: str) -> None:
    with pytest.raises(DataError) as caught:
        parse_passage(content, "bad.xml")
    message = str(caught.value)
    assert message.startswith("bad.xml: ")
    assert reason in message
    assert "\n" not in message


def test_a_missing_list_of_a_split_is_named(tmp_path: Path) -> None:
    (tmp_path / "7.xml").write_bytes(SLEPT)
    with pytest.raises(DataError, match="no list of the passages of valid"):
        list(read_ucca(tmp_path / "7.xml", "valid"))


def test_an_archive_that_is_none(tmp_path: Path) -> None:
    path = tmp_path / "wiki.tar.xz"
    path.write_bytes(b"nothing")
    with pytest.raises(DataError, match="not an archive"):
        list(read_ucca(path))
