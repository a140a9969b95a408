"""Links from a matrix of word scores and the order of the words: a chain in each direction.

Each source word is linked to a target word or to none; what the next word is linked to depends on
how far it jumps from there. This is the model of HMM aligners (Vogel et al. 1996) and of the chain
CRF of Lan et al. 2021, run in both directions, with scores that are given instead of trained. A
word's chance of a link then counts its own likeness and that of everything around it, which is what
tells the second "the" from the first, and a synonym between two kept words from an accident.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Jumps:
    """What it costs, in log units, to go on elsewhere than with the next word."""

    repeat: float = 1.0
    distance: float = 1.0
    most: float = 5.0

    def weights(self, size: int) -> Matrix:
        """Weight of going from position `row - 1` to `column`; row 0 is the start."""
        before = np.arange(-1, size)[:, None]
        after = np.arange(size)[None, :]
        jump = after - before
        cost = self.distance * np.log1p(np.abs(jump - 1))
        cost = np.where(jump == 0, self.repeat, cost)
        weights: Matrix = np.exp(-np.minimum(cost, self.most)).astype(np.float32)
        return weights


def link_chances(scores: Sequence[Matrix], jumps: Jumps, cells: int = 200_000) -> list[Matrix]:
    """For every matrix of log scores (0 is as good as no link), the chance of each link.

    The mean of both directions: a link that only one direction wants can still pass one half when
    that direction is sure of it, which is how two words come to be linked to one.
    """
    chances: list[Matrix] = [np.zeros(matrix.shape, np.float32) for matrix in scores]
    for batch in _batches(scores, cells):
        rows = max(scores[k].shape[0] for k in batch)
        columns = max(scores[k].shape[1] for k in batch)
        emission = np.zeros((len(batch), rows, columns), np.float32)
        for place, k in enumerate(batch):
            n, m = scores[k].shape
            emission[place, :n, :m] = np.exp(np.clip(scores[k], -30.0, 30.0))
        forward = _posteriors(emission, jumps)
        backward = _posteriors(emission.transpose(0, 2, 1), jumps).transpose(0, 2, 1)
        for place, k in enumerate(batch):
            n, m = scores[k].shape
            chances[k] = ((forward[place, :n, :m] + backward[place, :n, :m]) / 2).astype(np.float32)
    return chances


def _batches(scores: Sequence[Matrix], cells: int) -> Iterator[list[int]]:
    """Groups of matrices of like size, so that padding and memory stay small."""
    sized = [k for k in range(len(scores)) if scores[k].size]
    sized.sort(key=lambda k: scores[k].shape)
    batch: list[int] = []
    rows = columns = 0
    for k in sized:
        n, m = scores[k].shape
        rows, columns = max(rows, n), max(columns, m)
        if batch and (len(batch) + 1) * rows * columns > cells:
            yield batch
            batch, (rows, columns) = [], (n, m)
        batch.append(k)
    if batch:
        yield batch


def _posteriors(emission: Matrix, jumps: Jumps) -> Matrix:
    """Chance that row i goes to column j, by the forward-backward algorithm.

    A row may also go nowhere, at weight 1; the chain then remembers where it was. A padded row has
    emission 0 everywhere, so going nowhere is all it can do and it changes nothing.
    """
    batch, rows, columns = emission.shape
    weights = jumps.weights(columns)
    start, move = weights[0], weights[1:]
    # Column 0 is the place before the first word, which only words linked nowhere can be at.
    forward = np.zeros((rows + 1, batch, columns + 1), np.float32)
    forward[0, :, 0] = 1.0
    full = np.vstack([start[None, :], move])
    for i in range(rows):
        arrived = (forward[i] @ full) * emission[:, i, :]
        state = forward[i].copy()
        state[:, 1:] += arrived
        forward[i + 1] = state / state.sum(axis=1, keepdims=True)
    posterior = np.zeros((batch, rows, columns), np.float32)
    backward = np.ones((batch, columns + 1), np.float32)
    for i in reversed(range(rows)):
        leaving = emission[:, i, :] * backward[:, 1:]
        through = (forward[i] @ full) * leaving
        nowhere = (forward[i] * backward).sum(axis=1, keepdims=True)
        posterior[:, i, :] = through / (through.sum(axis=1, keepdims=True) + nowhere)
        backward = backward + leaving @ full.T
        backward /= backward.max(axis=1, keepdims=True)
    return posterior
