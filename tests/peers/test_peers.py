"""The baselines learn from pairs, and write whole sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from seqlab.annotation import LabelledPair
from seqlab.commands.peer import _chosen, _lines
from seqlab.errors import DataError, UsageError
from seqlab.files import write_hashes
from seqlab.peers import MulTSSOptions, TaskSource, load_peer
from seqlab.peers.lookup import (
    phrase_table,
    read_table,
    simplified,
    write_table,
)
from seqlab.peers.paraphrase.options import TuningOptions
from seqlab.peers.systems import begin
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


def test_a_training_begun_with_other_options_is_not_taken_up(tmp_path: Path) -> None:
    begin(tmp_path, {"options": MulTSSOptions(steps=3), "seed": 1})
    begin(tmp_path, {"options": MulTSSOptions(steps=3), "seed": 1})
    with pytest.raises(UsageError, match="begun with other options"):
        begin(tmp_path, {"options": MulTSSOptions(steps=4), "seed": 1})


@pytest.mark.parametrize("text", ["", "[]", '{"peer": '])
def test_a_damaged_configuration_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "config.json").write_text('{"peer": "multss"}')
    write_hashes(tmp_path, ["config.json"])
    (tmp_path / "config.json").write_text(text)
    with pytest.raises(DataError, match="altered: does not match SHA256SUMS"):
        load_peer(tmp_path)


def test_options_that_lead_nowhere_are_refused() -> None:
    with pytest.raises(UsageError, match="batch_size must be at least 1"):
        MulTSSOptions(batch_size=0)
    with pytest.raises(UsageError, match="nbest must be at least 1"):
        TuningOptions(nbest=0)


@pytest.mark.parametrize(
    ("text", "lines"), [("", []), ("a\r\nb\r\n", ["a", "b"]), ("a\u2028b\nc", ["a\u2028b", "c"])]
)
def test_lines_end_where_files_end_them(tmp_path: Path, text: str, lines: list[str]) -> None:
    (tmp_path / "in.txt").write_bytes(text.encode())
    assert _lines(str(tmp_path / "in.txt")) == lines
