"""Remote participants as labels: whom else a scene is about, told by where that unit stands.

In "the man who slept" and "he got home and called", `man` and `he` are participants of `slept`
and `called` without standing in these scenes. The word of the scene's relation says where to look:
at the center that the scene describes (`C`), or at a participant (the first, `1`, or second) of the
scene around it (`U`), the scene before it (`L`) or after it (`R`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from seqlab.syntax.scenes.scene import is_scene, minimal_centers
from seqlab.syntax.scenes.units import (
    CENTER,
    PARALLEL,
    PARTICIPANT,
    RELATIONS,
    Remote,
    Unit,
    UnitGraph,
)

NONE = "-"
_MOST = 2


def remote_labels(graph: UnitGraph) -> list[str]:
    """One label for each token: where the remote participant of the scene that it heads stands."""
    labels = [NONE] * len(graph.tokens)
    above = _parents(graph)
    for unit in graph.root.walk():
        targets = {r.target for r in unit.remotes if PARTICIPANT in r.categories}
        if not targets or (place := _relation_word(graph, unit)) is None:
            continue
        labels[place] = next(
            (name for name, other in _candidates(unit, above) if other.id in targets), NONE
        )
    return labels


def with_remotes(graph: UnitGraph, labels: list[str]) -> UnitGraph:
    """The graph with the remote participants that `labels` name."""
    if all(label == NONE for label in labels):
        return graph
    above = _parents(graph)
    added: dict[str, Remote] = {}
    for unit in graph.root.walk():
        place = _relation_word(graph, unit)
        if place is None or labels[place] == NONE:
            continue
        for name, other in _candidates(unit, above):
            if name == labels[place]:
                added[unit.id] = Remote((PARTICIPANT,), other.id)
                break
    done: dict[str, Unit] = {}
    for unit in reversed(list(graph.root.walk())):
        done[unit.id] = replace(
            unit,
            children=tuple(done[child.id] for child in unit.children),
            remotes=(added[unit.id],) if unit.id in added else (),
        )
    return UnitGraph(graph.tokens, done[graph.root.id], graph.punctuation, graph.document)


def _relation_word(graph: UnitGraph, unit: Unit) -> int | None:
    if not is_scene(unit):
        return None
    for child in unit.children:
        if child.is_a(*RELATIONS):
            return next(iter(minimal_centers(graph, child)), None)
    return None


def _candidates(unit: Unit, above: dict[str, Unit]) -> Iterator[tuple[str, Unit]]:
    """Names and units that a remote edge of `unit` may lead to, the nearest first."""
    here = unit
    while here.id in above:
        parent = above[here.id]
        place = next(n for n, child in enumerate(parent.children) if child.id == here.id)
        for other in parent.children:
            if other.is_a(CENTER) and other is not here:
                yield "C", other
        if is_scene(parent):
            yield from _participants("U", parent, here)
        for other in reversed(parent.children[:place]):
            if other.is_a(PARALLEL):
                yield from _participants("L", other, here)
        for other in parent.children[place + 1 :]:
            if other.is_a(PARALLEL):
                yield from _participants("R", other, here)
        here = parent


def _participants(name: str, scene: Unit, here: Unit) -> Iterator[tuple[str, Unit]]:
    own = [one for one in scene.children if one.is_a(PARTICIPANT) and one.id != here.id]
    for number, one in enumerate(own[:_MOST], start=1):
        yield f"{name}{number}", one


def _parents(graph: UnitGraph) -> dict[str, Unit]:
    return {child.id: unit for unit in graph.root.walk() for child in unit.children}
