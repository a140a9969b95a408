"""`Edit`: one thing that may be done to a sentence; what propose, judge and apply exchange."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from seqlab.editing.words import Word

Span = tuple[int, int]
# Deleting one of these leaves a phrase that can still be repeated, without it.
_MODIFIERS = frozenset({"adjective", "adverb", "intensifier"})


@dataclass(frozen=True, slots=True)
class Edit:
    """Delete a span, replace it by `text`, or split it off as a sentence of its own.

    A split writes `lead`, then the words of the span but for those at `dropped`, as a new
    sentence: after the rest, or before it if `first`; `rest_lead` opens the rest, and `changes`
    gives words of the span another form. A `sure` edit needs no language model's consent.
    """

    operation: str
    kind: str
    span: Span
    text: str = ""
    lead: tuple[Word, ...] = ()
    rest_lead: tuple[Word, ...] = ()
    dropped: tuple[int, ...] = ()
    changes: Mapping[int, str] = field(default_factory=dict, hash=False)
    first: bool = False
    sure: bool = False

    def conflicts(self, other: Edit) -> bool:
        """Whether the two cannot both be made."""
        if self.span[1] <= other.span[0] or other.span[1] <= self.span[0]:
            return self._needs(other) or other._needs(self)
        outer, inner = (self, other) if covers(self.span, other.span) else (other, self)
        if outer.operation != "split" or not covers(outer.span, inner.span):
            return True
        if outer.span == inner.span or inner.first:
            return True
        touched = {*outer.dropped, *outer.changes}
        return any(inner.span[0] <= place < inner.span[1] for place in touched)

    def _needs(self, other: Edit) -> bool:
        """Whether this split repeats words that `other` takes away."""
        if any(other.span[0] <= place < other.span[1] for place in self.changes):
            return True
        if other.operation == "replace" or other.kind in _MODIFIERS:
            return False
        return any(other.span[0] <= word.source < other.span[1] for word in self.lead)


def covers(outer: Span, inner: Span) -> bool:
    """Whether the first span holds the second."""
    return outer[0] <= inner[0] and inner[1] <= outer[1]
