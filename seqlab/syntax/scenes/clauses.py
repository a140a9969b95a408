"""Scenes from clauses of a constituency tree: a stand-in for UCCA without its annotation.

A scene is a verb phrase with a verb of its own, together with its subject. Its main relation is
the head verb, or after a form of "be" the head of what is predicated; its participants are the
heads of the subject and of the verb's complements and adjuncts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from seqlab.syntax.analysis import Syntax
from seqlab.syntax.scenes.scene import Scene
from seqlab.syntax.scenes.units import PROCESS, STATE
from seqlab.syntax.tree import CLAUSES, Tree, head_token

_PARTICIPANTS = frozenset({"NP", "PP", *CLAUSES})
_VERBS = frozenset({"VB", "VBD", "VBG", "VBN", "VBP", "VBZ"})
_BE = frozenset({"be", "am", "is", "are", "was", "were", "been", "being", "'s", "'re", "'m"})
_PREDICATES = ("ADJP", "NP", "PP")


class ClauseScenes:
    """Finds scenes in the trees of a syntax backend."""

    name = "clauses"

    def __init__(self, syntax: Syntax) -> None:
        self.syntax = syntax

    def scenes(self, sentences: Iterable[Sequence[str]]) -> Iterator[list[Scene]]:
        """The scenes of each sentence, in the order of the sentences."""
        return (clause_scenes(analysis.tree) for analysis in self.syntax.analyse(sentences))


def clause_scenes(tree: Tree) -> list[Scene]:
    """The scenes of a sentence in the order of their main relations."""
    collected: list[Scene] = []
    # Each node with the subject that verbs below it have.
    stack: list[tuple[Tree, Tree | None]] = [(tree, None)]
    while stack:
        node, subject = stack.pop()
        if node.label in CLAUSES:
            subject = _subject(node)
        elif node.label == "VP" and not any(child.label == "VP" for child in node.children):
            if scene := _scene(node, subject):
                collected.append(scene)
        elif node.label not in ("VP", "ROOT", "TOP"):
            subject = None
        stack.extend((child, subject) for child in node.children)
    return sorted(collected, key=lambda scene: scene.relation)


def _scene(phrase: Tree, subject: Tree | None) -> Scene | None:
    verbs = [child for child in phrase.children if child.word is not None and child.label in _VERBS]
    if not verbs:
        return None
    relation = verbs[-1]
    complements = [child for child in phrase.children if child.label in _PARTICIPANTS]
    if (relation.word or "").lower() in _BE:
        predicate = next((c for c in phrase.children if c.label in _PREDICATES), None)
        if predicate is not None:
            relation = _center(predicate)
            complements = [child for child in complements if child is not predicate]
    units = [*([subject] if subject is not None else []), *complements]
    words = [*range(*phrase.span), *(range(*subject.span) if subject is not None else [])]
    return Scene(
        frozenset(words),
        (relation.span[0],),
        tuple((_center(unit).span[0],) for unit in units),
        PROCESS if relation in verbs else STATE,
    )


def _subject(clause: Tree) -> Tree | None:
    """The noun phrase or clause before the clause's verb phrase."""
    for index, child in enumerate(clause.children):
        if child.label == "VP":
            before = [one for one in clause.children[:index] if one.label in ("NP", "S", "SBAR")]
            return before[-1] if before else None
    return None


def _center(unit: Tree) -> Tree:
    """The head word that carries the meaning: of "in the box" it is "box"."""
    if unit.label == "PP":
        inner = [child for child in unit.children if child.label in _PARTICIPANTS]
        if inner:
            return _center(inner[-1])
    return head_token(unit)
