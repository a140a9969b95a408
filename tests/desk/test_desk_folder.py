"""A folder at the desk: every document as it would be alone, on every engine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from seqlab.cli import main
from seqlab.desk import (
    DeskOptions,
    HouseStyle,
    accepted_ids,
    edit_in_style,
    load_desk,
    open_manuscript,
    read_edits,
    written_document,
)
from seqlab.documents import Engine, Summary, simplify_folder
from seqlab.pipeline import Simplifier, Wish
from seqlab.terms import Entry, keep_entries
from tests.desk.letters import write_letter

SENTENCE = "The tenant must notify the landlord prior to the inspection of the premises."
STYLE = HouseStyle((Entry("landlord", "owner"),), explain="bracket")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    (folder / "sub").mkdir(parents=True)
    write_letter(folder / "letter.docx")
    (folder / "sub" / "a.md").write_text(f"# Head\n\n{SENTENCE}\n", encoding="utf-8")
    (folder / "b.csv").write_text(f"text\n{SENTENCE}\n", encoding="utf-8")
    (folder / "bad.docx").write_bytes(b"nothing")
    return folder


def run(
    source: Path, out: Path, options: DeskOptions, engine: Engine = "local", workers: int = 0
) -> Summary:
    return simplify_folder(
        source, out, options, engine=engine, workers=workers, load_work=load_desk
    )


def alone(simplifier: Simplifier, path: Path) -> bytes:
    manuscript = open_manuscript(path, DeskOptions().protect)
    found = edit_in_style(simplifier, manuscript, Wish(), STYLE)
    return written_document(manuscript, found, accepted_ids(found, "all"))


@pytest.mark.parametrize(
    ("engine", "workers"),
    [("local", 0), ("local", 1), pytest.param("ray", 1, marks=pytest.mark.slow)],
)
def test_each_document_is_written_as_if_alone(
    simplifier: Simplifier, source: Path, tmp_path: Path, engine: Engine, workers: int
) -> None:
    if engine == "ray":
        pytest.importorskip("ray")
    options = DeskOptions(style=STYLE, edits=str(tmp_path / "edits"))
    summary = run(source, tmp_path / "out", options, engine, workers)
    assert (summary.done, summary.failed) == (3, 1)
    for name in ("letter.docx", "sub/a.md", "b.csv"):
        assert (tmp_path / "out" / name).read_bytes() == alone(simplifier, source / name)
        assert read_edits(tmp_path / "edits" / f"{name}.edits.json").document["name"]
    assert b"owner" in (tmp_path / "out" / "b.csv").read_bytes()
    again = run(source, tmp_path / "out", options, engine, workers)
    assert (again.earlier, again.failed) == (3, 1)


def test_another_glossary_makes_the_documents_again(source: Path, tmp_path: Path) -> None:
    run(source, tmp_path / "out", DeskOptions(style=STYLE))
    style = HouseStyle((Entry("landlord", "keeper"),))
    assert run(source, tmp_path / "out", DeskOptions(style=style)).earlier == 0
    assert b"keeper" in (tmp_path / "out" / "b.csv").read_bytes()
    terms = keep_entries(["landlord", "notify"])
    assert run(source, tmp_path / "out", DeskOptions(terms=terms)).earlier == 0
    assert b"notify the landlord" in (tmp_path / "out" / "b.csv").read_bytes()


def test_tracked_changes_of_a_folder(source: Path, tmp_path: Path) -> None:
    summary = run(source, tmp_path / "out", DeskOptions(tracked=True))
    assert [name for name, _ in summary.failures] == ["b.csv", "bad.docx"]
    assert "cannot show changes" in summary.failures[0][1]
    assert "{--" in (tmp_path / "out" / "sub" / "a.md").read_text(encoding="utf-8")
    assert (tmp_path / "out" / "letter.docx.edits.json").is_file()


def test_the_command(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep = tmp_path / "keep.txt"
    keep.write_text("landlord\nnotify\n", encoding="utf-8")
    options = ["--output", str(tmp_path / "out"), "--workers", "0", "--keep", str(keep)]
    assert main(["simplify", str(source), *options]) == 1
    assert b"notify the landlord" in (tmp_path / "out" / "b.csv").read_bytes()
    summary = str(tmp_path / "summaries")
    assert main(["simplify", str(source), *options, "--summary", summary]) == 1
    values = json.loads((tmp_path / "summaries" / "b.csv.summary.json").read_text())
    assert values["sentences"] == 1
    capsys.readouterr()
    assert main(["simplify", str(source), *options, "--edits", str(keep)]) == 2
    assert "is a file; with --output name a folder" in capsys.readouterr().err
