"""`Scene`: a main relation with its participants, and how a graph of units tells them.

Definitions are those of SAMSA (Sulem et al. 2018, sections 3 and 4.2): a scene is a unit with a
Process or a State; the minimal center of a unit is reached by going on to the child that is its
Center, or its main relation where it is a scene.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from seqlab.syntax.scenes.units import (
    CENTER,
    PARALLEL,
    PARTICIPANT,
    PROCESS,
    PUNCTUATION,
    RELATIONS,
    STATE,
    Unit,
    UnitGraph,
)

# Positions of the words of a minimal center: several where a unit has several centers, none
# where the unit is implicit.
Center = tuple[int, ...]
# What may stand between two scenes: a linker, a connector, punctuation.
_BORDERS = ("L", "N", PUNCTUATION)


@dataclass(frozen=True, slots=True)
class Scene:
    """Token positions: of all its words, and of the minimal centers of its relation and parts."""

    words: frozenset[int]
    relation: Center
    participants: tuple[Center, ...] = ()
    # `P` (process: what happens) or `S` (state: what is so).
    kind: str = PROCESS

    def shifted(self, offset: int) -> Scene:
        """The same scene with positions counted from further left."""
        return Scene(
            frozenset(word + offset for word in self.words),
            tuple(word + offset for word in self.relation),
            tuple(tuple(word + offset for word in center) for center in self.participants),
            self.kind,
        )

    def to_json(self) -> dict[str, Any]:
        """The scene as plain data, one object of a line of a file."""
        return {
            "kind": self.kind,
            "relation": list(self.relation),
            "participants": [list(center) for center in self.participants],
            "words": sorted(self.words),
        }


def scenes_of(graph: UnitGraph) -> list[Scene]:
    """The scenes of a sentence in the order of their first words."""
    found = [scene for unit in graph.root.walk() for scene in _scenes(graph, unit)]
    return sorted(found, key=lambda s: (min(s.words, default=-1), -len(s.words), s.relation))


def is_scene(unit: Unit) -> bool:
    """Whether the unit has a main relation of its own, remote or not."""
    return any(child.is_a(*RELATIONS) for child in unit.children) or any(
        RELATIONS.intersection(remote.categories) for remote in unit.remotes
    )


def minimal_centers(graph: UnitGraph, unit: Unit) -> Center:
    """The words of the minimal centers of `unit`; none where it is implicit."""
    found: set[int] = set()
    seen: set[str] = set()
    pending = [unit]
    while pending:
        here = pending.pop()
        if here.id in seen:
            continue
        seen.add(here.id)
        inner = (
            _children(graph, here, *RELATIONS)
            or _children(graph, here, CENTER)
            or _children(graph, here, PARALLEL)
        )
        if inner:
            pending += inner
        else:
            found.update(_words(graph, here))
    return tuple(sorted(found))


def _scenes(graph: UnitGraph, unit: Unit) -> list[Scene]:
    """The scene that the unit is; several where it has several main relations.

    A scene has one main relation. A parser that misses where a scene ends puts two into one unit;
    each relation then has what stands nearest to it.
    """
    if not is_scene(unit):
        return []
    found = []
    for number, children in enumerate(_by_relation(unit)):
        # What stands elsewhere belongs to the first.
        remotes = [
            (remote.categories, target)
            for remote in (unit.remotes if not number else ())
            if (target := graph.unit(remote.target)) is not None
        ]
        units = [*((child.categories, child) for child in children), *remotes]
        relations = [one for names, one in units if RELATIONS.intersection(names)]
        relation = {word for one in relations for word in minimal_centers(graph, one)}
        found.append(
            Scene(
                frozenset(word for _, one in units for word in _words(graph, one)),
                tuple(sorted(relation)),
                tuple(minimal_centers(graph, one) for names, one in units if PARTICIPANT in names),
                STATE if any(one.is_a(STATE) for one in children) else PROCESS,
            )
        )
    return found


def _by_relation(unit: Unit) -> list[list[Unit]]:
    """The children in groups with one main relation each, cut at a linker or comma if any."""
    children = list(unit.children)
    places = [place for place, child in enumerate(children) if child.is_a(*RELATIONS)]
    starts = [0]
    for before, here in pairwise(places):
        cuts = [p for p in range(before + 1, here) if children[p].is_a(*_BORDERS)]
        starts.append(cuts[0] if cuts else here)
    return [children[a:b] for a, b in zip(starts, [*starts[1:], len(children)], strict=True)]


def _children(graph: UnitGraph, unit: Unit, *categories: str) -> list[Unit]:
    """Children of these categories, remote ones last."""
    own = [child for child in unit.children if child.is_a(*categories)]
    for remote in unit.remotes:
        target = graph.unit(remote.target)
        if target is not None and any(one in categories for one in remote.categories):
            own.append(target)
    return own


def _words(graph: UnitGraph, unit: Unit) -> list[int]:
    return [
        word
        for one in unit.walk()
        if not one.is_a(PUNCTUATION)
        for word in one.words
        if word not in graph.punctuation
    ]


def scene_text(scene: Scene, tokens: Sequence[str]) -> tuple[str, str]:
    """Relation and participants for people: `entered`, `man, house`."""
    return _said(scene.relation, tokens), ", ".join(_said(c, tokens) for c in scene.participants)


def _said(center: Center, tokens: Sequence[str]) -> str:
    return " ".join(tokens[word] for word in center) or "(implicit)"
