"""The language of split labels, and slots: words that the opening of a new sentence may repeat.

An opening such as "The river flows" is rare as a string and common as a pattern: the noun right
before the cut and the verb that came last. A slot names the pattern (`[n1]`, `[v]`), so that a
tagger with a few hundred labels can write openings that it never saw.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

INSERT_HEAD, WORD_HEAD = "split.insert", "split.word"
NOTHING = "-"
BOUNDARY = "."
KEEP, DROP, MOVE = "K", "X", "M"
# Stand for a boundary, or an insertion without one, that no label of a vocabulary describes.
OTHER_OPENING, OTHER_WORDS = ".?", "+?"
_BE = frozenset({"is", "are", "was", "were", "will", "would", "can", "may", "must"})
_AUXILIARIES = _BE | {"be", "has", "have", "had"}
Span = tuple[int, int]
_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
_VERBAL = frozenset({"VBD", "VBZ", "VBP", "MD", "VB", "VBN", "VBG", "RP"})
_NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS", "CD"})
_SKIPPED = frozenset({"DT", "PRP$", "PDT", "POS", "WP$"})
_NEGATIONS = frozenset({"not", "n't", "n’t"})
# How far back a noun may stand that is repeated.
_NEAREST = 3


@dataclass(frozen=True, slots=True)
class SlotReader:
    """What the slots of a sentence stand for, by the place of the cut.

    Args:
        tokens: The sentence's words.
        tags: Their Penn tags.
        chunks: Their IOB chunks.
    """

    tokens: tuple[str, ...]
    tags: tuple[str, ...]
    chunks: tuple[str, ...]
    # Every label that is tried at a cut asks.
    _known: dict[int, dict[str, Span]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def at(self, cut: int) -> dict[str, Span]:
        """Every slot that has words before `cut`, and where they stand; the likeliest first.

        `n1`, `n2`, `n3` are the heads of the last noun chunks before the cut, `s` the head of the
        last finite verb's subject, `m` of the first one's; with `+` the whole chunk but its
        determiner, with `*` the determiner too. `v` is the last finite verb with its auxiliaries
        and `w` the first; with `+` the preposition after it too. `f` is the subject of the first
        finite verb where it stands after the cut.
        """
        slots = self._known.get(cut)
        if slots is None:
            slots = self._known[cut] = self._at(cut)
        return slots

    def _at(self, cut: int) -> dict[str, Span]:
        nouns = [span for span in self.noun_chunks() if span[1] <= cut]
        verbs = [span for span in self.verb_groups() if span[1] <= cut]
        named: list[tuple[str, Span]] = []
        for number, span in enumerate(reversed(nouns[-_NEAREST:]), 1):
            named.append((f"n{number}", span))
        if verbs:
            named += [("s", s) for s in (self._subject(verbs[-1], nouns),) if s]
            named += [("m", s) for s in (self._subject(verbs[0], nouns),) if s]
        named += [("f", s) for s in (self.main_subject(),) if s and s[0] > cut]
        slots: dict[str, Span] = {}
        for name, (_, end) in named:
            slots[name] = (end - 1, end)
        for name, (start, end) in named:
            bare = start
            while bare < end - 1 and self.tags[bare] in _SKIPPED:
                bare += 1
            slots[f"{name}+"] = (bare, end)
            slots[f"{name}*"] = (start, end)
        for name, spans in (("v", verbs[-1:]), ("w", verbs[:1])):
            for start, end in spans:
                slots[name] = (start, end)
                if end < cut and self.tags[end] in ("IN", "TO"):
                    slots[f"{name}+"] = (start, end + 1)
        return slots

    def places(self, slot: str, cut: int) -> list[int]:
        """Where the words stand that a slot repeats; a verb without its adverbs but for "not"."""
        start, end = self.at(cut).get(slot, (0, 0))
        verb = slot[:1] in ("v", "w")
        return [
            place
            for place in range(start, end)
            if not verb or self.tags[place] != "RB" or self.tokens[place] in _NEGATIONS
        ]

    def words(self, slot: str, cut: int) -> list[str]:
        """The words that a slot repeats."""
        return [self.tokens[place] for place in self.places(slot, cut)]

    def main_subject(self) -> Span | None:
        """The noun chunk that the first finite verb's subject begins with."""
        verbs = self.verb_groups()
        nouns = self.noun_chunks()
        return self._subject(verbs[0], nouns) if verbs else None

    def noun_chunks(self) -> list[Span]:
        """Noun chunks that end in a noun or number, from left to right."""
        spans: list[Span] = []
        start = -1
        for place in range(len(self.tokens) + 1):
            label = self.chunks[place] if place < len(self.tokens) else "O"
            joins = label == "I-NP" or (
                label == "B-NP" and start >= 0 and self.tags[place] == "POS"
            )
            if start >= 0 and not joins:
                spans.append((start, place))
                start = -1
            if label == "B-NP" and start < 0:
                start = place
        return [span for span in spans if self.tags[span[1] - 1] in _NOUNS]

    def verb_groups(self) -> list[Span]:
        """Finite verbs with what belongs to them: "was not opened", "can be"."""
        spans: list[Span] = []
        place = 0
        while place < len(self.tokens):
            if self.tags[place] not in _FINITE:
                place += 1
                continue
            end = place + 1
            while end < len(self.tokens) and self.tags[end] in (_VERBAL - _FINITE) | {"RB"}:
                end += 1
            while self.tags[end - 1] == "RB" and self.tokens[end - 1] not in _NEGATIONS:
                end -= 1
            spans.append((place, end))
            place = end
        return spans

    def _subject(self, verb: Span, nouns: Sequence[Span]) -> Span | None:
        """The noun chunk before a verb, without the "of" phrases after it."""
        before = [span for span in nouns if span[1] <= verb[0]]
        if not before:
            return None
        place = len(before) - 1
        while place > 0 and self.tags[before[place][0] - 1] == "IN":
            if before[place - 1][1] != before[place][0] - 1:
                break
            place -= 1
        return before[place]


def generalised(insert: str, cut: int, reader: SlotReader, known: Collection[str] = ()) -> str:
    """The insertion with words that the sentence repeats replaced by slots: `. the [n1] was`.

    An insertion in `known` stays as it is.
    """
    if insert == NOTHING or (insert in known and "also" not in insert):
        return insert
    words = insert.split()
    start = words.index(BOUNDARY) + 1 if BOUNDARY in words else 0
    if BOUNDARY in words[start:]:
        return insert
    slots = {name: " ".join(reader.words(name, cut)).lower() for name in reader.at(cut)}
    also = "also" in words[start + 1 :]
    rest = [word for word in words[start:] if not (also and word == "also")]
    pieces: list[str] = []
    place = 0
    while place < len(rest):
        name, length = _slot_at(rest, place, slots)
        pieces.append(f"[{name}]" if name else rest[place])
        place += length
    return " ".join([*words[:start], *pieces, *(["+also"] if also else [])])


def filled(label: str, cut: int, reader: SlotReader) -> list[str] | None:
    """The words that a label writes before the token `cut`, without the boundary.

    None where the sentence has no words for one of its slots.
    """
    pieces = opening_pieces(label, cut, reader)
    if pieces is None:
        return None
    return [piece if isinstance(piece, str) else reader.tokens[piece] for piece in pieces]


def opening_pieces(label: str, cut: int, reader: SlotReader) -> list[str | int] | None:
    """As `filled`, with the place of the token for every word that the sentence repeats."""
    also = label.endswith(" +also")
    pieces: list[str | int] = []
    for piece in label.removesuffix(" +also").split():
        if piece.startswith("[") and piece.endswith("]") and len(piece) > 2:
            repeated = reader.places(piece[1:-1], cut)
            if not repeated:
                return None
            pieces += repeated
        elif piece not in (BOUNDARY, NOTHING):
            pieces.append(piece)
    return _with_also(pieces, reader) if also else pieces


def faithful(insert: str, cut: int, reader: SlotReader, known: Collection[str] = ()) -> str:
    """`generalised`, where filling the slots gives the insertion back; else the insertion."""
    label = generalised(insert, cut, reader, known)
    words = filled(label, cut, reader)
    told = [word for word in insert.split() if word not in (BOUNDARY, NOTHING)]
    return label if words is not None and [word.lower() for word in words] == told else insert


def in_vocabulary(label: str, vocabulary: Collection[str]) -> str:
    """The label, or what stands for labels that the vocabulary does not have."""
    if label == NOTHING or label in vocabulary:
        return label
    return OTHER_OPENING if BOUNDARY in label.split() else OTHER_WORDS


def _slot_at(words: Sequence[str], place: int, slots: dict[str, str]) -> tuple[str, int]:
    """The slot that most words from `place` on fill, and how many; no slot is ("", 1)."""
    best = ("", 0)
    for name, text in slots.items():
        parts = text.split()
        if len(parts) > best[1] and list(words[place : place + len(parts)]) == parts:
            if len(parts) == 1 and (parts[0] in _AUXILIARIES):
                continue
            best = (name, len(parts))
    return best if best[0] else ("", 1)


def _with_also(pieces: list[str | int], reader: SlotReader) -> list[str | int]:
    """ "he was born" → "he was also born", "it won" → "it also won"."""
    for place, piece in enumerate(pieces):
        word = piece if isinstance(piece, str) else reader.tokens[piece]
        last = place == len(pieces) - 1
        if word.lower() in (_BE if last else _AUXILIARIES):
            return [*pieces[: place + 1], "also", *pieces[place + 1 :]]
    return [*pieces[:1], "also", *pieces[1:]]
