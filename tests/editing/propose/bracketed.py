"""Sentences for tests, made from the leaves of a bracketed tree."""

from __future__ import annotations

from seqlab.editing import Parsed
from seqlab.syntax import Tree
from seqlab.text import Token

_NO_SPACE_BEFORE = {",", ".", ";", ")", "'s", "n't", "?"}


def parsed(bracketed: str, brackets: bool = False) -> Parsed:
    tree = Tree.parse(bracketed)
    tokens, place, leaves = [], 0, tree.leaves()
    if brackets:
        leaves = [{"-LRB-": "(", "-RRB-": ")"}.get(leaf, leaf) for leaf in leaves]
    for word, after in zip(leaves, [*leaves[1:], ""], strict=True):
        space = "" if after in _NO_SPACE_BEFORE or after == "" or word == "(" else " "
        tokens.append(Token(word, place, place + len(word), space))
        place += len(word) + len(space)
    return Parsed(tuple(tokens), tree)
