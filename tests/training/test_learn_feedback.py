"""`train - OUT --start default --feedback FILE`: the judge of a copy learns from an editor."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from seqlab.errors import DataError, UsageError
from seqlab.pipeline import Simplifier
from seqlab.training import copy_start, learn_feedback, read_feedback

SOURCE = "They commenced the work prior to the meeting."


def rows(count: int, verdict: str = "m") -> list[dict[str, object]]:
    old = {"start": 5, "end": 14, "old": "commenced", "new": "started", "operation": "replace"}
    return [{"source": SOURCE, **old, "verdict": verdict} for _ in range(count)]


def write(path: Path, found: list[dict[str, object]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in found), encoding="utf-8")
    return path


def test_the_judge_of_the_copy_has_learned(tmp_path: Path) -> None:
    feedback = write(tmp_path / "f.jsonl", rows(30))
    copy_start("default", tmp_path / "mine")
    assert learn_feedback(tmp_path / "mine", feedback) == 30
    before, after = Simplifier.load(), Simplifier.load(tmp_path / "mine")
    assert "started" in before.simplify(SOURCE)
    assert "commenced" in after.simplify(SOURCE)
    one, two = (each.judge_edits(rows(1))[0] for each in (before, after))
    assert two.acceptable < one.acceptable


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"verdict": "x"}, r"line 1: no verdict \(got 'x'\)"),
        ({"operation": "x"}, "no operation"),
        ({"end": 900}, "offsets outside"),
    ],
)
def test_rows_that_are_wrong(tmp_path: Path, change: dict[str, object], said: str) -> None:
    feedback = write(tmp_path / "f.jsonl", [{**row, **change} for row in rows(30)])
    with pytest.raises(DataError, match=said):
        read_feedback(feedback)


def test_too_few(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="3 verdicts, too few"):
        read_feedback(write(tmp_path / "f.jsonl", rows(3)))
    with pytest.raises(UsageError, match="--start default"):
        copy_start("", tmp_path / "mine")
