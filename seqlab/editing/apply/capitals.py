"""Repair of capital letters at the start of a sentence, and where a start moved inside."""

from __future__ import annotations

from dataclasses import replace

from seqlab.editing.words import Word
from seqlab.english import (
    capitalized,
    has_inner_capital,
    looks_like_demonym,
    uncapitalized,
    word_list,
)

# Words that are small inside a sentence whatever their tag says.
_FUNCTION = word_list("lowercase_inside_sentence")
_NAMES = ("NNP", "NNPS", "CD", "FW", "")


def capitals(words: list[Word], source: list[Word]) -> list[Word]:
    """Raise the first letter if the source began so, and lower the old first word elsewhere."""
    first = _first_word(source)
    if first is None or not words:
        return words
    repaired = list(words)
    start = _first_word(repaired)
    raised = not source[first].text[:1].islower()
    for place, word in enumerate(repaired):
        if word.source == first and place != start and is_common(word):
            repaired[place] = replace(word, text=uncapitalized(word.text))
    if start is not None:
        word = repaired[start]
        # An added word opens a sentence that the source did not have.
        if (
            (raised or word.source < 0)
            and (word.source != first or word.changed)
            and not has_inner_capital(word.text)
        ):
            repaired[start] = replace(word, text=capitalized(word.text))
    return repaired


def is_common(word: Word) -> bool:
    """Whether a word with a capital would be written small inside a sentence."""
    if word.lower in _FUNCTION:
        return True
    if word.text == "I" or word.text[1:] != word.text[1:].lower():
        return False
    demonym = word.tag.startswith("JJ") and looks_like_demonym(word.lower)
    return word.tag not in _NAMES and not demonym


def _first_word(words: list[Word]) -> int | None:
    return next((place for place, word in enumerate(words) if word.is_word), None)
