"""A teacher's probabilities become soft labels of new sentences."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from seqlab.errors import UsageError
from seqlab.training import teacher_labels, text_sentences


class Teacher:
    """Answers like a tagger, without a model."""

    def __init__(self) -> None:
        self.labels = {"x": ("C", "D", "R")}

    def predict_proba(self, sentences, heads=None):
        for tokens in sentences:
            row = [0.7, 0.295, 0.005]
            yield {"x": np.array([row] * len(tokens))}


def test_soft_labels_leave_out_next_to_nothing() -> None:
    (sentence,) = teacher_labels(Teacher(), [("a", "b")])  # type: ignore[arg-type]
    assert sentence.labels == {"x": ("C", "C")}
    assert sentence.soft["x"][0] == {"C": 0.7, "D": 0.295}


def test_a_head_the_teacher_lacks_is_named() -> None:
    with pytest.raises(UsageError, match="no head 'y'; known: x"):
        list(teacher_labels(Teacher(), [("a",)], ["y"]))  # type: ignore[arg-type]


def test_sentences_of_a_text_come_once_and_of_fitting_length(tmp_path: Path) -> None:
    long = "Owls hunt at night and see well in the dark."
    (tmp_path / "t.txt").write_text(f"{long} Yes.\n{long}\nMice sleep all day in the old barn.\n")
    found = text_sentences(tmp_path / "t.txt", most=10)
    assert sorted(tokens[0] for tokens in found) == ["Mice", "Owls"]
    assert len(text_sentences(tmp_path / "t.txt", most=1)) == 1
