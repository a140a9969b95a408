"""Questions the other stages ask a tree: its clauses, who is above a token, the way between two."""

from __future__ import annotations

from seqlab.syntax.tree import Tree

CLAUSES = frozenset({"S", "SBAR", "SBARQ", "SINV", "SQ"})
_FINITE = frozenset({"VBD", "VBP", "VBZ", "MD"})


def clauses(tree: Tree) -> list[Tree]:
    """The clauses (S, SBAR, SBARQ, SINV, SQ) of `tree`, outer before inner."""
    return [node for node in tree.constituents() if node.label in CLAUSES]


def is_finite(clause: Tree) -> bool:
    """Whether the clause has a finite verb of its own, not counting the clauses inside it."""
    stack = list(clause.children)
    if clause.label in ("SBAR", "SBARQ"):
        # "that he came": the clause below the subordinator is the same clause.
        stack += [grandchild for child in _inner(clause) for grandchild in child.children]
    while stack:
        node = stack.pop()
        if node.word is not None and node.label in _FINITE:
            return True
        if node.label not in CLAUSES:
            stack.extend(node.children)
    return False


def ancestors(tree: Tree, position: int) -> list[Tree]:
    """The nodes from the root down to, and with, the leaf at token `position`."""
    start, end = tree.span
    if not start <= position < end:
        raise IndexError(f"no token {position} in a tree over {start}–{end}")
    found = [tree]
    while found[-1].word is None:
        found.append(
            next(child for child in found[-1].children if child.span[0] <= position < child.span[1])
        )
    return found


def common_ancestor(tree: Tree, first: int, second: int) -> Tree:
    """The lowest node over both tokens; the leaf itself where they are the same."""
    lowest = tree
    for one, other in zip(ancestors(tree, first), ancestors(tree, second), strict=False):
        if one is not other:
            break
        lowest = one
    return lowest


def path_between(tree: Tree, first: int, second: int) -> list[Tree]:
    """The nodes passed from one leaf up to the lowest common ancestor and down to the other."""
    top = common_ancestor(tree, first, second)
    up = ancestors(top, first)[1:]
    down = ancestors(top, second)[1:]
    return [*reversed(up), top, *down]


def node_over(tree: Tree, start: int, end: int) -> Tree | None:
    """The highest constituent that covers exactly tokens `start`–`end`, if there is one."""
    node: Tree | None = tree
    while node is not None and node.span != (start, end):
        node = next(
            (
                child
                for child in node.children
                if child.span[0] <= start and end <= child.span[1] and start < end
            ),
            None,
        )
    return node


def _inner(clause: Tree) -> tuple[Tree, ...]:
    return tuple(child for child in clause.children if child.label in CLAUSES)
