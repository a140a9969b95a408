"""Judged and written edits as rows, and sentences with what their judge wrote."""

from __future__ import annotations

import json
from pathlib import Path

from seqlab.training.edits import read_edited, read_more_edits, read_taken

SOURCE = "The parties endeavoured to reach a prompt agreement prior to Monday ."
ROW = {
    "document": "letter-1",
    "source": SOURCE,
    # endeavoured => tried, prompt => (deleted), agreement => deal
    "edits": [[12, 23, "tried", "y"], [35, 41, "", "s"], [42, 51, "deal", "y"]],
    # prompt agreement => quick deal, prior to => before
    "written": [[35, 51, "quick deal"], [52, 60, "before"]],
}


def _file(folder: Path, *rows: dict[str, object]) -> str:
    path = folder / "edits.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def test_what_a_judge_wrote_is_good_and_says_that_it_was_written(tmp_path: Path) -> None:
    rows = read_more_edits(_file(tmp_path, ROW))
    assert [(SOURCE[r["start"] : r["end"]], r["verdict"], r["written"]) for r in rows] == [
        ("endeavoured", "y", False),
        ("prompt", "s", False),
        ("agreement", "y", False),
        ("prompt agreement", "y", True),
        ("prior to", "y", True),
    ]
    assert rows[1]["operation"] == "delete"


def test_a_rewriting_has_what_was_written_and_the_good_edits_that_go_with_it(
    tmp_path: Path,
) -> None:
    unwritten = {key: value for key, value in ROW.items() if key != "written"}
    assert read_edited(_file(tmp_path, ROW, unwritten)) == [
        ("letter-1", SOURCE, "The parties tried to reach a quick deal before Monday ."),
    ]


def test_what_is_deleted_takes_its_space_along(tmp_path: Path) -> None:
    row = {**ROW, "edits": [], "written": [[35, 41, ""]]}
    ((_, _, text),) = read_edited(_file(tmp_path, row))
    assert text == SOURCE.replace("prompt ", "")


def test_edits_that_were_made_may_stand_in_one_row_or_in_rows_of_their_own(tmp_path: Path) -> None:
    place = {"document": "letter-2", "source": "It rained , and we left early ."}
    together = {
        **place,
        "edits": [[24, 29, "soon", "s"]],
        "easy": [[24, 29, "", "y"]],
        "splits": [[[[2, 4, ". And"]], "y"]],
    }
    apart = [
        {**place, "edits": together["edits"]},
        {**place, "edits": together["easy"], "level": "easy"},
        {**place, "regions": [[2, 4, ". And"]], "verdict": "y"},
    ]
    (tmp_path / "apart").mkdir()
    rows = read_taken(_file(tmp_path, together))
    assert rows == read_taken(_file(tmp_path / "apart", *apart))
    words, easy, splits = rows
    assert [row["new"] for row in words] == ["soon"]
    assert [row["operation"] for row in easy] == ["delete"]
    assert splits[0]["after"] == "It rained . And we left early ."
