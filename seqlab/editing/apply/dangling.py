"""Repair of small words that lost what they introduced: conjunctions, prepositions, relatives."""

from __future__ import annotations

from seqlab.editing.words import CLOSERS, STOPS, Word, is_hole
from seqlab.english import word_list

_CONJUNCTIONS = frozenset({"and", "or", "but", "nor", "yet", "&"})
_RELATIVES = frozenset({"which", "who", "whom", "whose", "that", "where", "when"})
_RELATIVE_TAGS = frozenset({"WDT", "WP", "WP$", "WRB"})
_ENDS = STOPS | CLOSERS | {",", ";", ":"}
# A preposition at the end may be right ("the bed he slept in"), but not after these losses.
_NEVER_LAST = word_list("prepositions_never_last")


def dangling(words: list[Word], source: list[Word]) -> list[Word]:
    """Drop a conjunction, preposition or relative pronoun whose other half was deleted."""
    while True:
        gone = _dangler(words)
        if gone is None:
            return words
        words = words[:gone] + words[gone + 1 :]


def _dangler(words: list[Word]) -> int | None:
    for i, word in enumerate(words):
        if word.source < 0:
            continue
        after = words[i + 1] if i + 1 < len(words) else None
        lost_next = after is not None and is_hole(word, after)
        lost_before = i > 0 and is_hole(words[i - 1], word)
        ends = after is None or after.text in _ENDS
        if word.lower in _CONJUNCTIONS and word.tag in ("CC", ""):
            if lost_next and (ends or _is_conjunction(after)):
                return i
            # "(dogs) and cats": the first half went with the clause's opening.
            if i == 0 and word.source > 0 and word.lower in ("or", "nor", "&"):
                return i
            if lost_before and words[i - 1].lower in _CONJUNCTIONS:
                return i
        elif lost_next and ends and _introduces(word):
            return i
    return None


def _introduces(word: Word) -> bool:
    """Whether the word only makes sense before another."""
    if word.tag in _RELATIVE_TAGS:
        return word.lower in _RELATIVES
    if word.tag in ("IN", "TO"):
        return word.lower in _NEVER_LAST
    return word.tag == "DT" and word.lower in ("a", "an", "the")


def _is_conjunction(word: Word | None) -> bool:
    return word is not None and word.tag in ("CC", "") and word.lower in _CONJUNCTIONS
