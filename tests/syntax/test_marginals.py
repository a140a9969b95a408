"""Trees of the likeliest constituents."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seqlab.syntax import Tree
from seqlab.syntax.backends.embedded import MAX_DEPTH, DepthDecoder, TreeLabels, decode, encode
from seqlab.syntax.backends.marginals import SOFTENED, marginal_tree, span_chances

LEVELS = [str(level) for level in range(-16, 5)]
DEPTHS = [str(depth) for depth in range(1, MAX_DEPTH + 1)]
NAMES = ["-", "NP", "S", "S+VP", "VP"]
DECODER = DepthDecoder(LEVELS, DEPTHS, 0.3)
DOG = Tree.parse(
    "(ROOT (S (NP (DT The) (JJ old) (NN dog)) (VP (VBD slept) (ADVP (RB well))) (. .)))"
)


def random_rows(rows: int, columns: int, seed: int) -> np.ndarray:
    values = np.random.default_rng(seed).gamma(0.3, size=(rows, columns)) + 1e-6
    return np.asarray(values / values.sum(axis=1, keepdims=True))


def sure(labels: list[str], chosen: list[str]) -> np.ndarray:
    rows = np.full((len(chosen), len(labels)), 1e-4)
    for row, label in enumerate(chosen):
        rows[row, labels.index(label)] = 1.0
    return rows


def constituents(depths: tuple[int, ...]) -> set[tuple[int, int]]:
    """First and last token of every constituent of a path."""
    labels = TreeLabels(depths, ("X",) * len(depths) + ("-",), ("-",) * (len(depths) + 1))
    words = ["w"] * (len(depths) + 1)
    tree = decode(words, words, labels)
    spans = (node.span for node in tree.constituents() if node.label == "X")
    return {(start, end - 1) for start, end in spans}


@pytest.mark.parametrize("seed", range(3))
def test_the_chances_are_those_of_all_paths_added_up(seed: int) -> None:
    shallow = 4
    level, depth = random_rows(3, len(LEVELS), seed), random_rows(3, len(DEPTHS), seed + 9)
    depth[:, shallow:] = 1e-30
    first, steps, here = DECODER.scores(level, depth)
    here[:, shallow:] = -math.inf
    expected, total = np.zeros((4, 4)), 0.0
    for path in itertools.product(range(shallow), repeat=3):
        score = first[path[0]] + sum(here[gap, d] for gap, d in enumerate(path))
        score += sum(steps[gap, path[gap - 1], path[gap]] for gap in (1, 2))
        chance = math.exp(SOFTENED * score)
        total += chance
        for span in constituents(tuple(d + 1 for d in path)):
            expected[span] += chance
    found, _ = span_chances(_Fixed(first, steps, here), level, depth)
    np.testing.assert_allclose(found, expected / total, atol=1e-4)


class _Fixed(DepthDecoder):
    """Gives scores that were made before."""

    def __init__(self, *scores: np.ndarray) -> None:
        self._scores = scores

    def scores(self, level: np.ndarray, depth: np.ndarray) -> tuple[np.ndarray, ...]:  # type: ignore[override]
        return self._scores


def test_sure_labels_give_back_their_tree() -> None:
    labels = encode(DOG)
    found = {
        "level": sure(LEVELS, [str(level) for level in labels.levels]),
        "depth": sure(DEPTHS, [str(depth) for depth in labels.depths]),
        "constituent": sure(NAMES, list(labels.constituents)),
    }
    words, tags = DOG.leaves(), DOG.tags()
    assert marginal_tree(words, tags, labels.unaries, NAMES, DECODER, found) == DOG


@given(st.integers(0, 12), st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_any_probabilities_give_a_tree_over_exactly_the_tokens(size: int, seed: int) -> None:
    words = [f"w{place}" for place in range(size)]
    found = {
        "level": random_rows(size, len(LEVELS), seed),
        "depth": random_rows(size, len(DEPTHS), seed + 1),
        "constituent": random_rows(size, len(NAMES), seed + 2),
    }
    tree = marginal_tree(words, ["NN"] * size, ["-"] * size, NAMES, DECODER, found)
    assert tree.leaves() == words
    assert tree.label == "ROOT"
