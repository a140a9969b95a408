"""The baselines learn from pairs, and write whole sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from seqlab.annotation import LabelledPair
from seqlab.commands.peer import _chosen
from seqlab.errors import UsageError
from seqlab.peers import TaskSource
from seqlab.peers.lookup import (
    phrase_table,
    read_table,
    simplified,
    write_table,
)
from seqlab.peers.transformer import (
    TransformerOptions,
    train_transformer,
    translate,
)

PAIR = LabelledPair(
    source_tokens=("She", "will", "commence", "at", "once", "."),
    target_tokens=("She", "will", "start", "."),
    links=((0, 0), (1, 1), (2, 2), (5, 3)),
    source_labels=("C", "C", "R", "D", "D", "C"),
    target_labels=("C", "C", "C", "C"),
)


def test_a_phrase_becomes_what_it_mostly_became(tmp_path: Path) -> None:
    table = phrase_table([PAIR, PAIR])
    assert table == {("commence",): "start", ("at",): "", ("once",): ""}
    assert phrase_table([PAIR], least=2) == {}
    write_table(tmp_path, table)
    assert read_table(tmp_path) == table
    assert simplified("They commence work at once.", table) == "They start work."


def test_what_was_mostly_kept_is_kept() -> None:
    kept = LabelledPair(("commence",), ("commence",), ((0, 0),), ("C",), ("C",))
    assert ("commence",) not in phrase_table([PAIR, PAIR, kept, kept, kept])


def test_the_transformer_learns_and_copies_words_it_does_not_know(tmp_path: Path) -> None:
    names = [f"n{number}" for number in range(100)]
    pairs = [(["big", name, "."], [name, "."]) for name in names] * 2
    options = TransformerOptions(
        size=32, layers=1, heads=2, dropout=0.0, vocabulary=2, epochs=16, learning_rate=5e-3
    )
    train_transformer(pairs, pairs[:20], tmp_path, options, seed=1)
    assert not (tmp_path / "checkpoints").exists()
    # No name is in a vocabulary of two words.
    assert translate(tmp_path, ["big n7.", "big zebra."]) == ["n7.", "zebra."]


def test_only_some_tasks_are_trained_and_in_their_order() -> None:
    tasks = {"simplify": [TaskSource("a")], "split": [TaskSource("b")]}
    assert _chosen(tasks, ()) == tasks
    assert list(_chosen(tasks, ("split",))) == ["split"]
    with pytest.raises(UsageError, match="did you mean split"):
        _chosen(tasks, ("splitt",))
