"""`PlainWords`: hard words and phrases with what plain English puts for them, and where that holds.

The list that ships, `plain_words.tsv`, was written for the project. A line has five columns:
target, part of speech (N, V, A, R, or X for phrases and function words), substitutes joined by
`|`, the best first, how far to trust them, and conditions on the words around joined by `;`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from seqlab.errors import DataError
from seqlab.files import check_hashes, read_lines

PLAIN_WORDS = Path(__file__).parent / "plain_words.tsv"
_FIX = (
    "install SeqLab again; a list of your own is an option (plain_words=PATH), and a list changed "
    "for a release gets its hash by: make hashes"
)
Key = tuple[str, str]
Trust = Literal["context", "usually", "always"]
# `always`: right wherever the conditions hold; `usually`: if the words around do not object;
# `context`: one of several senses, so it only helps ranking.
TRUST: dict[Trust, int] = {"context": 1, "usually": 2, "always": 3}
PARTS = {"N": "NOUN", "V": "VERB", "A": "ADJ", "R": "ADV", "X": "OTHER"}
_PLACES = ("prev", "next", "prev2", "next2", "tag")
_TEXT = re.compile(r"[^\W\d_]+(?:[-'’ ][^\W\d_]+)*")
_CONDITION = re.compile(rf"({'|'.join(_PLACES)})(!?=)(\S+)")


@dataclass(frozen=True, slots=True)
class Condition:
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


@dataclass(frozen=True, slots=True)
class PlainWord:
    """One line of the list."""

    target: str
    part: str
    substitutes: tuple[str, ...]
    trust: Trust
    when: tuple[Condition, ...] = ()

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


def read_plain_words(path: str | Path = PLAIN_WORDS) -> PlainWords:
    """The list of a file; every line is checked, and of the list that ships its hash too.

    Whoever wants another list gives its path; the one that ships is part of the model.
    """
    if Path(path) == PLAIN_WORDS:
        check_hashes(PLAIN_WORDS.parent, [PLAIN_WORDS.name], _FIX)
    found: list[PlainWord] = []
    seen: dict[tuple[str, str, str], int] = {}
    for number, line in enumerate(read_lines(path), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        word = _plain_word(path, number, line)
        own = (word.target, word.part, line.split("\t")[4:5][0].strip() if "\t" in line else "")
        if own in seen:
            raise DataError(
                path,
                f"the same target under the same conditions as in line {seen[own]}",
                line=number,
                value=word.target,
                fix="join the two lines",
            )
        seen[own] = number
        found.append(word)
    return PlainWords.of(found)


def _plain_word(path: str | Path, number: int, line: str) -> PlainWord:
    def wrong(what: str, value: str, fix: str = "") -> DataError:
        return DataError(path, what, line=number, value=value, fix=fix)

    columns = line.rstrip("\n").split("\t")
    if len(columns) == 4:
        columns.append("")
    if len(columns) != 5:
        raise wrong(
            f"{len(columns)} columns, not 5", line, "target, part, substitutes, trust, conditions"
        )
    target, part, texts, trust, when = (column.strip() for column in columns)
    substitutes = tuple(text.strip() for text in texts.split("|"))
    for text in (target, *substitutes):
        if not _TEXT.fullmatch(text) or text != text.lower():
            raise wrong("not words in lowercase", text)
    if target in substitutes:
        raise wrong("a word cannot stand for itself", target)
    if len(set(substitutes)) < len(substitutes):
        raise wrong("a substitute is named twice", texts)
    if part not in PARTS:
        raise wrong("no such part of speech", part, f"one of {' '.join(PARTS)}")
    if trust not in TRUST:
        raise wrong("no such trust", trust, f"one of {' '.join(TRUST)}")
    conditions = []
    for text in filter(None, (text.strip() for text in when.split(";"))):
        match = _CONDITION.fullmatch(text)
        if match is None:
            raise wrong("no condition", text, "such as next=of,in or prev!=NN")
        conditions.append(_condition(*match.groups()))
    return PlainWord(target, PARTS[part], substitutes, trust, tuple(conditions))


def _condition(place: str, sign: str, values: str) -> Condition:
    parts = [","] if values == "," else [value for value in values.split(",") if value]
    # Tags are written large, words small; marks and numbers are words.
    tags = tuple(value for value in parts if value.isupper())
    words = frozenset(value for value in parts if not value.isupper())
    return Condition(place, sign == "=", words, tags)
