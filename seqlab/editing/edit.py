"""`Edit`: one thing that may be done to a sentence; what propose, judge and apply exchange."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from seqlab.editing.words import Word

Span = tuple[int, int]
# Two cuts nearer to each other would leave a part that is no sentence.
SHORTEST_PART = 3
# Deleting one of these leaves a phrase that can still be repeated, without it.
_MODIFIERS = frozenset({"adjective", "adverb", "intensifier"})


@dataclass(frozen=True, slots=True)
class Edit:
    """Delete a span, replace it by `text`, split it off as a sentence of its own, or cut there.

    A split writes `lead`, then the words of the span but for those at `dropped`, as a new
    sentence: after the rest, or before it if `first`; `rest_lead` opens the rest, and `changes`
    gives words of the span another form. A `sure` edit needs no language model's consent.

    A split with a `cut` moves nothing: a new sentence begins at that token with `lead`, `inserts`
    are written before other tokens, and the span only says how far the edit reaches.
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
    cut: int = -1
    inserts: Mapping[int, tuple[Word, ...]] = field(default_factory=dict, hash=False)

    @property
    def touched(self) -> frozenset[int]:
        """The tokens that a split with a cut drops, changes or writes something before."""
        return frozenset({self.cut, *self.dropped, *self.changes, *self.inserts})

    def conflicts(self, other: Edit) -> bool:
        """Whether the two cannot both be made."""
        if self.cut >= 0 or other.cut >= 0:
            linear, rest = (self, other) if self.cut >= 0 else (other, self)
            return linear._conflicts_as_cut(rest)
        if self.span[1] <= other.span[0] or other.span[1] <= self.span[0]:
            return self._needs(other) or other._needs(self)
        outer, inner = (self, other) if covers(self.span, other.span) else (other, self)
        if outer.operation != "split" or not covers(outer.span, inner.span):
            return True
        if outer.span == inner.span or inner.first:
            return True
        touched = {*outer.dropped, *outer.changes}
        return any(inner.span[0] <= place < inner.span[1] for place in touched)

    def _conflicts_as_cut(self, other: Edit) -> bool:
        """Whether this split with a cut and another edit cannot both be made."""
        if other.cut >= 0:
            return bool(self.touched & other.touched) or abs(self.cut - other.cut) < SHORTEST_PART
        start, end = other.span
        if self._needs(other) or other._needs(self):
            return True
        if other.operation == "replace":
            return any(start <= place < end for place in {*self.dropped, *self.changes}) or any(
                start < place < end for place in self.touched
            )
        if other.operation == "delete":
            # Words that both leave out are no quarrel.
            return any(start <= place < end for place in self.touched - {*self.dropped})
        inside = any(start <= place < end for place in self.touched)
        return inside or self.cut in (start, end)

    def _needs(self, other: Edit) -> bool:
        """Whether this split repeats words that `other` takes away."""
        if any(other.span[0] <= place < other.span[1] for place in self.changes):
            return True
        if other.operation == "replace" or other.kind in _MODIFIERS:
            return False
        written = (self.lead, *self.inserts.values())
        return any(
            other.span[0] <= word.source < other.span[1] for words in written for word in words
        )


def covers(outer: Span, inner: Span) -> bool:
    """Whether the first span holds the second."""
    return outer[0] <= inner[0] and inner[1] <= outer[1]
