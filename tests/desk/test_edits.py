"""Edits as data: written, read again, and any subset of them applied."""

from __future__ import annotations

import json
import random
from importlib import resources
from pathlib import Path

import jsonschema
import pytest

from seqlab.desk import (
    EditsFile,
    accepted_ids,
    applied_text,
    apply_to_document,
    checked_ids,
    edit_document,
    edits_of,
    read_edits,
    sentence_text,
    write_edits,
)
from seqlab.errors import DataError, UsageError
from seqlab.pipeline import Simplifier, Wish
from tests.desk.conftest import TEXT


def test_offsets_name_the_old_text(edits: EditsFile) -> None:
    found = 0
    for sentence in edits.sentences:
        paragraph = edits.paragraphs[sentence.paragraph]
        assert paragraph.text[sentence.start : sentence.end] == sentence.text
        assert TEXT[paragraph.start or 0 :].startswith(paragraph.text)
        for edit in sentence.edits:
            assert paragraph.text[edit.start : edit.end] == edit.old
            found += 1
    assert found > 10


def test_the_file_is_read_as_it_was_written(edits: EditsFile, tmp_path: Path) -> None:
    write_edits(tmp_path / "edits.json", edits)
    again = read_edits(tmp_path / "edits.json")
    assert again.to_json() == edits.to_json()
    schema = json.loads(resources.files("seqlab.desk").joinpath("edits.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(json.loads(json.dumps(again.to_json())))


def test_all_is_what_simplify_gives_and_none_is_the_source(
    simplifier: Simplifier, edits: EditsFile
) -> None:
    assert applied_text(edits, TEXT, accepted_ids(edits, "all")) == simplifier.simplify(TEXT, 0.8)
    assert applied_text(edits, TEXT, accepted_ids(edits, "none")) == TEXT
    assert applied_text(edits, TEXT, accepted_ids(edits, "marked")) != TEXT


def test_a_single_split_closes_and_opens_sentences(edits: EditsFile) -> None:
    sentence = next(one for one in edits.sentences if one.text.startswith("Born"))
    split = next(e for e in sentence.edits if e.kind == "participle" and e.state == "taken")
    text = sentence_text(sentence, {split.id})
    assert text.startswith("She was born in Vienna in 1906. She commenced her studies")
    assert text.endswith("relocating to London.")


def test_a_replacement_may_be_written_over(edits: EditsFile) -> None:
    values = edits.to_json()
    done = False
    for sentence in values["sentences"]:
        for edit in sentence["edits"]:
            own = edit["old"] == "enormous" and edit["operation"] == "replace"
            # Of several words for one, only one can be accepted.
            edit["accepted"] = own and not done
            edit["new"] = "tiny" if edit["accepted"] else edit["new"]
            done = done or own
    changed = edits_of(values)
    if not any(edit.accepted for edit in changed.edits()):
        pytest.skip("the model proposes nothing for 'enormous'")
    assert "attended a tiny meeting" in applied_text(changed, TEXT, accepted_ids(changed))


def test_least_probability(edits: EditsFile) -> None:
    some = accepted_ids(edits, "0.95")
    taken = accepted_ids(edits, "all")
    assert some < taken
    assert all(e.acceptable >= 0.95 for e in edits.edits() if e.id in some)


def test_what_cannot_be_accepted_is_said(edits: EditsFile) -> None:
    pair = next((e.id, e.conflicts_with[0]) for e in edits.edits() if e.conflicts_with)
    with pytest.raises(UsageError, match="cannot both be made"):
        checked_ids(edits, pair)
    refused = next(e.id for e in edits.edits() if e.state == "refused")
    with pytest.raises(UsageError, match="is refused"):
        checked_ids(edits, [refused])
    with pytest.raises(UsageError, match=r"no edit '99\.1'"):
        accepted_ids(edits, "99.1")
    with pytest.raises(UsageError, match="accept is all, none"):
        accepted_ids(edits, "some")


def test_every_random_subset_is_applied(edits: EditsFile) -> None:
    draw = random.Random(1)
    names = [e.id for e in edits.edits() if e.state != "refused"]
    for _ in range(200):
        text = applied_text(edits, TEXT, set(draw.sample(names, draw.randint(0, len(names)))))
        assert text.startswith("A report\n\n")
        assert text.endswith(".\n")
        assert "  " not in text
        assert " ." not in text


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda v: v.pop("format"), "no format"),
        (lambda v: v.update(version=2), "version 2"),
        (lambda v: v["sentences"][1].pop("text"), "sentence 2: no 'text'"),
        (lambda v: v["sentences"][1].update(start=7), "offsets"),
        (lambda v: v["sentences"][1].update(paragraph=70), "no paragraph 70"),
        (lambda v: v["sentences"][1]["edits"][0].update(operation="x"), "no operation 'x'"),
        (lambda v: v["sentences"][1]["edits"][0].update(good=3), "good is 3"),
        (lambda v: v["sentences"][1]["edits"][0].update(accepted="yes"), "true or false"),
        (lambda v: v["sentences"][1]["edits"][0].update(id="7.7"), "edit '7.7'"),
        (lambda v: v["sentences"][1]["edits"][0]["plan"].update(span=[0, 999]), "its plan"),
        (lambda v: v["sentences"][1]["edits"][0]["plan"].update(span=[-1, 1]), "its plan"),
        (lambda v: v["sentences"][1]["edits"][0].update(start="a"), "no offsets 'a'"),
        (lambda v: v["sentences"][1]["edits"][0].update(old="zzz"), "'zzz' does not stand at"),
        (lambda v: v["sentences"][1]["edits"][0].update(new="\ud800"), "'new' must be a text"),
        (lambda v: v["sentences"][1]["edits"][0].update(reason=None), "'reason' must be a text"),
        (lambda v: v["sentences"][1]["edits"][0].update(strength="x"), "'strength' must be"),
        (lambda v: v.update(explained=[{"term": "x"}]), "no 'explanation'"),
    ],
)
def test_files_that_are_no_edits_files(
    edits: EditsFile, tmp_path: Path, change: object, said: str
) -> None:
    values = json.loads(json.dumps(edits.to_json()))
    change(values)  # type: ignore[operator]
    path = tmp_path / "edits.json"
    path.write_text(json.dumps(values), encoding="utf-8")
    with pytest.raises(DataError, match=said):
        read_edits(path)


def test_not_json(tmp_path: Path) -> None:
    path = tmp_path / "edits.json"
    path.write_text('{"format":\n oh', encoding="utf-8")
    with pytest.raises(DataError, match="line 2: not JSON"):
        read_edits(path)


def test_a_document_that_has_changed(simplifier: Simplifier, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(TEXT, encoding="utf-8")
    found = edit_document(simplifier, path, Wish(0.8))
    names = accepted_ids(found, "all")
    assert apply_to_document(path, path, found, ()) == TEXT.encode()
    path.write_text(TEXT.replace("the mayor, who", "The mayor"), encoding="utf-8")
    path.write_text(TEXT.replace("expressed gratitude", "was glad"), encoding="utf-8")
    with pytest.raises(DataError, match=r"3 of 4 sentences still match, not 3; --partial"):
        apply_to_document(path, tmp_path / "edits.json", found, names)
    new = apply_to_document(path, tmp_path / "edits.json", found, names, partial=True).decode()
    assert "She was born in Vienna in 1906." in new
    assert "who had attended an enormous meeting, was glad." in new


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.md", "# Head\n\nThey commenced the *work* prior to the meeting with residents.\n"),
        ("a.html", "<h1>Head</h1><p>They commenced the <b>work</b> prior to the meeting.</p>"),
        ("a.csv", "id,text\n1,They commenced the work prior to the meeting.\n"),
        ("a.jsonl", '{"text": "They commenced the work prior to the meeting."}\n'),
        ("a.txt", "\ufeffThey commenced the work prior to the meeting.\r\n"),
    ],
)
def test_every_format(simplifier: Simplifier, tmp_path: Path, name: str, content: str) -> None:
    path = tmp_path / name
    path.write_bytes(content.encode())
    found = edit_document(simplifier, path, Wish())
    assert apply_to_document(path, path, found, ()) == content.encode()
    new = apply_to_document(path, path, found, accepted_ids(found, "all")).decode()
    assert "started" in new
    assert "before" in new
