"""The seven features of Kajiwara and Fujita (2017, section 2), after word alignments.

`x` are the vectors of the original's words, `y` those of the output's, all of length one.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from seqlab.level import Vectors, WordKnowledge

SCALARS = ("AES", "AAS", "MAS(original, simple)", "MAS(simple, original)", "HAS", "WMD", "PAS")


def alignment_features(
    original: list[str], output: list[str], words: WordKnowledge
) -> tuple[dict[str, float], NDArray[np.float32]]:
    """The scalar features by name, and DWE, which is a vector.

    Where one side has no words nothing aligns: similarities are 0 and WMD is its largest value.
    """
    x, y = words.vectors(original), words.vectors(output)
    if not len(x) or not len(y):
        empty = dict.fromkeys(SCALARS, 0.0)
        return {**empty, "WMD": 2.0}, np.zeros(x.shape[1], dtype=np.float32)
    cosines = x @ y.T
    values = (
        _cosine(x.sum(axis=0), y.sum(axis=0)),
        float(cosines.mean()),
        float(cosines.max(axis=1).mean()),
        float(cosines.max(axis=0).mean()),
        hungarian_similarity(cosines),
        word_movers_distance(original, output, words),
        paraphrase_similarity(original, output, words),
    )
    return dict(zip(SCALARS, values, strict=True)), x.mean(axis=0) - y.mean(axis=0)


def hungarian_similarity(cosines: NDArray[np.float32]) -> float:
    """The mean cosine of the best one-to-one alignment (section 2.4)."""
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(cosines, maximize=True)
    return float(cosines[rows, columns].mean())


def word_movers_distance(original: list[str], output: list[str], words: WordKnowledge) -> float:
    """The least distance that the words of one text travel to become the other (section 2.5)."""
    from scipy.optimize import linprog
    from scipy.sparse import coo_array

    before, after = Counter(original), Counter(output)
    x, y = words.vectors(list(before)), words.vectors(list(after))
    distances = np.sqrt(np.maximum(2 - 2 * (x @ y.T), 0))
    rows, columns = distances.shape
    number = np.arange(rows * columns)
    # What leaves each word of the original, and what reaches each word of the output.
    constraints = coo_array(
        (
            np.ones(2 * rows * columns),
            (np.concatenate([number // columns, rows + number % columns]), np.tile(number, 2)),
        ),
        shape=(rows + columns, rows * columns),
    )
    weights = np.concatenate(
        [
            np.array(list(before.values())) / before.total(),
            np.array(list(after.values())) / after.total(),
        ]
    )
    # One of the constraints follows from the others.
    solved = linprog(
        distances.ravel(), A_eq=constraints.tocsr()[:-1], b_eq=weights[:-1], method="highs"
    )
    return float(solved.fun)


def paraphrase_similarity(original: list[str], output: list[str], words: WordKnowledge) -> float:
    """The share of words that the lexicon pairs with a word of the other side (section 2.7)."""
    first, second = Counter(original), Counter(output)
    linked = [(a, b) for a in first for b in second if words.are_paraphrases(a, b)]
    left, right = {a for a, _ in linked}, {b for _, b in linked}
    matched = sum(first[a] for a in left) + sum(second[b] for b in right)
    return matched / (first.total() + second.total())


def _cosine(one: Vectors, other: Vectors) -> float:
    lengths = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(one @ other) / lengths if lengths else 0.0
