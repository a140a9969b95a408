"""`Edit`, one thing that may be done to a sentence, and `Word`, what edits write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from seqlab.text import Token

OPENERS = frozenset("([{“‘«") | {"``"}
CLOSERS = frozenset(")]}”»") | {"''"}
PAIRS = {"(": ")", "[": "]", "{": "}", "“": "”", "«": "»", "``": "''"}
STOPS = frozenset({".", "!", "?", "…", "...", "?!", "!?"})
# Signs that lean on the word before them.
LEANING = frozenset({",", ";", ":", "%"}) | STOPS | CLOSERS
CLITICS = frozenset(
    {"n't", "n’t", "'s", "’s", "'re", "’re", "'ve", "’ve", "'ll", "’ll", "'d", "’d"}
)

# The kind of all edits that come from another system.
PROPOSER = "proposer"


def word_set(text: str) -> frozenset[str]:
    """The words of a list that is written as text."""
    return frozenset(text.split())


@dataclass(frozen=True, slots=True)
class Word:
    """A word to be written, the whitespace after it, and the source token it stands for.

    `source` is that token's position, -1 for a word that was added; `was` is the token as it
    stood in the source, so a repair can tell what has changed.
    """

    text: str
    space: str = " "
    tag: str = ""
    source: int = -1
    was: str = ""

    @property
    def lower(self) -> str:
        """The word in lowercase."""
        return self.text.lower()

    @property
    def changed(self) -> bool:
        """Whether the word differs from what stood in the source."""
        return self.text != self.was

    @property
    def is_word(self) -> bool:
        """Whether it holds a letter or digit, so is more than a sign."""
        # Nearly all words are letters or digits throughout.
        return self.text.isalnum() or any(character.isalnum() for character in self.text)


def words_of(tokens: Sequence[Token], tags: Sequence[str] = ()) -> list[Word]:
    """The tokens as words to be written, unchanged; `tags` are their Penn tags, if known."""
    return [
        Word(token.text, token.space, tags[place] if tags else "", place, token.text)
        for place, token in enumerate(tokens)
    ]


def detokenize(words: Sequence[Word]) -> str:
    """The words with their spaces; the whitespace after the last is left out."""
    pieces = [piece for word in words for piece in (word.text, word.space)]
    return "".join(pieces[:-1])


def is_edit_boundary(before: Word, after: Word) -> bool:
    """Whether something was taken out, put in or changed between two neighbours."""
    return before.source < 0 or after.source < 0 or after.source != before.source + 1


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

    A replacement with `after` leaves its span as it is and writes that behind it, once all repairs
    are done: an explanation in brackets is no reason for another verb form.
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
    after: str = ""

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
        """Whether this split repeats words that `other` takes away, or replaces with others."""
        if any(other.span[0] <= place < other.span[1] for place in self.changes):
            return True
        written = (self.lead, *self.inserts.values())
        repeated = {word.source for words in written for word in words} & {*range(*other.span)}
        if other.operation == "replace":
            # Of "a small amount of" → "a little" a sentence that repeats "the small amount" would
            # keep "the".
            return bool(repeated) and len(repeated) < other.span[1] - other.span[0]
        return bool(repeated) and other.kind not in _MODIFIERS


def covers(outer: Span, inner: Span) -> bool:
    """Whether the first span holds the second."""
    return outer[0] <= inner[0] and inner[1] <= outer[1]
