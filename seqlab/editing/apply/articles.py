"""Repair of `a` and `an` before a word that has changed, by sound where spelling misleads."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from seqlab.editing.words import Word, is_hole

_SILENT_H = ("hour", "honest", "honor", "honour", "heir")
_CONSONANT_SOUND = re.compile(
    r"(?:uni(?!n|m)|us(?:e|u|a)|ut(?:i|e|o)|ur(?:i|a)n|ufo|u[ks]$|ubiq|eu|ew|on(?:e|ce)(?![a-z])|ouija)"
)
_LETTERS_WITH_VOWEL = "AEFHILMNORSX"


def articles(words: list[Word], source: list[Word]) -> list[Word]:
    """Write `a` or `an` as the next word wants, where an edit came between or changed it."""
    mended = list(words)
    for i, (word, after) in enumerate(pairwise(words)):
        if word.lower not in ("a", "an") or not after.is_word:
            continue
        if word.tag not in ("DT", "") or not (
            is_hole(word, after) or after.changed or word.changed
        ):
            continue
        wanted = "an" if starts_with_vowel(after.text) else "a"
        if wanted != word.lower:
            text = wanted.capitalize() if word.text[0].isupper() else wanted
            mended[i] = replace(word, text=text)
    return mended


def starts_with_vowel(word: str) -> bool:
    """Whether the word begins with a vowel when spoken: `hour` and `MP` do, `one` does not."""
    if word[:1].isdigit():
        return word[0] == "8" or re.match(r"1[18](?:\D|$|,\d)", word) is not None
    if len(word) > 1 and word.isupper():
        return word[0] in _LETTERS_WITH_VOWEL if len(word) < 4 else word[0] in "AEIO"
    lower = word.lower()
    if lower.startswith(_SILENT_H):
        return True
    return lower[:1] in tuple("aeiouáéíóúàèäëïöü") and _CONSONANT_SOUND.match(lower) is None
