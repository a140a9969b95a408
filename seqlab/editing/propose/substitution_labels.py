"""Substitutions as labels: what an editor put for a phrase, on its first word.

`start/V0` on "commenced" says that a form of "start" was put for it; the words of a longer phrase
after the first are labelled `+`. So a tagger learns from the context which of several simple words
fits, where an inventory only counts how often each was put. What was put too seldom to be learned
is `?`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from seqlab.editing.parsed import Tagged
from seqlab.editing.propose.counting import replacements, template
from seqlab.editing.propose.inventory import DELETED, GOES_ON, NO_WORDS, RARE, STAYS

SUBSTITUTION = "substitution"
# A label must be seen so often to be learned.
LEAST_SEEN = 6


def substitution_labels(source: Tagged, target: Tagged | None) -> tuple[str, ...]:
    """One label per token of the source: what the target has in its place."""
    labels = [STAYS] * len(source.tokens)
    if target is None:
        return tuple(labels)
    changes = list(replacements(source, target))
    for change in changes:
        # A phrase that is also replaced word by word is labelled word by word.
        inner = any(
            other is not change and change.start <= other.start and other.end <= change.end
            for other in changes
        )
        if inner:
            continue
        labels[change.start] = template(source, target, change) or DELETED
        for place in range(change.start + 1, change.end):
            labels[place] = GOES_ON
    return tuple(labels)


def substitution_vocabulary(
    sentences: Iterable[Sequence[str]], least: int = LEAST_SEEN
) -> frozenset[str]:
    """The labels that are frequent enough to be learned."""
    counts = Counter(label for labels in sentences for label in labels)
    return frozenset(label for label, count in counts.items() if count >= least)


def known_labels(labels: Iterable[str], vocabulary: Collection[str]) -> tuple[str, ...]:
    """The labels with `?` for those outside the vocabulary."""
    return tuple(label if label in NO_WORDS or label in vocabulary else RARE for label in labels)
