"""Tracked changes: accepting all gives the simplified document, rejecting all the original."""

from __future__ import annotations

from pathlib import Path

import pytest

from seqlab.desk import (
    HouseStyle,
    Style,
    accepted_ids,
    append_feedback,
    apply_to_document,
    edit_document,
    edit_in_style,
    feedback_rows,
    open_manuscript,
    review_document,
    written_document,
)
from seqlab.desk.tracked import resolve_critic, resolve_docx, resolved
from seqlab.documents import Prose, open_document
from seqlab.errors import DataError, UsageError
from seqlab.pipeline import Simplifier, Wish
from seqlab.text import ProtectedContent
from tests.desk.letters import write_letter

PROTECT = ProtectedContent(lists=False)
MARKDOWN = (
    "# Head\n\nThey **commenced** the [old work](x) prior to the *meeting*, which was "
    "exceptionally long.\n"
)


def texts(path: Path) -> list[str]:
    pieces = open_document(path, PROTECT).pieces()
    return [piece.text for piece in pieces if isinstance(piece, Prose)]


def test_revisions_of_word(simplifier: Simplifier, tmp_path: Path) -> None:
    path = tmp_path / "letter.docx"
    write_letter(path)
    found = edit_document(simplifier, path, Wish(0.95, protect=PROTECT))
    names = accepted_ids(found, "all")
    plain, tracked = tmp_path / "plain.docx", tmp_path / "tracked.docx"
    plain.write_bytes(apply_to_document(path, path, found, names))
    tracked.write_bytes(apply_to_document(path, path, found, names, tracked=True))
    assert texts(plain) != texts(path)
    for accept, wanted in ((True, texts(plain)), (False, texts(path))):
        copy = tmp_path / "copy.docx"
        copy.write_bytes(resolved(tracked, accept))
        assert texts(copy) == wanted
    # What somebody else inserted is still open.
    import zipfile

    body = zipfile.ZipFile(copy).read("word/document.xml").decode()
    assert 'w:author="Ann"' in body
    assert 'w:author="SeqLab"' not in body
    comments = zipfile.ZipFile(tracked).read("word/comments.xml").decode()
    assert "easier words" in comments


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.md", MARKDOWN),
        ("a.txt", "They commenced the work prior to the meeting, which was very long.\n"),
        (
            "a.html",
            "<body><p>They <b>commenced</b> the work <i>prior</i> to the meeting, which was "
            "exceptionally long.</p></body>",
        ),
    ],
)
def test_marks_in_texts(simplifier: Simplifier, tmp_path: Path, name: str, content: str) -> None:
    path, tracked = tmp_path / name, tmp_path / f"tracked.{name}"
    path.write_text(content, encoding="utf-8")
    found = edit_document(simplifier, path, Wish(0.95))
    names = accepted_ids(found, "all")
    tracked.write_bytes(apply_to_document(path, path, found, names, tracked=True))
    assert resolved(tracked, accept=True) == apply_to_document(path, path, found, names)
    assert resolved(tracked, accept=False).decode() == content


def test_a_format_that_shows_no_changes(simplifier: Simplifier, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("text\nThey commenced the work prior to the meeting.\n", encoding="utf-8")
    found = edit_document(simplifier, path, Wish())
    with pytest.raises(UsageError, match="cannot show changes; --edits"):
        apply_to_document(path, path, found, accepted_ids(found, "all"), tracked=True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a\nb {++c", r"line 2: CriticMarkup \{\+\+ is not closed; close it with"),
        ("a {--b++} c", r"\{-- of line 1 is closed by \+\+\}"),
        ("a {++b {--c--}++}", r"\{\+\+ of line 1 is not closed"),
    ],
)
def test_unbalanced_marks(text: str, said: str) -> None:
    with pytest.raises(DataError, match=said):
        resolve_critic("a.md", text, accept=True)


def test_what_the_editor_did_is_read_back(simplifier: Simplifier, tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(MARKDOWN, encoding="utf-8")
    found = edit_document(simplifier, path, Wish(0.95))
    names = accepted_ids(found, "all")
    tracked = apply_to_document(path, path, found, names, tracked=True).decode()
    assert "{--commenced--}{++started++}" in tracked
    assert "{--prior to--}{++before++}" in tracked
    reviewed = tmp_path / "reviewed.md"
    # Accepted, refused, and the rest still open.
    new = tracked.replace("{--commenced--}{++started++}", "started")
    new = new.replace("{--prior to--}{++before++}", "prior to")
    reviewed.write_text(new, encoding="utf-8")
    outcomes = review_document(reviewed, found, path)
    verdicts = {one.edit.old: one.verdict for one in outcomes}
    assert verdicts["commenced"] == "y"
    assert verdicts["prior to"] == "m"
    assert "" in verdicts.values()
    rows = feedback_rows(found, outcomes)
    assert [row["verdict"] for row in rows] == ["y", "m"]
    assert all(row["source"][row["start"] : row["end"]] == row["old"] for row in rows)
    feedback = tmp_path / "feedback.jsonl"
    assert append_feedback(feedback, rows) == 2
    assert append_feedback(feedback, rows) == 2
    # Written over.
    new = tracked.replace("{--commenced--}{++started++}", "launched")
    reviewed.write_text(resolve_critic("a", new, accept=True), encoding="utf-8")
    verdicts = {one.edit.old: one.verdict for one in review_document(reviewed, found, path)}
    assert verdicts["commenced"] == "s"
    assert verdicts["prior to"] == "y"


@pytest.mark.parametrize("name", ["letter.docx", "a.md", "a.html", "a.txt"])
@pytest.mark.parametrize("style", ["bracket", "footnote", "list"])
def test_explained_documents_are_read_back(
    simplifier: Simplifier, tmp_path: Path, name: str, style: Style
) -> None:
    path, tracked = tmp_path / name, tmp_path / f"tracked.{name}"
    sentence = "The tenant must notify the landlord prior to the inspection."
    if name == "letter.docx":
        write_letter(path)
    else:
        path.write_text(
            f"<p>{sentence}</p>" if "html" in name else f"{sentence}\n", encoding="utf-8"
        )
    manuscript = open_manuscript(path, PROTECT)
    wish = simplifier.checked(Wish(0.95, protect=PROTECT))
    found = edit_in_style(simplifier, manuscript, wish, HouseStyle(topics=False, explain=style))
    assert found.explained
    names = accepted_ids(found, "all")
    tracked.write_bytes(written_document(manuscript, found, names, tracked=True))
    assert {one.verdict for one in review_document(tracked, found, path)} == {""}
    for accept, verdict in ((True, "y"), (False, "m")):
        copy = tmp_path / f"copy.{name}"
        copy.write_bytes(resolved(tracked, accept))
        outcomes = review_document(copy, found, path)
        assert {one.verdict for one in outcomes} == {verdict}
        # What explains a word says nothing of the judge.
        assert all(row["kind"] != "explanation" for row in feedback_rows(found, outcomes))


def test_another_number_of_paragraphs(simplifier: Simplifier, tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(MARKDOWN, encoding="utf-8")
    found = edit_document(simplifier, path, Wish(0.95))
    path.write_text(MARKDOWN + "\nOne more sentence stands here now.\n", encoding="utf-8")
    with pytest.raises(DataError, match="2 paragraphs, its edits were made of 1"):
        review_document(path, found, path)


def test_resolving_leaves_other_files_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.docx"
    write_letter(path)
    copy = tmp_path / "copy.docx"
    copy.write_bytes(resolve_docx(path.read_bytes(), accept=False))
    assert texts(copy) == texts(path)
