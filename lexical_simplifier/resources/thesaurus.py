"""What may stand for what: `Thesaurus`, by evidence, and `PlainWords`, by a list written for it.

The list has hard words and phrases with what plain English puts for them, and where that holds.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

# Cosines are kept in one byte.
_COSINE_STEPS = 127


@dataclass(frozen=True, eq=False)
class Thesaurus:
    """Candidates of entry `r`: places `offsets[r]` to `offsets[r + 1]` of the other arrays.

    `wordnet` is 1 for synonyms of Open English WordNet, `ppdb` the number of PPDB pairs among the
    forms of the two words, `table` how often editors put the candidate for the word and `reverse`
    how often the word for the candidate, `cosine` the likeness of the vectors before retrofitting,
    `shared` the share of synonyms that both have.
    """

    offsets: NDArray[np.int32]
    candidates: NDArray[np.uint16]
    wordnet: NDArray[np.uint8]
    ppdb: NDArray[np.uint8]
    table: NDArray[np.uint8]
    reverse: NDArray[np.uint8]
    cosine: NDArray[np.int8]
    shared: NDArray[np.uint8]

    def span(self, row: int) -> slice:
        """Where the candidates of an entry are."""
        return slice(int(self.offsets[row]), int(self.offsets[row + 1]))

    def has(self, heads: NDArray[np.int64], rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether each of `rows` is a candidate of the entry beside it in `heads`."""
        # Entries beyond its last have no candidates.
        ends = self.offsets[np.minimum(heads + 1, len(self.offsets) - 1)]
        starts = self.offsets[np.minimum(heads, len(self.offsets) - 1)]
        sizes = ends - starts
        owners = np.repeat(np.arange(len(heads)), sizes)
        places = np.arange(len(owners)) + np.repeat(starts - (np.cumsum(sizes) - sizes), sizes)
        same = self.candidates[places] == rows[owners]
        return np.bincount(owners[same], minlength=len(heads)).astype(bool)

    def cosines(self, places: NDArray[np.int64]) -> NDArray[np.float32]:
        """Cosines between -1 and 1."""
        return self.cosine[places].astype(np.float32) / np.float32(_COSINE_STEPS)

    def shares(self, places: NDArray[np.int64]) -> NDArray[np.float32]:
        """Shared synonyms between 0 and 1."""
        return self.shared[places].astype(np.float32) / np.float32(255)

    def without_counts(
        self, table: NDArray[np.uint8], reverse: NDArray[np.uint8], listed: NDArray[np.bool_]
    ) -> Thesaurus:
        """The thesaurus as if these sightings had not been; candidates on no other ground go.

        `listed` are the places of plain words, which are a ground of their own.
        """
        left = self.table - np.minimum(self.table, table)
        gone = (
            (left == 0)
            & (self.table > 0)
            & ~listed
            & (self.wordnet == 0)
            & (self.ppdb == 0)
            & (self.cosine < _COSINE_STEPS * 0.4)
        )
        owners = np.repeat(np.arange(len(self.offsets) - 1), np.diff(self.offsets))[~gone]
        sizes = np.bincount(owners, minlength=len(self.offsets) - 1)
        counted = replace(
            self, table=left, reverse=self.reverse - np.minimum(self.reverse, reverse)
        )
        kept = {
            item.name: getattr(counted, item.name)[~gone]
            for item in fields(self)
            if item.name != "offsets"
        }
        return Thesaurus(np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32), **kept)

    def extended(
        self, rows: int, pairs: NDArray[np.int64], cosines: NDArray[np.float32]
    ) -> Thesaurus:
        """The thesaurus of `rows` entries with more candidates, known by their likeness only."""
        offsets = np.concatenate(
            [self.offsets, np.full(rows + 1 - len(self.offsets), self.offsets[-1])]
        )
        owners = np.repeat(np.arange(rows), np.diff(offsets))
        order = np.argsort(np.concatenate([owners, pairs[:, 0]]), kind="stable")
        added = {
            "candidates": pairs[:, 1].astype(np.uint16),
            "cosine": stored_cosine(cosines),
        }
        columns = {}
        for item in fields(self):
            if item.name != "offsets":
                old = getattr(self, item.name)
                more = added.get(item.name, np.zeros(len(pairs), dtype=old.dtype))
                columns[item.name] = np.concatenate([old, more])[order]
        sizes = np.diff(offsets) + np.bincount(pairs[:, 0], minlength=rows)
        return Thesaurus(np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32), **columns)

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays as they are stored; counts of the table, mostly zero, by place."""
        arrays = {item.name: getattr(self, item.name) for item in fields(self)}
        for name in ("table", "reverse", "ppdb"):
            places = np.flatnonzero(arrays[name]).astype(np.uint32)
            arrays[f"{name}_places"] = places
            arrays[name] = arrays[name][places]
        arrays["wordnet"] = np.packbits(arrays["wordnet"])
        return arrays

    @classmethod
    def from_arrays(cls, arrays: dict[str, NDArray[Any]]) -> Thesaurus:
        """The thesaurus that `to_arrays` wrote."""
        size = len(arrays["candidates"])
        full = {name: arrays[name] for name in ("offsets", "candidates", "cosine", "shared")}
        for name in ("table", "reverse", "ppdb"):
            full[name] = np.zeros(size, dtype=np.uint8)
            full[name][arrays[f"{name}_places"]] = arrays[name]
        full["wordnet"] = np.unpackbits(arrays["wordnet"], count=size)
        return cls(**full)


def stored_cosine(cosines: NDArray[np.float32]) -> NDArray[np.int8]:
    """Cosines in one byte each."""
    return np.rint(np.clip(cosines, -1, 1) * _COSINE_STEPS).astype(np.int8)


Key = tuple[str, str]
Trust = Literal["context", "usually", "always"]
# `always`: right wherever the conditions hold; `usually`: if the words around do not object;
# `context`: one of several senses, so it only helps ranking.
TRUST: dict[Trust, int] = {"context": 1, "usually": 2, "always": 3}


# Tuples, not data classes: thousands of them are made at every start.
class Condition(NamedTuple):
    """What a neighbour must be, or must not: one of some words, or tagged with one of some tags."""

    place: str
    wanted: bool
    words: frozenset[str]
    tags: tuple[str, ...]

    def holds(self, tokens: Sequence[str], tags: Sequence[str], start: int, end: int) -> bool:
        """Whether it is met around `tokens[start:end]`; beyond the sentence there is no word."""
        places = {"prev": start - 1, "next": end, "prev2": start - 2, "next2": end + 1}
        place = places.get(self.place, start)
        inside = 0 <= place < len(tokens)
        word, tag = (tokens[place].lower(), tags[place]) if inside else ("", "")
        met = word in self.words or bool(self.tags and tag.startswith(self.tags))
        return met == self.wanted


_PLACES = ("prev", "next", "prev2", "next2", "tag")
CONDITION = re.compile(rf"({'|'.join(_PLACES)})(!?=)(\S+)")


@lru_cache(maxsize=10_000)
def _conditions(text: str) -> tuple[Condition, ...]:
    found = (CONDITION.fullmatch(one.strip()) for one in text.split(";"))
    return tuple(_condition(*match.groups()) for match in found if match is not None)


def _condition(place: str, sign: str, values: str) -> Condition:
    parts = [","] if values == "," else [value for value in values.split(",") if value]
    # Tags are written large, words small; marks and numbers are words.
    tags = tuple(value for value in parts if value.isupper())
    words = frozenset(value for value in parts if not value.isupper())
    return Condition(place, sign == "=", words, tags)


class PlainWord(NamedTuple):
    """One line of the list; its conditions are read when they are first asked."""

    target: str
    part: str
    substitutes: tuple[str, ...]
    trust: Trust
    conditions: str = ""

    @property
    def when(self) -> tuple[Condition, ...]:
        """The conditions."""
        return _conditions(self.conditions) if self.conditions else ()

    def holds(self, tokens: Sequence[str], tags: Sequence[str], start: int, end: int) -> bool:
        """Whether its conditions are met around `tokens[start:end]`.

        A noun before a noun is part of a term, unless a condition speaks of what comes next.
        """
        in_term = self.part == "NOUN" and end < len(tags) and tags[end].startswith("NN")
        if in_term and not any(condition.place.startswith("next") for condition in self.when):
            return False
        return all(condition.holds(tokens, tags, start, end) for condition in self.when)


@dataclass(frozen=True, slots=True)
class Listing:
    """What the list says of a target in its place: the trust and rank of each substitute.

    `unmet` are substitutes of lines whose conditions are not met there.
    """

    trusts: Mapping[str, int]
    ranks: Mapping[str, int]
    unmet: frozenset[str]

    @property
    def trust(self) -> int:
        """The highest trust of any substitute; 0 where the list says nothing."""
        return max(self.trusts.values(), default=0)


NOTHING = Listing({}, {}, frozenset())


@dataclass(frozen=True, eq=False)
class PlainWords:
    """The lines of a list by target and part of speech."""

    lines: Mapping[Key, tuple[PlainWord, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, words: Iterable[PlainWord]) -> PlainWords:
        """A list of these lines, in their order."""
        lines: dict[Key, list[PlainWord]] = defaultdict(list)
        for word in words:
            lines[word.target, word.part].append(word)
        return cls({key: tuple(own) for key, own in lines.items()})

    def __len__(self) -> int:
        return sum(len(own) for own in self.lines.values())

    def pairs(self) -> Iterable[tuple[Key, Key]]:
        """Every target with every substitute."""
        for (target, part), own in self.lines.items():
            for substitute in dict.fromkeys(text for word in own for text in word.substitutes):
                yield (target, part), (substitute, part)

    def entries(self) -> Iterable[Key]:
        """Targets and substitutes, each once."""
        return dict.fromkeys(key for pair in self.pairs() for key in pair)

    def listing(
        self, key: Key, tokens: Sequence[str], tags: Sequence[str], start: int, end: int
    ) -> Listing:
        """What the list says of `key` at `tokens[start:end]`."""
        own = self.lines.get(key)
        if own is None:
            return NOTHING
        trusts: dict[str, int] = {}
        ranks: dict[str, int] = {}
        unmet: set[str] = set()
        for word in own:
            if not word.holds(tokens, tags, start, end):
                unmet.update(word.substitutes)
                continue
            for rank, text in enumerate(word.substitutes):
                trusts[text] = max(TRUST[word.trust], trusts.get(text, 0))
                ranks[text] = min(rank, ranks.get(text, rank))
        return Listing(trusts, ranks, frozenset(unmet - trusts.keys()))
