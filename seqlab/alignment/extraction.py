"""From a similarity matrix to links: the three methods of SimAlign (Sabet et al. 2020)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]
Chosen = NDArray[np.bool_]

# How much of its similarity a cell keeps in itermax's later rounds if one side is linked already.
ITERMAX_DISCOUNT = 0.9


def argmax(similarity: Matrix) -> Chosen:
    """Cells that are the best of their row and of their column."""
    rows, columns = similarity.shape
    chosen = np.zeros((rows, columns), bool)
    best_of_row = similarity.argmax(axis=1)
    best_of_column = similarity.argmax(axis=0)
    mutual = best_of_column[best_of_row] == np.arange(rows)
    chosen[np.flatnonzero(mutual), best_of_row[mutual]] = True
    return chosen


def itermax(similarity: Matrix, rounds: int = 2) -> Chosen:
    """Argmax, then argmax again among what is left, where one side may be linked already."""
    chosen = argmax(similarity)
    if min(similarity.shape) <= 2:
        return chosen
    for _ in range(rounds - 1):
        open_rows = np.logical_not(np.atleast_2d(chosen.any(axis=1)).T)
        open_columns = np.logical_not(np.atleast_2d(chosen.any(axis=0)))
        if not (open_rows.any() and open_columns.any()):
            break
        # Both sides open: full weight; one side open: discounted; none: out.
        weight = np.minimum(ITERMAX_DISCOUNT * (open_rows.astype(float) + open_columns), 1.0)
        new = argmax((similarity * weight).astype(similarity.dtype)) & (open_rows | open_columns)
        if not (new & ~chosen).any():
            break
        chosen = chosen | new
    return chosen


def match(similarity: Matrix) -> Chosen:
    """The one-to-one links of greatest total similarity, as many as there can be."""
    from scipy.optimize import linear_sum_assignment

    chosen = np.zeros(similarity.shape, bool)
    chosen[linear_sum_assignment(similarity, maximize=True)] = True
    return chosen


METHODS: dict[str, Callable[[Matrix], Chosen]] = {
    "argmax": argmax,
    "itermax": itermax,
    "match": match,
}


def distorted(similarity: Matrix, distortion: float) -> Matrix:
    """Similarity less a penalty for being at another relative position."""
    rows, columns = similarity.shape
    if not distortion or rows < 2 or columns < 2:
        return similarity
    apart = np.arange(columns)[None, :] / (columns - 1) - np.arange(rows)[:, None] / (rows - 1)
    less: Matrix = (similarity * (1.0 - distortion * apart**2)).astype(similarity.dtype)
    return less
