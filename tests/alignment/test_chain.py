"""The chain model behind `light` and `best`, against sums over every path."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from seqlab.alignment.chain import Jumps, Matrix, link_chances


def chances_by_enumeration(scores: Matrix, jumps: Jumps) -> Matrix:
    """One direction: the share of the total weight of all paths that goes through each link."""
    rows, columns = scores.shape
    weights = jumps.weights(columns)
    total, through = 0.0, np.zeros(scores.shape)
    for path in itertools.product(range(-1, columns), repeat=rows):
        weight, place = 1.0, -1
        for row, column in enumerate(path):
            if column >= 0:
                weight *= float(weights[place + 1, column]) * float(np.exp(scores[row, column]))
                place = column
        total += weight
        for row, column in enumerate(path):
            if column >= 0:
                through[row, column] += weight
    return (through / total).astype(np.float32)


def test_chances_are_what_summing_over_all_paths_gives() -> None:
    random = np.random.default_rng(3)
    jumps = Jumps(repeat=0.7, distance=1.2, most=2.0)
    shapes = [(3, 4), (4, 2), (1, 1), (2, 5)]
    scores = [random.normal(size=shape).astype(np.float32) for shape in shapes]
    # All in one padded batch: padding must not change a chance.
    for matrix, found in zip(scores, link_chances(scores, jumps), strict=True):
        expected = (
            chances_by_enumeration(matrix, jumps) + chances_by_enumeration(matrix.T, jumps).T
        ) / 2
        assert found == pytest.approx(expected, abs=1e-5)


def test_empty_matrices_and_hopeless_scores_stay_finite() -> None:
    empty, hopeless = link_chances(
        [np.zeros((0, 3), np.float32), np.full((2, 2), -1e9, np.float32)], Jumps()
    )
    assert empty.shape == (0, 3)
    assert np.all(hopeless < 1e-6)


def test_long_chains_do_not_underflow() -> None:
    scores = np.full((300, 300), -5.0, np.float32)
    np.fill_diagonal(scores, 8.0)
    (chances,) = link_chances([scores], Jumps())
    assert np.all(np.diag(chances) > 0.9)
