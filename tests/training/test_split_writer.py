"""Scripts are read off labelled sentences; what goes together is learned together."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest

from seqlab.editing.fitting import SplitWriter
from seqlab.errors import DataError
from seqlab.training.split_writer import SplitOptions, WrittenSplit, fit_split_writer, scripts_of

TAGS = ("NN", "VB", ",")


def toy(seed: int, count: int) -> list[WrittenSplit]:
    """Before the cut a comma is dropped; after a first word in one state it is "he", else "it".

    With "he" the word at the cut is made a past tense, with "it" a present tense.
    """
    chance = random.Random(seed)
    made = []
    for _ in range(count):
        length = chance.randint(5, 9)
        cut = chance.randint(3, length - 1)
        states = np.zeros((length, 4), dtype=np.float16)
        states[:, 0] = 1
        person = chance.random() < 0.5
        states[0, 1] = person
        states[cut - 1, 2] = 1
        label, form = ("i:. he", "w:VBD") if person else ("i:. it", "w:VBZ")
        steps = ((cut - 1, "w:X"), (cut, label), (cut, form))
        made.append(WrittenSplit(states, ["NN"] * length, cut, steps))
    return made


@pytest.fixture(scope="module")
def writer() -> SplitWriter:
    return fit_split_writer(toy(1, 400), SplitOptions(epochs=10, batch_size=8, dropout=0.0))


def test_what_belongs_together_is_written_together(writer: SplitWriter) -> None:
    held = toy(2, 60)
    right = 0
    for one in held:
        scripts = writer.scripts(one.states.astype(np.float32), one.tags, [one.cut])[0]
        right += scripts[0].steps == one.steps
        # Whatever else is proposed: no script mixes the two ways at a high probability.
        mixed = [s for s in scripts if {"i:. he", "w:VBZ"} <= {step for _, step in s.steps}]
        assert all(script.probability < 0.2 for script in mixed)
    assert right >= 54


def test_probabilities_are_of_one_world(writer: SplitWriter) -> None:
    one = toy(3, 1)[0]
    states = one.states.astype(np.float32)
    for scripts in writer.scripts(states, one.tags, [3, one.cut]):
        chances = [script.probability for script in scripts]
        assert chances == sorted(chances, reverse=True)
        assert sum(chances) <= 1.0 + 1e-5
        for script in scripts:
            assert [place for place, _ in script.steps] == sorted(p for p, _ in script.steps)
    alone = writer.scripts(states, one.tags, [one.cut])[0]
    beside = writer.scripts(states, one.tags, [3, one.cut])[1]
    assert [script.steps for script in alone] == [script.steps for script in beside]
    assert writer.scripts(states, one.tags, []) == []


def test_it_is_kept_in_8_bits_and_reads_the_same(writer: SplitWriter, tmp_path: Path) -> None:
    writer.save(tmp_path)
    again = SplitWriter.load(tmp_path)
    assert again is not None
    assert SplitWriter.load(tmp_path / "nothing") is None
    for one in toy(4, 20):
        states = one.states.astype(np.float32)
        first, second = (w.scripts(states, one.tags, [one.cut])[0][0] for w in (writer, again))
        assert first.steps == second.steps
        assert second.probability == pytest.approx(first.probability, abs=0.05)


def test_a_damaged_writer_is_one_line(writer: SplitWriter, tmp_path: Path) -> None:
    writer.save(tmp_path)
    config = json.loads((tmp_path / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps({**config, "format": "other/9"}))
    with pytest.raises(DataError, match="this version reads"):
        SplitWriter.load(tmp_path)
    (tmp_path / "config.json").write_text(json.dumps(config))
    (tmp_path / "weights.safetensors").write_bytes(b"no weights")
    with pytest.raises(DataError, match="no split writer"):
        SplitWriter.load(tmp_path)


def test_the_same_seed_gives_the_same_writer() -> None:
    first, second = (fit_split_writer(toy(1, 40), SplitOptions(epochs=1), 3) for _ in range(2))
    assert all(np.array_equal(first.weights[name], second.weights[name]) for name in first.weights)


def test_nothing_to_learn_from_is_said() -> None:
    with pytest.raises(DataError, match="no cut with a script"):
        fit_split_writer([])


def test_scripts_are_cut_from_labels() -> None:
    # Ann , who is a doctor , left and went home .
    insert = ["-"] * 12
    word = ["K"] * 12
    word[1] = word[2] = word[6] = word[8] = "X"
    insert[7] = ". she"
    insert[9] = ". she"
    found = scripts_of(insert, word)
    assert found[0] == (7, ((1, "w:X"), (2, "w:X"), (6, "w:X"), (7, "i:. she")))
    assert found[1] == (9, ((8, "w:X"), (9, "i:. she")))


@pytest.mark.parametrize("label", [".?", "+?"])
def test_what_labels_do_not_say_teaches_nothing(label: str) -> None:
    insert, word = ["-", "-", "-", ". it", "-"], ["K"] * 5
    place = 3 if label == ".?" else 4
    insert[place] = label
    assert scripts_of(insert, word) == []


def test_a_moved_clause_is_no_script() -> None:
    assert scripts_of(["-", ". it", "-"], ["K", "M", "M"]) == []
