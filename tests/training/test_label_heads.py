"""The level as a feature of words, and training of chosen heads only."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from seqlab.annotation import LabelledPair
from seqlab.errors import UsageError
from seqlab.tagger import LabelledSentence, ModelOptions, read_sentences, write_sentences
from seqlab.training import LabelSettings, TrainSettings, label_sentences
from seqlab.training.config import to_plain
from seqlab.training.stages import PARTS, Work
from seqlab.training.stages.sentences import run

PAIR = LabelledPair(
    source_tokens=("They", "commenced", "."),
    target_tokens=("They", "began", "."),
    source_labels=("C", "R", "C"),
    target_labels=("C", "R", "C"),
    links=((0, 0), (1, 1), (2, 2)),
    levels=("source", "plain"),
)


def test_the_level_can_be_a_feature_of_every_word() -> None:
    pairs = [PAIR, replace(PAIR, levels=("source", "easy"))]
    both = list(label_sentences(pairs, LabelSettings(levels="feature")))
    assert [set(sentence.labels) for sentence in both] == [{"operation", "split"}] * 2
    assert [sentence.features["level"][0] for sentence in both] == ["plain", "easy"]
    (plain,) = label_sentences([PAIR], LabelSettings(levels="none"))
    assert "level" not in plain.features


def test_a_level_that_is_a_feature_must_be_read_as_one() -> None:
    with pytest.raises(UsageError, match=r"labels\.levels: feature and model\.features: \[level\]"):
        TrainSettings(labels=LabelSettings(levels="feature"))
    TrainSettings(labels=LabelSettings(levels="feature"), model=ModelOptions(features=("level",)))


def test_only_the_heads_that_are_named_are_learned(tmp_path: Path) -> None:
    given, out = tmp_path / "given", tmp_path / "out"
    both = LabelledSentence(("a", "b"), {"x": ("C", "D"), "y": ("-", "S")}, document="1")
    other = LabelledSentence(("c",), {"y": ("-",)}, document="2")
    for part in PARTS:
        write_sentences(given / f"{part}.jsonl", [both, other])
    settings = {
        "labels": to_plain(LabelSettings(heads=("x",))),
        "weights": {"source.0": 1.0},
        "corpus": {"source_links": 0.0, "target_links": 0.0},
    }
    run(Work({"source.0": given}, settings, 0, out))
    (kept,) = read_sentences(out / "train.jsonl")
    assert kept.labels == {"x": ("C", "D")}
