"""What the easy level lets go that the plain level keeps, learned from what the editor deleted.

Edits were judged at the plain level only. At the easy level the editor also drops minor detail;
how much likelier a span is dropped there is the difference of two forests of trees, one for each
level, both trained on spans that the editor dropped or kept. Its log-odds are added to the
judge's for deletions.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seqlab.editing.judge.forest import Forest, forest_of
from seqlab.editing.propose import Tagged, aligned_blocks

_HEADS = (("NN",), ("NNS",), ("JJ",))
_BRACKET, _BETWEEN_COMMAS, _OPENING = 20, 14, 9
# The level never makes a deletion worse, and what it adds is bounded.
LEAST_SHIFT, MOST_SHIFT = 0.0, 2.5


def deletion_spans(text: Tagged) -> set[tuple[int, int]]:
    """Spans that might be side remarks: brackets, between commas, adverbs, adjectives."""
    tokens, tags, size = text.tokens, text.tags, len(text.tokens)
    spans = set()
    for place, token in enumerate(tokens):
        if token in ("(", "["):
            ends = [k for k in range(place, min(size, place + _BRACKET)) if tokens[k] in (")", "]")]
            spans |= {(place, end + 1) for end in ends[:1]}
        elif (tags[place] == "RB" and token.islower()) or (
            tags[place] == "JJ" and token.islower() and tags[place + 1 : place + 2] in _HEADS
        ):
            spans.add((place, place + 1))
    commas = [place for place, token in enumerate(tokens) if token == ","]
    for first, second in pairwise(commas):
        if 2 <= second - first <= _BETWEEN_COMMAS:
            spans.add((first, second + 1))
    if commas and 3 <= size - 1 - commas[-1] <= _BETWEEN_COMMAS:
        spans.add((commas[-1], size - 1))
    if commas and 1 <= commas[0] <= _OPENING:
        spans.add((0, commas[0] + 1))
    return spans


def was_deleted(source: Tagged, rewriting: Tagged, start: int, end: int) -> bool | None:
    """Whether the editor dropped a span, with little in its place; None where it was rewritten."""
    kept = [False] * len(source.tokens)
    put = 0
    for name, i1, i2, j1, j2 in aligned_blocks(source.tokens, rewriting.tokens):
        if name == "equal":
            kept[i1:i2] = [True] * (i2 - i1)
        elif name == "replace" and i1 < end and start < i2:
            put += j2 - j1
    words = [kept[k] for k in range(start, end) if source.tokens[k] != ","]
    if words and all(words):
        return False
    return True if not any(words) and put <= (end - start) // 3 else None


def fit_level_shift(
    rows: NDArray[np.float32],
    plain: Sequence[bool | None],
    easy: Sequence[bool | None],
    seed: int = 0,
) -> Forest:
    """The forest whose log-odds are those of the easy level less those of the plain one.

    Args:
        rows: Features of deletions, in the judge's order.
        plain: Whether each was made at the plain level; None is left out.
        easy: The same at the easy level.
        seed: Of all that is drawn by lot.
    """
    grown = [_grown(rows, labels, seed) for labels in (easy, plain)]
    return difference(*grown)


def _grown(rows: NDArray[np.float32], labels: Sequence[bool | None], seed: int) -> Forest:
    from sklearn.ensemble import HistGradientBoostingClassifier

    known = np.array([label is not None for label in labels])
    right = np.array([label is True for label in labels])[known]
    table = rows[known]
    # A column without two values cannot be cut.
    useful = [
        k for k in range(rows.shape[1]) if len(np.unique(table[~np.isnan(table[:, k]), k])) > 1
    ]
    model: Any = HistGradientBoostingClassifier(
        max_iter=80,
        learning_rate=0.08,
        max_leaf_nodes=12,
        max_depth=6,
        max_features=0.3,
        early_stopping=False,
        random_state=seed,
    ).fit(table[:, useful], right)
    return renumbered(forest_of(model), useful)


def renumbered(forest: Forest, features: Sequence[int]) -> Forest:
    """The forest over other columns: its feature `k` is column `features[k]`."""
    arrays = forest.to_arrays()
    arrays["feature"] = np.array(features, dtype=np.int16)[forest.feature]
    return Forest.from_arrays(arrays)


def difference(first: Forest, second: Forest) -> Forest:
    """One forest that gives the log-odds of the first less those of the second."""
    width = max(first.feature.shape[1], second.feature.shape[1])
    one, other = first.to_arrays(), second.to_arrays()
    other["value"], other["base"] = -other["value"], -other["base"]
    joined = {
        name: np.concatenate(
            [
                np.pad(part[name], ((0, 0), (0, width - part[name].shape[1])))
                for part in (one, other)
            ]
        )
        for name in one
        if name not in ("base", "depth")
    }
    joined["base"] = one["base"] + other["base"]
    joined["depth"] = np.maximum(one["depth"], other["depth"])
    return Forest.from_arrays(joined)
