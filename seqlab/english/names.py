"""The pronoun of a name or noun – he, she or it – where a word of it tells; None elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from seqlab.english.morphology import lemma
from seqlab.english.word_lists import word_list

_THING_ENDINGS = ("tion", "ment", "ness", "ism", "ology", "graphy", "ium", "ship", "hood", "ware")


@cache
def _men() -> frozenset[str]:
    return word_list("given_names_male") | word_list("titles_male")


@cache
def _women() -> frozenset[str]:
    return word_list("given_names_female") | word_list("titles_female")


def _is_first(word: str) -> bool:
    """Whether the word can begin the name of a person."""
    return word in _men() or word in _women() or word in word_list("titles")


def is_thing(noun: str) -> bool:
    """Whether a noun surely names no person."""
    base = lemma(noun.lower(), "NNS")
    return base in word_list("nouns_inanimate") or (base.endswith(_THING_ENDINGS) and len(base) > 6)


def pronoun_of_name(name: Sequence[str]) -> str | None:
    """`he`, `she` or `it` for the words of a name."""
    lower = [word.lower() for word in name]
    first, last = lower[0], lower[-1]
    # "Peter Hill" is a man, "Forest Hill" a place, and "Victoria Park" may be either.
    if len(lower) > 1 and _is_first(first) and last in word_list("surnames_that_are_nouns"):
        return None
    man, woman = first in _men(), first in _women()
    if is_thing(last) or (len(lower) > 1 and is_thing(first) and not man):
        return "it"
    if man == woman:
        return None
    return "he" if man else "she"


def pronoun_of_noun(noun: str) -> str | None:
    """`he`, `she` or `it` for a common noun."""
    base = lemma(noun.lower(), "NNS")
    if base in word_list("nouns_male"):
        return "he"
    if base in word_list("nouns_female"):
        return "she"
    return "it" if is_thing(base) else None


def has_first_name(name: Sequence[str]) -> bool:
    """Whether the first of several words is a person's name or title."""
    return len(name) > 1 and _is_first(name[0].lower())
