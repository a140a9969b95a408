"""A teacher's probabilities become soft labels of new sentences."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from seqlab.errors import UsageError
from seqlab.files import read_jsonl
from seqlab.training import (
    LabelSettings,
    TeacherSettings,
    TrainSettings,
    do_nodes,
    sentences_node,
    teacher_labels,
    text_sentences,
)


class Teacher:
    """Answers like a tagger, without a model."""

    def __init__(self) -> None:
        self.labels = {"x": ("C", "D", "R")}

    def predict_proba(self, sentences, heads=None, states=False):
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


def test_a_teacher_is_a_part_of_the_chain(tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    words = ["The committee approved the law in May.", "They commenced work and left the town."]
    text.write_text("\n".join(words * 3))
    settings = TrainSettings(
        data=("sample",),
        labels=LabelSettings(level="plain"),
        teacher=TeacherSettings("default", str(text), 2),
    )
    node = sentences_node(settings)
    taught = node.inputs["taught"]
    done = do_nodes([taught], tmp_path / "cache")[taught.id]
    labelled = [row for _, row in read_jsonl(done.folder / "train.jsonl")]
    assert len(labelled) == 2
    assert "plain.operation" in labelled[0]["soft"]
    assert not any(head.endswith(".substitution") for head in labelled[0]["labels"])
    assert list(read_jsonl(done.folder / "valid.jsonl")) == []


def test_a_teacher_needs_text() -> None:
    with pytest.raises(UsageError, match=r"teacher\.model and teacher\.text belong together"):
        TeacherSettings("default")
    with pytest.raises(UsageError, match=r"teacher\.sentences must be 1 or more"):
        TeacherSettings(sentences=0)
