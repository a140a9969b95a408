"""Repairs of what stands between words: spaces, punctuation, brackets and quotes."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from seqlab.editing.words import CLITICS, LEANING, OPENERS, PAIRS, STOPS, Word, is_hole

_CLOSING = {closer: opener for opener, closer in PAIRS.items()}
_PAUSES = frozenset({",", ";", ":", "-", "–", "—", "--"})
_STRENGTH = {",": 1, "-": 1, "–": 1, "—": 1, "--": 1, ":": 2, ";": 2}
_STRAIGHT = frozenset({'"'})


def brackets(words: list[Word], source: list[Word]) -> list[Word]:
    """Drop empty pairs, and brackets or quotes whose partner went, if both stood in the source."""
    while True:
        gone = _empty_pairs(words) or _orphans(words, source)
        if not gone:
            return words
        words = _without(words, gone)


def _empty_pairs(words: list[Word]) -> set[int]:
    for i in range(len(words) - 1):
        opener, closer = words[i].text, words[i + 1].text
        empty = PAIRS.get(opener) == closer or (opener == closer and opener in _STRAIGHT)
        if empty and is_hole(words[i], words[i + 1]):
            return {i, i + 1}
    return set()


def _orphans(words: list[Word], source: list[Word]) -> set[int]:
    partners = partners_of([word.text for word in source])
    there = {word.source for word in words}
    return {
        i
        for i, word in enumerate(words)
        if word.source in partners and partners[word.source] not in there
    }


def partners_of(texts: list[str]) -> dict[int, int]:
    """The partner's place of every bracket or quote that has one."""
    found: dict[int, int] = {}
    open_places: list[int] = []
    for place, text in enumerate(texts):
        if text in _STRAIGHT:
            if open_places and texts[open_places[-1]] == text:
                opener = open_places.pop()
                found[opener], found[place] = place, opener
            else:
                open_places.append(place)
        elif text in PAIRS:
            open_places.append(place)
        elif text in _CLOSING and open_places and texts[open_places[-1]] == _CLOSING[text]:
            opener = open_places.pop()
            found[opener], found[place] = place, opener
    return found


def punctuation(words: list[Word], source: list[Word]) -> list[Word]:
    """Drop punctuation that an edit doubled or left without a word to follow."""
    while True:
        gone = _stray(words)
        if not gone:
            return words
        words = _without(words, gone)


def _stray(words: list[Word]) -> set[int]:
    if words and words[0].text in _PAUSES | STOPS and words[0].source != 0 and len(words) > 1:
        return {0}
    for i in range(len(words) - 1):
        before, after = words[i], words[i + 1]
        if not is_hole(before, after):
            continue
        if before.text in _PAUSES and (after.text in STOPS or after.text in _CLOSING):
            return {i}
        if before.text in OPENERS and after.text in _PAUSES:
            return {i + 1}
        if before.text in _PAUSES and after.text in _PAUSES:
            weaker = _STRENGTH[before.text] <= _STRENGTH[after.text]
            return {i} if weaker else {i + 1}
        if before.text == "." and after.text in STOPS:
            return {i + 1} if after.text == "." else {i}
    return set()


def spacing(words: list[Word], source: list[Word]) -> list[Word]:
    """Give every hole the space that its neighbours want, in the manner of the source."""
    repaired = list(words)
    for i in range(len(words) - 1):
        before, after = words[i], words[i + 1]
        if not is_hole(before, after):
            continue
        repaired[i] = replace(before, space=_space(before, after, source))
    return repaired


def _space(before: Word, after: Word, source: list[Word]) -> str:
    # What stood before `after` in the source; a tokenised text has a space even before a comma.
    stood = source[after.source - 1].space if after.source > 0 else None
    if after.text in LEANING or after.lower in CLITICS:
        if stood is None:
            return " " if _is_apart(source) else ""
        return stood if stood == "" or _is_apart(source) else ""
    if before.text in OPENERS:
        return before.space if _is_apart(source) else ""
    if before.space and before.text not in OPENERS:
        return before.space
    return stood or " "


def _is_apart(source: list[Word]) -> bool:
    """Whether the source is tokenised text, with a space before most of its signs."""
    spaces = [before.space != "" for before, after in pairwise(source) if after.text in LEANING]
    return sum(spaces) * 2 > len(spaces)


def _without(words: list[Word], places: set[int]) -> list[Word]:
    return [word for place, word in enumerate(words) if place not in places]
