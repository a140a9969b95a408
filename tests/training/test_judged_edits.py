"""Judged and written edits as rows, and sentences with what their judge wrote."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from seqlab.editing.fitting import fold_of
from seqlab.errors import DataError
from seqlab.training.edits import read_edited, read_more_edits, read_taken
from seqlab.training.stages.marked import FOLDS, split_sentences, word_sentences

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
    for name in ("apart", "empty"):
        (tmp_path / name).mkdir()
    rows = read_taken(_file(tmp_path, together))
    assert rows == read_taken(_file(tmp_path / "apart", *apart))
    # A folder stands for all its files.
    both = read_taken(str(tmp_path))
    assert [len(own) for own in both] == [1, 1, 1]
    (tmp_path / "more.jsonl").write_text((tmp_path / "edits.jsonl").read_text(), encoding="utf-8")
    assert [len(own) for own in read_taken(str(tmp_path))] == [2, 2, 2]
    with pytest.raises(DataError, match=r"no \.jsonl file in it"):
        read_taken(str(tmp_path / "empty"))
    words, easy, splits = rows
    assert [row["new"] for row in words] == ["soon"]
    assert [row["operation"] for row in easy] == ["delete"]
    assert splits[0]["after"] == "It rained . And we left early ."


def test_a_reader_left_apart_learns_from_all_documents_but_its_part(tmp_path: Path) -> None:
    place = {"level": "plain", "operation": "replace", "source": "It rained .", "verdict": "y"}
    edit = {**place, "document": "d", "start": 3, "end": 9, "new": "poured"}
    edits = _file(tmp_path, {**edit, "part": "train"}, {**edit, "document": "v", "part": "valid"})
    texts = [f"They commenced work {number} and it rained ." for number in range(20)]
    (tmp_path / "wanted").mkdir()
    wanted = _file(
        tmp_path / "wanted",
        *(
            {
                "document": f"w-{number}", "source": text, "edits": [[5, 14, "started", "y"]],
                "easy": [[15, 19, "", "m"]], "splits": [[[[3, 4, ". And"]], "y"]],
            }
            for number, text in enumerate(texts)
        ),
    )  # fmt: skip
    empty = dict.fromkeys(("more", "easy", "splits"), "")
    judge = {"edits": edits, "wanted": wanted, "reader": 1, **empty}

    def documents(left_out: int | None) -> Counter[str]:
        return Counter(one.document for one in word_sentences(judge, left_out))

    whole, apart = documents(None), [documents(fold) for fold in range(FOLDS)]
    # A row of words and one of the easy level, each twice; what was not wanted once.
    assert whole == {"d": 1, **{f"w-{number}": 4 for number in range(20)}}
    for fold, own in enumerate(apart):
        left = {document for document in whole if fold_of(document, FOLDS) == fold} - {"d"}
        assert left
        assert own == {name: count for name, count in whole.items() if name not in left}
    assert Counter(one.document for one in split_sentences(judge)) == {
        f"w-{number}": 2 for number in range(20)
    }
