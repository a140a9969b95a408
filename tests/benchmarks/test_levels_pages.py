"""Figures of trainings that are gone stay on the page; sizes are trained for as many steps."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.results.levels import COLUMNS, seed_lines, size_lines
from benchmarks.results.levels_kept import KEPT, Figures, keep, read_kept
from benchmarks.results.levels_train import first, passes
from seqlab.errors import DataError
from seqlab.tagger import LabelledSentence
from seqlab.training import ROOT


def test_what_is_measured_again_replaces_what_was_kept(tmp_path: Path) -> None:
    path = tmp_path / "kept.tsv"
    keep(["R", "D"], "size", {"2000": (0.2, 0.1), "1000": (0.12345, 0.1)}, path)
    keep(["R", "D"], "seed", {"1": (0.5, 0.4)}, path)
    sizes = keep(["R", "D"], "size", {"2000": (0.3, 0.2)}, path)
    assert {name: own.values for name, own in sizes.items()} == {
        "1000": (0.1235, 0.1),
        "2000": (0.3, 0.2),
    }
    assert [(row.kind, row.name) for row in read_kept(["R", "D"], path)] == [
        ("seed", "1"),
        ("size", "1000"),
        ("size", "2000"),
    ]
    with pytest.raises(DataError, match="other columns"):
        read_kept(["R"], path)


def test_the_table_that_ships_can_be_read() -> None:
    assert {row.name for row in read_kept(COLUMNS, ROOT / KEPT) if row.kind == "seed"} >= {"1", "2"}


def test_one_training_makes_neither_a_mean_nor_a_curve() -> None:
    one = {"1": Figures("seed", "1", "2026-01-01", (0.5,) * len(COLUMNS))}
    assert seed_lines(one) == []
    assert size_lines(one) == []


def test_a_small_set_lies_in_a_larger_one_and_gets_as_many_steps() -> None:
    sentences = [LabelledSentence(("a",), document=f"d{n}", id=str(n)) for n in range(20)]
    assert first(sentences, 5) == first(sentences, 10)[:5]
    assert first(sentences, 0) == sentences
    assert passes(1250, 1000, 16) == 20
    assert passes(1250, 20_000, 16) == 1
    assert passes(10, 20_000, 16) == 1
