"""Rewritings spoilt on purpose: what shipped models may learn bad grammar and lost meaning from.

Editors' rewritings are nearly all good, so a model that saw only them would not know what a broken
output looks like. Each fault is one that systems make: words dropped, a span lost, a word moved,
doubled, put in from elsewhere or inflected wrongly, the end cut off.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from seqlab.alignment import is_content, is_punctuation, lemmas
from seqlab.inflections import getInflection

# What a fault takes from grammar; meaning is counted by the content words that it costs.
_GRAMMAR = {
    "drop function word": 0.3,
    "drop word": 0.25,
    "drop span": 0.25,
    "move word": 0.3,
    "double word": 0.25,
    "foreign word": 0.2,
    "wrong form": 0.25,
    "cut end": 0.35,
}
FAULTS = tuple(_GRAMMAR)
_FORMS = ("VB", "VBZ", "VBD", "VBG", "NN", "NNS")
_MEANING_OF_FOREIGN, _MEANING_OF_MOVE = 0.15, 0.08


def corrupted(
    tokens: Sequence[str], faults: int, pool: Sequence[str], draw: random.Random
) -> tuple[list[str], float, float]:
    """The tokens with so many faults, and what is left of grammar and meaning, both in 0–1."""
    words = list(tokens)
    content = max(1, sum(map(is_content, words)))
    grammar, meaning = 1.0, 1.0
    for _ in range(faults):
        fault = draw.choice(FAULTS)
        changed = _apply(fault, words, pool, draw)
        if changed is None:
            continue
        lost = sum(map(is_content, words)) - sum(map(is_content, changed))
        meaning -= max(0, lost) / content
        meaning -= _MEANING_OF_FOREIGN * (fault == "foreign word")
        meaning -= _MEANING_OF_MOVE * (fault == "move word")
        grammar -= _GRAMMAR[fault]
        words = changed
    return words, max(0.0, grammar), max(0.0, meaning)


def _apply(
    fault: str, words: list[str], pool: Sequence[str], draw: random.Random
) -> list[str] | None:
    """The words with one fault, or None where there is no place for it."""
    places = [place for place, word in enumerate(words) if not is_punctuation(word)]
    if fault == "drop function word":
        places = [place for place in places if not is_content(words[place])]
    if fault == "wrong form":
        places = [place for place in places if words[place].islower() and len(words[place]) > 2]
    if len(words) < 5 or not places:
        return None
    at = draw.choice(places)
    if fault in ("drop function word", "drop word"):
        return [*words[:at], *words[at + 1 :]]
    if fault == "drop span":
        size = draw.randint(2, max(2, len(words) // 4))
        return [*words[:at], *words[at + size :]]
    if fault == "move word":
        rest = [*words[:at], *words[at + 1 :]]
        to = draw.randrange(len(rest))
        return [*rest[:to], words[at], *rest[to:]]
    if fault == "double word":
        size = draw.randint(1, 3)
        return [*words[: at + size], *words[at : at + size], *words[at + size :]]
    if fault == "foreign word":
        keep = draw.random() < 0.3
        return [*words[: at + keep], draw.choice(pool), *words[at + 1 :]]
    if fault == "wrong form":
        return _inflected_wrongly(words, at, draw)
    return [*words[: max(2, draw.randint(len(words) // 3, len(words) - 2))], "."]


def _inflected_wrongly(words: list[str], at: int, draw: random.Random) -> list[str] | None:
    forms = {
        form
        for lemma in lemmas(words[at])
        for tag in _FORMS
        for form in getInflection(lemma, tag, inflect_oov=False)
    } - {words[at]}
    if not forms:
        return None
    return [*words[:at], draw.choice(sorted(forms)), *words[at + 1 :]]
