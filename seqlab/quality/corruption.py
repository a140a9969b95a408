"""Rewritings spoilt on purpose: what shipped models may learn bad grammar and lost meaning from.

Editors' rewritings are nearly all good, so a model that saw only them would not know what a broken
output looks like. Each fault is one that systems make: words dropped, a span lost, a word moved,
doubled, put in from elsewhere or inflected wrongly, an auxiliary lost, neighbours swapped, the
beginning or the end cut off, a sentence broken in two.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from seqlab.alignment import is_content, is_punctuation, lemmas
from seqlab.dictionaries import getInflection
from seqlab.english import capitalized, word_list, word_sequence

# What a fault takes from grammar.
_GRAMMAR = {
    "drop function word": 0.3,
    "drop word": 0.25,
    "drop span": 0.25,
    "move word": 0.3,
    "double word": 0.25,
    "foreign word": 0.2,
    "wrong form": 0.25,
    "cut end": 0.35,
    "drop auxiliary": 0.3,
    "swap neighbours": 0.3,
    "wrong function word": 0.25,
    "cut start": 0.3,
    "break sentence": 0.3,
    "stray comma": 0.1,
}
FAULTS = tuple(_GRAMMAR)
_FORMS = ("VB", "VBZ", "VBD", "VBG", "NN", "NNS")
# What it takes from meaning, beside the share of content words that it costs: broken text is hard
# to understand even where no word is lost.
_MEANING = {
    "foreign word": 0.15,
    "swap neighbours": 0.15,
    "wrong function word": 0.15,
    "break sentence": 0.15,
    "drop auxiliary": 0.1,
    "cut start": 0.1,
    "cut end": 0.1,
    "move word": 0.08,
    "wrong form": 0.08,
    "double word": 0.05,
}


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
        meaning -= max(0, lost) / content + _MEANING.get(fault, 0.0)
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
    if fault == "drop auxiliary":
        auxiliaries = word_list("forms_of_be") | word_list("forms_of_have")
        places = [place for place in places if words[place].lower() in auxiliaries]
    if fault == "wrong function word":
        function = word_list("function_words")
        places = [place for place in places if words[place] in function]
    if fault in ("swap neighbours", "break sentence", "stray comma"):
        # Inside the sentence, between two words.
        places = [place for place in places if place - 1 in places and place > 1]
    if len(words) < 5 or not places:
        return None
    at = draw.choice(places)
    if fault in ("drop function word", "drop word", "drop auxiliary"):
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
    if fault == "swap neighbours":
        return [*words[: at - 1], words[at], words[at - 1], *words[at + 1 :]]
    if fault == "wrong function word":
        others = word_sequence("function_words")
        return [*words[:at], draw.choice(others), *words[at + 1 :]]
    if fault == "cut start":
        rest = words[draw.randint(1, max(1, len(words) // 2)) :]
        return [capitalized(rest[0]), *rest[1:]]
    if fault == "break sentence":
        return [*words[:at], ".", capitalized(words[at]), *words[at + 1 :]]
    if fault == "stray comma":
        return [*words[:at], ",", *words[at:]]
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
