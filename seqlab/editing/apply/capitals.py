"""Repair of capital letters at the start of a sentence, and where a start moved inside."""

from __future__ import annotations

from dataclasses import replace

from seqlab.editing.words import Word, word_set

# Words that are small inside a sentence whatever their tag says.
_FUNCTION = word_set(
    "a an the this that these those his her its their our my your he she it they we you in on "
    "at by for from with of to and or but as while when where after before since because "
    "although though if there some many most several all both each during under over through "
    "between among one two three four five six seven eight nine ten"
)
_NAMES = ("NNP", "NNPS", "CD", "FW", "")


def capitals(words: list[Word], source: list[Word]) -> list[Word]:
    """Raise the first letter if the source began so, and lower the old first word elsewhere."""
    first = _first_word(source)
    if first is None or not words:
        return words
    mended = list(words)
    start = _first_word(mended)
    raised = not source[first].text[:1].islower()
    for place, word in enumerate(mended):
        if word.source == first and place != start and is_common(word):
            mended[place] = replace(word, text=word.text[:1].lower() + word.text[1:])
    if start is not None:
        word = mended[start]
        # An added word opens a sentence that the source did not have.
        if (
            (raised or word.source < 0)
            and (word.source != first or word.changed)
            and not _has_inner_capital(word.text)
        ):
            mended[start] = replace(word, text=word.text[:1].upper() + word.text[1:])
    return mended


def is_common(word: Word) -> bool:
    """Whether a word with a capital would be written small inside a sentence."""
    if word.lower in _FUNCTION:
        return True
    if word.text == "I" or word.text[1:] != word.text[1:].lower():
        return False
    return word.tag not in _NAMES and not (word.tag.startswith("JJ") and _is_demonym(word.lower))


def _is_demonym(word: str) -> bool:
    endings = ("ish", "ese", "ian", "ean", "can", "ch", "li", "qi", "ani", "ek", "man")
    return word.endswith(endings)


def _first_word(words: list[Word]) -> int | None:
    return next((place for place, word in enumerate(words) if word.is_word), None)


def _has_inner_capital(text: str) -> bool:
    """`iPhone` and `eBay` keep their small letter."""
    return text[:1].islower() and any(letter.isupper() for letter in text)
