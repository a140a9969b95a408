"""`Unit` and `UnitGraph`: the UCCA structure of one sentence, from a corpus or from the parser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from corpora import UccaPassage

PROCESS, STATE, PARTICIPANT, CENTER = "P", "S", "A", "C"
PARALLEL, PUNCTUATION, ROOT = "H", "U", "ROOT"
RELATIONS = frozenset({PROCESS, STATE})
_ENDS = frozenset({".", "!", "?", "...", "…"})
_CLOSING = frozenset({'"', "''", "”", "’", "'", ")", "]", "»"})


@dataclass(frozen=True, slots=True)
class Remote:
    """An edge to a unit that has its place elsewhere in the sentence."""

    categories: tuple[str, ...]
    target: str


@dataclass(frozen=True, slots=True, eq=False)
class Unit:
    """A unit with the categories of the edge above it, its children and its own words."""

    id: str
    categories: tuple[str, ...]
    children: tuple[Unit, ...] = ()
    words: tuple[int, ...] = ()
    remotes: tuple[Remote, ...] = ()
    implicit: bool = False

    def is_a(self, *categories: str) -> bool:
        """Whether the edge above has one of these categories."""
        return any(category in categories for category in self.categories)

    def walk(self) -> Iterator[Unit]:
        """This unit and all below it, parents first."""
        stack = [self]
        while stack:
            unit = stack.pop()
            yield unit
            stack.extend(reversed(unit.children))

    def positions(self) -> list[int]:
        """The words of the unit and of all below it, in order."""
        return sorted(word for unit in self.walk() for word in unit.words)


@dataclass(frozen=True, slots=True)
class UnitGraph:
    """A sentence with its units; which tokens are punctuation."""

    tokens: tuple[str, ...]
    root: Unit
    punctuation: frozenset[int] = frozenset()
    document: str = ""
    _by_id: dict[str, Unit] = field(default_factory=dict, compare=False)

    def unit(self, name: str) -> Unit | None:
        """The unit called so, if the sentence has it."""
        if not self._by_id:
            self._by_id.update({unit.id: unit for unit in self.root.walk()})
        return self._by_id.get(name)


def sentence_graphs(passage: UccaPassage) -> Iterator[UnitGraph]:
    """The sentences of a passage with their units.

    A sentence ends with its paragraph, or after final punctuation and what closes with it, if no
    unit goes on behind it. Remote edges into another sentence are left out.
    """
    top = _built(passage)
    for start, end in _spans(passage, top):
        children = tuple(
            unit for unit in top.children if (own := unit.positions()) and start <= own[0] < end
        )
        loose = tuple(word for word in top.words if start <= word < end)
        root = Unit(top.id, (ROOT,), tuple(_shifted(unit, start) for unit in children))
        covered = {word for unit in root.walk() for word in unit.words}
        loose = tuple(word for word in range(end - start) if word not in covered)
        yield UnitGraph(
            passage.tokens[start:end],
            replace(root, words=loose),
            frozenset(word - start for word in range(start, end) if passage.punctuation[word]),
            passage.id,
        )


def _built(passage: UccaPassage) -> Unit:
    """The units of a passage by their primary edges."""
    built: dict[str, Unit] = {}
    order = []
    stack = [passage.root]
    categories: dict[str, tuple[str, ...]] = {passage.root: (ROOT,)}
    while stack:
        name = stack.pop()
        order.append(name)
        for edge in passage.units[name].edges:
            if not edge.remote:
                categories[edge.child] = edge.categories
                stack.append(edge.child)
    for name in reversed(order):
        unit = passage.units[name]
        children = [built[edge.child] for edge in unit.edges if not edge.remote]
        built[name] = Unit(
            name,
            categories[name],
            tuple(sorted(children, key=_first_word)),
            unit.words,
            tuple(Remote(edge.categories, edge.child) for edge in unit.edges if edge.remote),
            unit.implicit,
        )
    return built[passage.root]


def _first_word(unit: Unit) -> int:
    return min(unit.positions(), default=-1)


def _spans(passage: UccaPassage, top: Unit) -> list[tuple[int, int]]:
    """Where sentences begin and end."""
    length = len(passage.tokens)
    open_after = [False] * (length + 1)
    for unit in top.children:
        own = unit.positions()
        for place in range(own[0] + 1, own[-1] + 1) if own else ():
            open_after[place] = True
    starts = [0]
    for place in range(1, length):
        if open_after[place]:
            continue
        if passage.paragraphs[place] != passage.paragraphs[place - 1] or (
            _is_end(passage.tokens, place) and passage.tokens[place] not in _CLOSING | _ENDS
        ):
            starts.append(place)
    return [
        (start, end)
        for start, end in zip(starts, [*starts[1:], length], strict=True)
        if end > start
    ]


def _is_end(tokens: Sequence[str], place: int) -> bool:
    """Whether the tokens before `place` are final punctuation, perhaps with a closing quote."""
    before = place - 1
    while before > 0 and tokens[before] in _CLOSING:
        before -= 1
    return tokens[before] in _ENDS


def _shifted(unit: Unit, offset: int) -> Unit:
    """The same unit with positions counted from `offset`."""
    done: dict[str, Unit] = {}
    for one in reversed(list(unit.walk())):
        done[one.id] = replace(
            one,
            children=tuple(done[child.id] for child in one.children),
            words=tuple(word - offset for word in one.words),
        )
    return done[unit.id]
