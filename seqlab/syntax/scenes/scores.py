"""How good scenes and units are: precision, recall and F1 against gold annotation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from seqlab.syntax.scenes.scene import Scene
from seqlab.syntax.scenes.tree_form import category_label
from seqlab.syntax.scenes.units import PUNCTUATION, ROOT, UnitGraph
from seqlab.syntax.training.scores import Score


def scene_score(gold: Iterable[Sequence[Scene]], found: Iterable[Sequence[Scene]]) -> Score:
    """Scenes found: the minimal center of the main relation is the same.

    Scenes whose relation is implicit stand nowhere in the text and do not count.
    """
    return _score(
        (Counter(scene.relation for scene in one if scene.relation) for one in gold),
        (Counter(scene.relation for scene in one if scene.relation) for one in found),
    )


def head_word_score(gold: Iterable[Sequence[Scene]], found: Iterable[Sequence[Scene]]) -> Score:
    """Scenes found, more leniently: the first word of the main relation's center is the same."""
    return _score(
        (Counter(scene.relation[0] for scene in one if scene.relation) for one in gold),
        (Counter(scene.relation[0] for scene in one if scene.relation) for one in found),
    )


def participant_score(gold: Iterable[Sequence[Scene]], found: Iterable[Sequence[Scene]]) -> Score:
    """Participants found: relation and participant have the same minimal centers."""
    return _score(map(_participants, gold), map(_participants, found))


def edge_score(
    gold: Iterable[UnitGraph], found: Iterable[UnitGraph], labelled: bool = True
) -> Score:
    """Primary edges found: the child covers the same words, with `labelled` as the same category.

    Punctuation, implicit units and the root do not count (Hershcovich et al. 2017, section 6).
    """
    gold = list(gold)
    signs = [graph.punctuation for graph in gold]
    return _score(
        (_edges(graph, marks, labelled) for graph, marks in zip(gold, signs, strict=True)),
        (_edges(graph, marks, labelled) for graph, marks in zip(found, signs, strict=True)),
    )


def _participants(scenes: Sequence[Scene]) -> Counter[object]:
    return Counter(
        (scene.relation, center)
        for scene in scenes
        for center in scene.participants
        if scene.relation and center
    )


def _edges(graph: UnitGraph, signs: frozenset[int], labelled: bool) -> Counter[object]:
    counts: Counter[object] = Counter()
    for unit in graph.root.walk():
        words = tuple(word for word in unit.positions() if word not in signs)
        if words and not unit.is_a(ROOT, PUNCTUATION):
            counts[(words, category_label(unit.categories) if labelled else "")] += 1
    return counts


def _score(gold: Iterable[Counter[object]], found: Iterable[Counter[object]]) -> Score:
    correct = wanted = made = 0
    for one, other in zip(gold, found, strict=True):
        correct += (one & other).total()
        wanted += one.total()
        made += other.total()
    return Score(correct, made, wanted)
