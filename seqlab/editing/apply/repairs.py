"""The repairs by name, in the order in which they are made.

A repair looks only at holes (places where an edit took something out or put something in) and at
changed words. What the source wrote by itself is never corrected.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from seqlab.editing.apply.agreement import determiner_agreement, verb_agreement
from seqlab.editing.apply.articles import articles
from seqlab.editing.apply.capitals import capitals
from seqlab.editing.apply.dangling import dangling
from seqlab.editing.apply.spacing import brackets, punctuation, spacing
from seqlab.editing.words import Word
from seqlab.errors import UsageError

Rule = Callable[[list[Word], list[Word]], list[Word]]

RULES: dict[str, Rule] = {
    "dangling": dangling,
    "brackets": brackets,
    "punctuation": punctuation,
    "determiner-agreement": determiner_agreement,
    "verb-agreement": verb_agreement,
    "articles": articles,
    "capitals": capitals,
    "spacing": spacing,
}
ALL_RULES = tuple(RULES)


def repaired(
    words: list[Word], source: list[Word], rules: Collection[str] = ALL_RULES
) -> list[Word]:
    """`words` with what the edits broke repaired by the rules named; `source` is all that stood."""
    if unknown := [name for name in rules if name not in RULES]:
        raise UsageError(f"no repair {unknown[0]!r}; known: {', '.join(RULES)}")
    if words == source:
        return words
    for name, rule in RULES.items():
        if name in rules:
            words = rule(words, source)
    return words
