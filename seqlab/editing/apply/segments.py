"""Where the characters of a rewritten sentence come from, so that markup can follow its words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from seqlab.editing.edit import Word
from seqlab.text import Token

Kind = Literal["keep", "delete", "insert"]


@dataclass(frozen=True, slots=True)
class Segment:
    """Characters `start`–`end` of a sentence that stay or go, or `text` that comes.

    What is kept and what is deleted is the source in its order; what is kept and what is inserted
    is the output. `like` is the character whose look an insertion takes, -1 for that of its place.
    """

    kind: Kind
    start: int = 0
    end: int = 0
    text: str = ""
    like: int = -1


@dataclass(frozen=True, slots=True)
class Revision:
    """A sentence's new text, and how it comes from the old one; unchanged without segments."""

    text: str
    segments: tuple[Segment, ...] = ()


@dataclass(frozen=True, slots=True)
class _Atom:
    """A word or a space of the output; `key` is its place in the source, -1 for a new one."""

    text: str
    key: int
    like: int


def revision(tokens: Sequence[Token], sentences: Sequence[Sequence[Word]], text: str) -> Revision:
    """How the sentences, written as `text`, come from the tokens of one."""
    if not tokens:
        return Revision(text)
    gap = next((token.space for token in tokens if token.space), " ")
    return Revision(text, _segments(tokens, _atoms(tokens, sentences, gap)))


def _atoms(tokens: Sequence[Token], sentences: Sequence[Sequence[Word]], gap: str) -> list[_Atom]:
    base = tokens[0].start
    seen: set[int] = set()
    atoms: list[_Atom] = []
    for number, words in enumerate(sentences):
        if number:
            atoms.append(_Atom(gap, -1, -1))
        for place, word in enumerate(words):
            source = word.source
            # A word that is repeated does not repeat its look.
            again = source < 0 or (source in seen and word.text == tokens[source].text)
            like = -1 if again else tokens[source].start - base
            same = source >= 0 and word.text == tokens[source].text
            atoms.append(_Atom(word.text, 2 * source if same else -1, like))
            if source >= 0:
                seen.add(source)
            if word.space and place < len(words) - 1:
                kept = source >= 0 and word.space == tokens[source].space
                atoms.append(_Atom(word.space, 2 * source + 1 if kept else -1, -1))
    last = len(tokens) - 1
    if atoms and atoms[-1].key < 0 and atoms[-1].text == tokens[last].text:
        # A stop that was put at the end is the one that stood there, wherever that went.
        moved = [_Atom(one.text, -1, -1) if one.key == 2 * last else one for one in atoms[:-1]]
        atoms = [*moved, _Atom(atoms[-1].text, 2 * last, -1)]
    return atoms


def _segments(tokens: Sequence[Token], atoms: Sequence[_Atom]) -> tuple[Segment, ...]:
    base = tokens[0].start
    spans = []
    for token in tokens:
        end = token.end - base
        spans += [(token.start - base, end), (end, end + len(token.space))]
    length = tokens[-1].end - base
    kept = _increasing([atom.key for atom in atoms])
    changes: list[Segment] = []
    position = 0
    pending: list[Segment] = []
    for number, atom in enumerate(atoms):
        if number not in kept:
            pending.append(Segment("insert", text=atom.text, like=atom.like))
            continue
        start, end = spans[atom.key]
        if position < start:
            changes.append(Segment("delete", position, start))
        changes += pending
        changes.append(Segment("keep", start, end))
        pending, position = [], end
    if position < length:
        changes.append(Segment("delete", position, length))
    return tuple(_merged([*changes, *pending], tokens))


def _increasing(keys: Sequence[int]) -> set[int]:
    """The places of a longest increasing run of the keys that are not negative."""
    tails: list[int] = []
    places: list[int] = []
    before = [-1] * len(keys)
    for place, key in enumerate(keys):
        if key < 0:
            continue
        rank = bisect_left(tails, key)
        before[place] = places[rank - 1] if rank else -1
        if rank == len(tails):
            tails.append(key)
            places.append(place)
        elif tails[rank] != key:  # of a word that comes twice the first counts
            tails[rank], places[rank] = key, place
    found: set[int] = set()
    place = places[-1] if places else -1
    while place >= 0:
        found.add(place)
        place = before[place]
    return found


def _merged(segments: Sequence[Segment], tokens: Sequence[Token]) -> list[Segment]:
    """Neighbours of one kind as one; a kept space between two changes changes with them."""
    base = tokens[0].start
    spaces = {
        (token.end - base, token.end - base + len(token.space)): token.space for token in tokens
    }
    runs: list[list[Segment]] = [[]]
    for place, one in enumerate(segments):
        inner = 0 < place < len(segments) - 1
        space = spaces.get((one.start, one.end), "") if one.kind == "keep" else ""
        if space and inner and segments[place - 1].kind != "keep" != segments[place + 1].kind:
            runs[-1] += [
                Segment("delete", one.start, one.end),
                Segment("insert", text=space, like=-1),
            ]
        elif one.kind == "keep":
            runs += [[one], []]
        else:
            runs[-1].append(one)
    merged: list[Segment] = []
    for run in runs:
        if run and run[0].kind == "keep":
            if merged and merged[-1].kind == "keep" and merged[-1].end == run[0].start:
                merged[-1] = Segment("keep", merged[-1].start, run[0].end)
            else:
                merged.append(run[0])
            continue
        merged += _change(run, spaces)
    return merged


def _change(run: Sequence[Segment], spaces: dict[tuple[int, int], str]) -> list[Segment]:
    """A change as one deletion and what is inserted; a space that ends both stays."""
    gone = [one for one in run if one.kind == "delete"]
    come: list[Segment] = []
    for one in (one for one in run if one.kind == "insert"):
        if come and (come[-1].like == one.like or one.text.isspace()):
            come[-1] = Segment("insert", text=come[-1].text + one.text, like=come[-1].like)
        else:
            come.append(one)
    if not gone:
        return come
    start, end = gone[0].start, gone[-1].end
    tail = next((size for size in spaces if size[1] == end and size[0] >= start), None)
    if tail and come and tail[0] < tail[1]:
        space, last = spaces[tail], come[-1]
        if last.text.endswith(space):
            come[-1] = Segment("insert", text=last.text.removesuffix(space), like=last.like)
            come = come if come[-1].text else come[:-1]
            first = [Segment("delete", start, tail[0])] if start < tail[0] else []
            return [*first, *come, Segment("keep", *tail)]
    return [Segment("delete", start, end), *come]
