"""A graph of units as a constituency tree, and back, so that trees' labels serve for scenes.

A constituent is named after the categories of the edge above its unit: `A`, `P`, `A|S`. Units
that are not contiguous become so by moving what stands in their gaps into them; `^` on a moved
unit's name says how many units it goes back up. A word of a unit of several words has the tag `-`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from seqlab.syntax.scenes.units import (
    PARTICIPANT,
    PUNCTUATION,
    RELATIONS,
    ROOT,
    Unit,
    UnitGraph,
)
from seqlab.syntax.tree import Tree

UP = "^"
WORD = "-"
BOTH = "|"


@dataclass(slots=True, eq=False)
class _Node:
    """A unit, or a word, while the tree is being made contiguous."""

    label: str
    children: list[_Node] = field(default_factory=list)
    word: int = -1

    def positions(self) -> list[int]:
        found, stack = [], [self]
        while stack:
            node = stack.pop()
            if node.word >= 0:
                found.append(node.word)
            stack.extend(node.children)
        return sorted(found)


def category_label(categories: tuple[str, ...]) -> str:
    """One name for the categories of an edge; only a relation that is a participant keeps two."""
    relation = next((one for one in categories if one in RELATIONS), "")
    if relation and PARTICIPANT in categories:
        return PARTICIPANT + BOTH + relation
    return categories[0]


def label_categories(label: str) -> tuple[str, ...]:
    """The categories that a label names."""
    return tuple(label.rstrip(UP).split(BOTH))


def to_tree(graph: UnitGraph) -> Tree:
    """The tree over all tokens; implicit units and remote edges are not in it."""
    top = _nodes(graph.root)
    pending = [top]
    while pending:
        node = pending.pop()
        _close_gaps(node)
        pending += node.children
    return _tree(top, graph.tokens)


def to_graph(
    tree: Tree, punctuation: frozenset[int] = frozenset(), document: str = ""
) -> UnitGraph:
    """The units that a tree describes: the opposite of `to_tree`."""
    top = _Node(ROOT)
    stack = [(child, top) for child in reversed(tree.children)]
    while stack:
        here, above = stack.pop()
        if here.word is not None:
            above.children.append(_Node(here.label, [], here.span[0]))
        else:
            node = _Node(here.label)
            above.children.append(node)
            stack.extend((child, node) for child in reversed(here.children))
    _move_back(top)
    signs = punctuation or frozenset(
        leaf.span[0] for leaf in tree.tokens() if leaf.label == PUNCTUATION
    )
    return UnitGraph(tuple(tree.leaves()), _unit(top), signs, document)


def _nodes(root: Unit) -> _Node:
    made: dict[str, _Node] = {}
    for unit in reversed(list(root.walk())):
        label = category_label(unit.categories)
        children = [made[child.id] for child in unit.children]
        if len(unit.words) == 1 and not any(child.positions() for child in children):
            made[unit.id] = _Node(label, [], unit.words[0])
            continue
        tag = PUNCTUATION if unit is root else WORD
        made[unit.id] = _Node(label, [*children, *(_Node(tag, [], word) for word in unit.words)])
    top = made[root.id]
    return top if top.word < 0 else _Node(ROOT, [_Node(PUNCTUATION, [], top.word)])


def _close_gaps(parent: _Node) -> None:
    """Make every child of a contiguous node contiguous."""
    for child in list(parent.children):
        own = child.positions()
        if not own or own[-1] - own[0] + 1 == len(own) or child not in parent.children:
            continue
        gap = set(range(own[0], own[-1])) - set(own)
        for other in list(parent.children):
            if other is not child and (words := other.positions()) and gap.issuperset(words):
                parent.children.remove(other)
                other.label += "" if other.label.startswith(PUNCTUATION) else UP
                child.children.append(other)
    # What still has a gap crosses a sibling: its later pieces become units of the parent.
    pending = list(parent.children)
    while pending:
        child = pending.pop()
        own = child.positions()
        while own and own[-1] - own[0] + 1 != len(own):
            moved = max(child.children, key=lambda node: max(node.positions(), default=-1))
            child.children.remove(moved)
            parent.children.append(moved)
            pending.append(moved)
            own = child.positions()


def _move_back(top: _Node) -> None:
    """Put units marked `^` where they came from."""
    order: list[tuple[_Node, _Node | None]] = [(top, None)]
    for node, _ in order:
        order.extend((child, node) for child in node.children)
    # The deepest first, so that one that goes up twice is moved twice.
    for node, above in reversed(order):
        for child in [one for one in node.children if one.label.endswith(UP)]:
            if above is None:
                child.label = child.label.rstrip(UP)
                continue
            node.children.remove(child)
            child.label = child.label[: -len(UP)]
            above.children.append(child)


def _tree(top: _Node, tokens: tuple[str, ...]) -> Tree:
    order, stack = [], [top]
    while stack:
        node = stack.pop()
        order.append(node)
        stack.extend(node.children)
    done: dict[int, Tree] = {}
    for node in reversed(order):
        if node.word >= 0:
            done[id(node)] = Tree.leaf(node.label, tokens[node.word], node.word)
            continue
        children = [done[id(child)] for child in node.children if id(child) in done]
        if children or node is top:
            children.sort(key=lambda tree: tree.span)
            done[id(node)] = Tree.node(node.label, children)
    return done[id(top)]


def _unit(top: _Node) -> Unit:
    """The units of nodes, numbered in the order of the text."""
    order, stack = [], [top]
    while stack:
        node = stack.pop()
        order.append(node)
        stack.extend(reversed(node.children))
    done: dict[int, Unit] = {}
    for number in range(len(order) - 1, -1, -1):
        node = order[number]
        name = str(number)
        if node.word >= 0:
            done[id(node)] = Unit(name, label_categories(node.label), (), (node.word,))
            continue
        below = [done[id(child)] for child in node.children]
        below.sort(key=lambda unit: min(unit.positions(), default=-1))
        words = tuple(word for unit in below if unit.is_a(WORD) for word in unit.words)
        units = tuple(unit for unit in below if not unit.is_a(WORD))
        done[id(node)] = Unit(name, label_categories(node.label), units, words)
    return replace(done[id(top)], categories=(ROOT,))
