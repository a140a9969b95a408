"""Trees, reader and labels joined: who is believed, and that each kind of edit has its weights."""

from __future__ import annotations

import numpy as np

from seqlab.editing.judge import Case
from seqlab.editing.judge.fitting import fit_blend
from seqlab.editing.judge.judge import KINDS, OUTPUTS, Blend, blend_factors, kind_of

REPLACE = Case(0, 0, 1, ("a",), "replace")
SPLIT = Case(0, 0, 1, (), "split", ("A", "."), (0.9, 0.8, 0.7))


def read(good: float) -> list[float]:
    return [good, 0.0, 1 - good, 0.0]


def test_the_blend_believes_whoever_was_right() -> None:
    chance = np.random.default_rng(1)
    right = chance.random(600) < 0.5
    first = chance.uniform(0.2, 0.8, (600, 2))  # the trees guess
    read_by = np.array([read(0.9 if yes else 0.1) for yes in right])
    cases = [REPLACE] * 600
    factors = blend_factors(first, read_by, cases)
    blend = fit_blend(factors, ["replace"] * 600, ["y" if yes else "g" for yes in right])
    assert set(blend.weights) == {f"{output}/{kind}" for output in OUTPUTS for kind in KINDS}
    low, high = blend(np.full((2, 2), 0.5), np.array([read(0.1), read(0.9)]), cases[:2], "plain")
    assert low[1] < 0.2
    assert high[1] > 0.8
    # What the trees say hardly moves it.
    moved = blend(np.array([[0.2, 0.2], [0.8, 0.8]]), np.array([read(0.5)] * 2), cases[:2], "plain")
    assert abs(moved[0, 1] - moved[1, 1]) < 0.15


def test_labels_speak_only_of_splits_that_they_propose() -> None:
    rows = blend_factors(np.full((2, 2), 0.5), np.array([read(0.5)] * 2), [REPLACE, SPLIT])
    assert rows[0, 1] == 0
    assert np.allclose(rows[0, 2:], 0)
    assert rows[1, 1] == 1
    assert rows[1, -3:].tolist() == sorted(rows[1, -3:], reverse=True)


def test_deletions_at_the_easy_level_are_weighed_apart() -> None:
    delete = Case(0, 0, 1, (), "delete")
    assert kind_of(delete, "plain") == "delete"
    assert kind_of(delete, "easy") == "easy.delete"
    assert kind_of(SPLIT, "easy") == "split"
    weights = {f"{output}/{kind}": (0.0,) * 9 for output in OUTPUTS for kind in KINDS}
    weights["acceptable/easy.delete"] = (3.0, *(0.0,) * 8)
    blend = Blend(weights)
    half, sure = np.full((1, 2), 0.5), np.array([read(0.5)])
    assert blend(half, sure, [delete], "easy")[0, 1] > blend(half, sure, [delete], "plain")[0, 1]
