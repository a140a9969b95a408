"""Retrofitting: vectors drawn towards those of their synonyms (Faruqui et al. 2015)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


def retrofit(
    vectors: Vectors,
    edges: Iterable[tuple[int, int, float]],
    iterations: int = 10,
    self_weight: float = 1.0,
) -> Vectors:
    """New vectors near both their old places and their neighbours' new ones.

    Each iteration is equation 4 of the paper with alpha = `self_weight` and beta = the edge's
    weight over the weights of all edges of the word: a word's synonyms together weigh one.
    Words without an edge stay where they are. Edges are taken in both directions.
    """
    from scipy.sparse import coo_matrix, diags

    rows, columns, weights = [], [], []
    for first, second, weight in edges:
        rows += [first, second]
        columns += [second, first]
        weights += [weight, weight]
    size = len(vectors)
    graph = coo_matrix((weights, (rows, columns)), shape=(size, size)).tocsr()
    degree = np.asarray(graph.sum(axis=1)).ravel()
    linked = degree > 0
    graph = diags(1.0 / np.where(linked, degree, 1.0)) @ graph
    new = vectors.astype(np.float64)
    for _ in range(iterations):
        drawn = (self_weight * vectors + graph @ new) / (self_weight + 1.0)
        new = np.where(linked[:, None], drawn, vectors)
    return new.astype(np.float32)
