"""Substitutions as labels: what an editor put for a phrase, on its first word.

`start/V0` on "commenced" says that a form of "start" was put for it; the words of a longer phrase
after the first are labelled `+`. So a tagger learns from the context which of several simple words
fits, where an inventory only counts how often each was put. What was put too seldom to be learned
is `?`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from seqlab.editing.parsed import Tagged
from seqlab.editing.propose.counting import replacements, template
from seqlab.editing.propose.inventory import LONGEST_SOURCE, filled, is_common_word, trimmed

SUBSTITUTION = "substitution"
STAYS, GOES_ON, RARE, DELETED = "-", "+", "?", "∅"
_NO_WORDS = frozenset({STAYS, GOES_ON, RARE})
# A label must be seen so often to be learned.
LEAST_SEEN = 6
# What is proposed: labels this likely, and words that this likely belong to the phrase before.
LEAST_LIKELY, _SAME_PHRASE = 0.04, 0.4
_MOST = 8


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
    return tuple(label if label in _NO_WORDS or label in vocabulary else RARE for label in labels)


@dataclass(frozen=True, eq=False)
class SubstitutionProbabilities:
    """What a tagger says of the substitutions in a sentence: tokens by labels."""

    rows: np.ndarray
    labels: tuple[str, ...]
    _texts: dict[int, tuple[Tagged, dict[str, float]]] = field(default_factory=dict, repr=False)

    def of(self, label: str, place: int) -> float:
        """How likely a token has a label; 0 for a label that the tagger never learned."""
        if label not in self.labels:
            return 0.0
        return float(self.rows[place, self.labels.index(label)])

    def best(self, place: int) -> list[tuple[str, float]]:
        """The likeliest labels of a token that put or delete something, the likeliest first."""
        row = self.rows[place]
        top = np.argpartition(-row, min(_MOST, len(row) - 1))[: _MOST + 1]
        ranked = sorted(((float(row[n]), self.labels[n]) for n in top), reverse=True)
        return [(label, share) for share, label in ranked if label not in _NO_WORDS and share]

    def texts(self, text: Tagged, place: int) -> dict[str, float]:
        """What the likeliest labels of a token write (nothing: deleted), with their chances.

        Read it, never change it: proposing asks first, then every edit that begins there.
        """
        known = self._texts.get(place)
        if known is not None and known[0] is text:
            return known[1]
        chances: dict[str, float] = {}
        for label, share in self.best(place):
            new = "" if label == DELETED else filled(label, text, place, place + 1)
            if new is not None:
                chances[new] = chances.get(new, 0.0) + share
        self._texts[place] = (text, chances)
        return chances

    def phrase_end(self, start: int) -> int:
        """Where the phrase that begins at a token ends."""
        end = start + 1
        while end < len(self.rows) and end - start < LONGEST_SOURCE:
            if self.of(GOES_ON, end) < _SAME_PHRASE:
                break
            end += 1
        return end

    def proposals(self, text: Tagged) -> Iterator[tuple[int, int, str, float]]:
        """Tokens `start` to `end` become a text, with the chance of its label."""
        starts: Sequence[int] = range(len(text.tokens))
        if STAYS in self.labels:
            changes = self.rows[:, self.labels.index(STAYS)] <= 1 - LEAST_LIKELY
            starts = changes.nonzero()[0].tolist()
        for start in starts:
            end = self.phrase_end(start)
            for new, chance in self.texts(text, start).items():
                if chance < LEAST_LIKELY:
                    continue
                first, last, words = trimmed(text.tokens, start, end, new)
                if first < last and _all_common(text, first, last):
                    yield first, last, words, chance


def _all_common(text: Tagged, start: int, end: int) -> bool:
    return all(is_common_word(text.tokens[k], text.tags[k]) for k in range(start, end))
