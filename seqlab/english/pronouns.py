"""Personal pronouns: their cases, and whom they speak of."""

from __future__ import annotations

from collections.abc import Iterable

NOMINATIVE = frozenset({"i", "he", "she", "it", "we", "they", "you"})
MASCULINE = frozenset({"he", "his", "him", "himself"})
FEMININE = frozenset({"she", "her", "hers", "herself"})
# The owner as a subject: "his death", "he died".
SUBJECT_OF_POSSESSIVE = {"his": "he", "her": "she", "its": "it", "their": "they"}


def pronoun_in(texts: Iterable[str]) -> str | None:
    """`he` or `she`, where the pronouns among `texts` speak of one sex only."""
    words = {text.lower() for text in texts}
    masculine, feminine = bool(words & MASCULINE), bool(words & FEMININE)
    if masculine == feminine:
        return None
    return "he" if masculine else "she"
