"""`a` or `an`: the sound that a word begins with decides, not its letter."""

from __future__ import annotations

import re

_SILENT_H = ("hour", "honest", "honor", "honour", "heir")
_VOWELS = tuple("aeiouáéíóúàèäëïöü")
# Words whose first vowel is spoken like `you` or `won`: unit, using, European, one.
_CONSONANT_SOUND = re.compile(
    r"uni(?!n|m|denti)|unanim|us[eiua]|ut[ieo]|ur(?:[ia]n|ic|al|u|e[at])|ufo|u[ks]$|uk[reui]|ubi"
    r"|eu|ew|on(?:e|ce)(?![a-z])|ouija"
)
_LETTERS_WITH_VOWEL = "AEFHILMNORSX"


def wants_an(word: str) -> bool:
    """Whether the article before `word` is `an`: before `hour` and `MP` it is, not before `one`."""
    if word[:1].isdigit():
        return word[0] == "8" or re.match(r"1[18](?:\D|$|,\d)", word) is not None
    if len(word) > 1 and word.isupper():
        return word[0] in _LETTERS_WITH_VOWEL if len(word) < 4 else word[0] in "AEIO"
    lower = word.lower()
    if lower.startswith(_SILENT_H):
        return True
    return lower.startswith(_VOWELS) and _CONSONANT_SOUND.match(lower) is None


def article_for(word: str, article: str) -> str:
    """`a` or `an` as `word` wants it, with the capital of the article that stands there."""
    wanted = "an" if wants_an(word) else "a"
    return wanted.capitalize() if article[:1].isupper() else wanted
