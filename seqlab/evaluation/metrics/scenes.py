"""Scenes of a sentence from its constituency tree: what SAMSA takes from UCCA, approximated.

A scene is a verb phrase with a verb of its own, together with its subject. Its main relation is
the head verb, or after a form of "be" the head of what is predicated; its participants are the
heads of the subject and of the verb's complements and adjuncts.
"""

from __future__ import annotations

from dataclasses import dataclass

from seqlab.syntax import CLAUSES, Tree, head_token

_PARTICIPANTS = frozenset({"NP", "PP", *CLAUSES})
_VERBS = frozenset({"VB", "VBD", "VBG", "VBN", "VBP", "VBZ"})
_BE = frozenset({"be", "am", "is", "are", "was", "were", "been", "being", "'s", "'re", "'m"})
_PREDICATES = ("ADJP", "NP", "PP")


@dataclass(frozen=True, slots=True)
class Scene:
    """Token positions: of all its words, of its main relation, of its participants' heads."""

    words: frozenset[int]
    relation: int
    participants: tuple[int, ...]


def scenes(tree: Tree, offset: int = 0) -> list[Scene]:
    """The scenes of a sentence in the order of their main relations."""
    collected: list[Scene] = []
    # Each node with the subject that verbs below it have.
    stack: list[tuple[Tree, Tree | None]] = [(tree, None)]
    while stack:
        node, subject = stack.pop()
        if node.label in CLAUSES:
            subject = _subject(node)
        elif node.label == "VP" and not any(child.label == "VP" for child in node.children):
            if scene := _scene(node, subject, offset):
                collected.append(scene)
        elif node.label not in ("VP", "ROOT", "TOP"):
            subject = None
        stack.extend((child, subject) for child in node.children)
    return sorted(collected, key=lambda scene: scene.relation)


def _scene(phrase: Tree, subject: Tree | None, offset: int) -> Scene | None:
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
        frozenset(word + offset for word in words),
        relation.span[0] + offset,
        tuple(_center(unit).span[0] + offset for unit in units),
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
