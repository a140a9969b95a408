"""What an editor's verdicts teach the judge."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from seqlab.editing import Feedback, Judged, Verdict, fit_feedback
from seqlab.errors import DataError


def reviews(count: int, seed: int) -> tuple[list[Judged], list[Verdict], list[str]]:
    """An editor who refuses every deletion and one word, and else thinks as the judge does."""
    draw = random.Random(seed)
    edits, verdicts, letters = [], [], []
    for _ in range(count):
        operation = draw.choice(["replace", "delete"])
        old = draw.choice(["commence", "purchase", "assist", "require"])
        chance = draw.uniform(0.2, 0.95)
        edits.append(Judged(operation, old, "" if operation == "delete" else f"{old}-x"))
        verdicts.append(Verdict(chance * 0.9, chance))
        refused = operation == "delete" or old == "assist" or draw.random() > chance
        letters.append("m" if refused else "y")
    return edits, verdicts, letters


def test_what_is_refused_becomes_unlikely(tmp_path: Path) -> None:
    found = fit_feedback(*reviews(200, 1))
    even = [Verdict(0.5, 0.6)] * 3
    edits = [
        Judged("replace", "purchase", "purchase-x"),
        Judged("delete", "purchase", ""),
        Judged("replace", "assist", "assist-x"),
    ]
    fine, deleted, word = (one.acceptable for one in found.corrected(edits, even))
    assert deleted < 0.2 < fine
    assert word < fine
    found.save(tmp_path)
    again = Feedback.load(tmp_path)
    assert again is not None
    assert again.corrected(edits, even) == found.corrected(edits, even)


def test_an_editor_who_agrees_changes_little() -> None:
    draw = random.Random(3)
    verdicts = [Verdict(c, c) for c in (draw.uniform(0.05, 0.95) for _ in range(300))]
    edits = [Judged("replace", f"w{n}", f"v{n}") for n in range(300)]
    letters = ["y" if draw.random() < one.good else "m" for one in verdicts]
    others = [Judged("replace", f"x{n}", f"y{n}") for n in range(300)]
    corrected = fit_feedback(edits, verdicts, letters).corrected(others, verdicts)
    distance = sum(abs(a.good - b.good) for a, b in zip(corrected, verdicts, strict=True)) / 300
    assert distance < 0.06


def test_one_verdict_counts_little_and_many_much() -> None:
    sure = Verdict(0.97, 0.99)
    word, other = Judged("replace", "commenced", "started"), Judged("replace", "made", "built")
    chances = []
    for count in (1, 5, 30):
        found = fit_feedback([word] * count, [sure] * count, ["m"] * count)
        own, beside = (one.acceptable for one in found.corrected([word, other], [sure] * 2))
        chances.append(own)
        assert own < beside
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > 0.5 > 0.2 > chances[2]
    # In another form it is the same word.
    form = Judged("replace", "commencing", "starting")
    assert found.corrected([form], [sure]) == found.corrected([word], [sure])


def test_a_damaged_file(tmp_path: Path) -> None:
    (tmp_path / "feedback.json").write_text('{"weights": {"good": [1]}}', encoding="utf-8")
    with pytest.raises(DataError, match="not feedback"):
        Feedback.load(tmp_path)
