"""Repairs of number: the verb and the determiner follow a noun whose number has changed."""

from __future__ import annotations

from dataclasses import replace

from seqlab.editing.words import Word
from seqlab.english import is_plural, verb_form

_TO_PLURAL = {"this": "these", "that": "those"}
_TO_SINGULAR = {plural: singular for singular, plural in _TO_PLURAL.items()}
_ADVERBS = ("RB",)


def verb_agreement(words: list[Word], source: list[Word]) -> list[Word]:
    """Inflect the verb right after a replaced noun (adverbs may stand between) for its number."""
    repaired = list(words)
    for i, noun in enumerate(words):
        plural = _new_number(noun)
        if plural is None or _in_coordination_or_phrase(words, i):
            continue
        j = i + 1
        while j < len(words) and words[j].tag in _ADVERBS:
            j += 1
        if j < len(words) and words[j].tag in ("VBZ", "VBP", "VBD"):
            repaired[j] = _verb_for(words[j], plural)
    return repaired


def determiner_agreement(words: list[Word], source: list[Word]) -> list[Word]:
    """Make `this`, `that`, `these`, `those`, `a` agree with a noun that changed its number."""
    repaired: list[Word] = list(words)
    dropped: set[int] = set()
    for i, noun in enumerate(words):
        plural = _new_number(noun)
        if plural is None:
            continue
        j = i - 1
        while j >= 0 and words[j].tag in ("JJ", "JJR", "JJS", "RB", "NN", "VBN", "VBG"):
            j -= 1
        if j < 0 or words[j].tag != "DT":
            continue
        lower = words[j].lower
        other = (_TO_PLURAL if plural else _TO_SINGULAR).get(lower)
        if other:
            text = other.capitalize() if words[j].text[0].isupper() else other
            repaired[j] = replace(words[j], text=text)
        elif plural and lower in ("a", "an"):
            dropped.add(j)
    return [word for place, word in enumerate(repaired) if place not in dropped]


def _new_number(noun: Word) -> bool | None:
    """True for now plural, False for now singular, None where the number is what it was."""
    if noun.tag not in ("NN", "NNS") or not noun.changed or not noun.was or not noun.is_word:
        return None
    # "a group of singers" has the number of "group".
    plural = is_plural(noun.text.split(" of ")[0].split()[-1])
    return None if plural is None or plural == (noun.tag == "NNS") else plural


def _in_coordination_or_phrase(words: list[Word], place: int) -> bool:
    """Whether the noun may not be the subject's head: "X and Y are", "a group of Ys is"."""
    j = place - 1
    while j >= 0 and words[j].tag in ("JJ", "JJR", "JJS", "DT", "PRP$", "NN", "CD", "VBN", "RB"):
        j -= 1
    return j >= 0 and words[j].tag in ("CC", "IN", "TO", ",")


def _verb_for(verb: Word, plural: bool) -> Word:
    lower = verb.lower
    if verb.tag == "VBD":
        if lower not in ("was", "were"):
            return verb
        form = "were" if plural else "was"
    else:
        found = verb_form(lower, verb.tag, "VBP" if plural else "VBZ")
        if found is None:
            return verb
        form = found
    return replace(verb, text=form)
