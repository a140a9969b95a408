"""A recogniser of entities by rules: capitals, honorifics, known places, dates and numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from corpora.entities.names import (
    HONORIFICS,
    MAGNITUDES,
    MONTHS,
    NUMBER_WORDS,
    OF_WORDS,
    OPENERS,
    ORGANISATIONS,
    PARTICLES,
    PLACE_NAMES,
    PLACES,
    WEEKDAYS,
)

_NUMBER = re.compile(r"[+\-−]?\d[\d,.:/]*(?:st|nd|rd|th|s|m|bn|k|%)?|\.\d+")
_DAY = re.compile(r"(?:[12]?\d|3[01])(?:st|nd|rd|th)?|0[1-9]")
_YEAR = re.compile(r"[12]\d{3}")
_PLACEHOLDER = re.compile(r"[A-Z]+@\d+")
_OPENING = frozenset({'"', "“", "‘", "'", "``", "`", "(", "[", "-LRB-", "–", "—", "-", ":", "..."})
_STOPS = frozenset({".", "!", "?"})
_LONGEST_PLACE = max(len(name) for name in PLACE_NAMES)
_LOCATIVE = frozenset({"in", "near", "across"})


@dataclass(frozen=True, slots=True)
class Entity:
    """Tokens `start` to `end` (exclusive), and what they name: PERSON, LOCATION, NUMBER …"""

    start: int
    end: int
    type: str


def recognize_entities(tokens: Sequence[str]) -> list[Entity]:
    """The entities of one sentence, from left to right, none overlapping another.

    Types are PERSON, LOCATION, ORGANIZATION, NUMBER, DATE, and NAME for a capitalised name of
    which nothing tells what it is. Rules know no more than capitals tell: a syntax backend that
    recognises entities may be given in its place.
    """
    entities: list[Entity] = []
    headline = _is_headline(tokens)
    position = 0
    while position < len(tokens):
        entity = (
            _date(tokens, position)
            or _number(tokens, position)
            or _place(tokens, position)
            or (None if headline else _name(tokens, position))
        )
        if entity is None:
            position += 1
        else:
            entities.append(entity)
            position = entity.end
    return entities


def _is_headline(tokens: Sequence[str]) -> bool:
    """Where all long words have capitals, capitals say nothing."""
    words = [token for token in tokens if len(token) > 3 and token.isalpha()]
    return len(words) > 3 and all(word[0].isupper() for word in words)


def _at(tokens: Sequence[str], position: int) -> str:
    return tokens[position] if 0 <= position < len(tokens) else ""


def _date(tokens: Sequence[str], start: int) -> Entity | None:
    first, second = _at(tokens, start), _at(tokens, start + 1)
    if first in WEEKDAYS:
        return Entity(start, start + 1, "DATE")
    if first in MONTHS and _YEAR.fullmatch(second):
        return Entity(start, start + 2, "DATE")
    day_first = _DAY.fullmatch(first) and second in MONTHS
    if not day_first and not (first in MONTHS and _DAY.fullmatch(second)):
        return None
    end = start + 2
    comma = _at(tokens, end) == ","
    if _YEAR.fullmatch(_at(tokens, end + comma)):
        end += comma + 1
    return Entity(start, end, "DATE")


def _number(tokens: Sequence[str], start: int) -> Entity | None:
    first = tokens[start].lower()
    tens, _, ones = first.partition("-")
    is_word = tens in NUMBER_WORDS and (not ones or ones == "one" or ones in NUMBER_WORDS)
    counts = first == "one" and _at(tokens, start + 1) in MAGNITUDES
    if not (_NUMBER.fullmatch(first) or is_word or counts):
        return None
    end = start + 1
    while _at(tokens, end) in MAGNITUDES:
        end += 1
    return Entity(start, end, "NUMBER")


def _place(tokens: Sequence[str], start: int) -> Entity | None:
    for size in range(min(_LONGEST_PLACE, len(tokens) - start), 0, -1):
        end = start + size
        if tuple(tokens[start:end]) in PLACE_NAMES:
            # Part of a longer name (Paris Hilton, Bank of England) it is no place.
            longer = _is_capitalised(_at(tokens, end)) and _at(tokens, end) not in OPENERS
            return None if longer else Entity(start, end, "LOCATION")
    return None


def _name(tokens: Sequence[str], start: int) -> Entity | None:
    if not _is_capitalised(tokens[start]) or tokens[start] in HONORIFICS | MONTHS:
        return None
    end = start + 1
    while end < len(tokens):
        if _is_capitalised(tokens[end]) and tokens[end] not in WEEKDAYS:
            end += 1
        elif _joins(tokens, end) and _is_capitalised(_at(tokens, end + 1)):
            end += 2
        else:
            break
    titled = _at(tokens, start - 1) in HONORIFICS
    if _opens_sentence(tokens, start) and not titled:
        if tokens[start].lower() in OPENERS:
            return None
        # A lone capital at the start is a name only if it cannot be an ordinary word.
        if end == start + 1 and not (tokens[start].isupper() and len(tokens[start]) > 1):
            return None
    return Entity(start, end, _type(tokens, start, end, titled))


def _joins(tokens: Sequence[str], position: int) -> bool:
    word = tokens[position]
    return word in PARTICLES or (word == "of" and tokens[position - 1] in OF_WORDS)


def _type(tokens: Sequence[str], start: int, end: int, titled: bool) -> str:
    words = frozenset(tokens[start:end])
    if titled:
        return "PERSON"
    if words & ORGANISATIONS:
        return "ORGANIZATION"
    if words & PLACES or _at(tokens, start - 1) in _LOCATIVE:
        return "LOCATION"
    # Who speaks or is aged is a person: `Marta Silva, 34,` and `said Marta Silva`.
    after = _at(tokens, end)
    aged = after == "," and _NUMBER.fullmatch(_at(tokens, end + 1)) is not None
    speaks = after in ("said", "says", "told") or _at(tokens, start - 1) in ("said", "says")
    return "PERSON" if aged or speaks else "NAME"


def _is_capitalised(token: str) -> bool:
    return (
        token[:1].isupper()
        and token != "I"
        and any(character.isalpha() for character in token)
        and not token.startswith(("I'", "I’"))
        and _PLACEHOLDER.fullmatch(token) is None
        and token.upper() not in ("-LRB-", "-RRB-")
    )


def _opens_sentence(tokens: Sequence[str], position: int) -> bool:
    before = position - 1
    while before >= 0 and tokens[before] in _OPENING:
        before -= 1
    return before < 0 or tokens[before] in _STOPS
