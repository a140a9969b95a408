"""How many syllables a word or phrase has, near enough to compare words by."""

from __future__ import annotations

import re

_VOWELS = re.compile(r"[aeiouy]+")
# A last "e" is silent, and so is that of "-ed" and "-es" after most letters.
_SILENT = re.compile(
    r"(?<=[^aeiouyl])e$|(?<=[aeiouyrl]l)e$|(?<=[^aeiouydt])ed$|(?<=[^aeiouyscgxz])es$"
)
_APART = re.compile(r"ia(?!ge|l|n)|io(?!n|us)|eo(?!u|p)|ua(?!r)|[aeo]ing|iu|uou|creat|nuclear")


def count_syllables(text: str) -> int:
    """Syllables of all words of `text`; a word has at least one."""
    return sum(max(1, _of_word(word)) for word in text.lower().replace("-", " ").split())


def _of_word(word: str) -> int:
    spoken = _SILENT.sub("", word)
    return len(_VOWELS.findall(spoken)) + len(_APART.findall(spoken))
