"""Graphs of units as labels on tokens: what the tagger learns and the parser reads back.

Units form a tree (see `tree_form.py`), so their labels are those of constituency trees
(`encoding.py`): how many units a token shares with the next one (`level`, `depth`), the lowest of
them (`constituent`), its own category (`category`) and one-child units above it (`unary`). A sixth
head names remote participants (`remotes.py`).
"""

from __future__ import annotations

from collections.abc import Mapping

from seqlab.syntax.backends.embedded import MAX_DEPTH, encode, plain, within_levels
from seqlab.syntax.scenes.remotes import remote_labels
from seqlab.syntax.scenes.tree_form import to_tree
from seqlab.syntax.scenes.units import UnitGraph
from seqlab.tagger import IGNORED, LabelledSentence

CATEGORY, LEVEL, DEPTH = "scene.category", "scene.level", "scene.depth"
CONSTITUENT, UNARY, REMOTE = "scene.constituent", "scene.unary", "scene.remote"
HEADS = (CATEGORY, LEVEL, DEPTH, CONSTITUENT, UNARY, REMOTE)


def labelled(
    graph: UnitGraph, others: Mapping[str, tuple[str, ...]] | None = None, weight: float = 1.0
) -> LabelledSentence:
    """What the tagger learns from a sentence, beside the labels `others` of other heads."""
    tree = to_tree(graph)
    found = encode(tree)
    # The last token shares no unit with a next one.
    last = (IGNORED,) if graph.tokens else ()
    labels = {
        CATEGORY: tuple(tree.tags()),
        LEVEL: (*(str(within_levels(value)) for value in found.levels), *last),
        DEPTH: (*(str(min(value, MAX_DEPTH)) for value in found.depths), *last),
        CONSTITUENT: (*found.constituents[:-1], *last),
        UNARY: found.unaries,
        REMOTE: tuple(remote_labels(graph)),
    }
    return LabelledSentence(
        tokens=tuple(plain(token) for token in graph.tokens),
        labels={**(others or {}), **labels},
        document=graph.document,
        weight=weight,
    )
