"""Parts of speech, Penn tags and letters: what makes a word fit the place of another."""

from __future__ import annotations

import re
from collections.abc import Sequence

# The classes that vectors, candidates and dictionary forms are keyed by.
CONTENT_PARTS = ("NOUN", "VERB", "ADJ", "ADV")
PARTS = (*CONTENT_PARTS, "OTHER")

_BY_PREFIX = {"NN": "NOUN", "VB": "VERB", "JJ": "ADJ", "RB": "ADV"}
# Closed classes whose members have simpler equals: upon/on, albeit/though, whom/who.
_OTHER_TAGS = {"IN", "CC", "DT", "PDT", "TO", "RP", "WDT", "WP", "WRB", "MD", "EX", "UH"}
_HAVE = {"have", "has", "had", "having", "'ve", "’ve"}
_BE = {"be", "is", "are", "was", "were", "been", "being", "am", "'re", "’re", "'s", "’s", "'m"}
# Nouns that have no plural: they stand for plurals only where no verb or number needs one.
UNCOUNTABLE = frozenset((
    "advice", "anger", "beauty", "blood", "bravery", "care", "cash", "clothing", "cooking",
    "cruelty", "crying", "damage", "dirt", "evidence", "fame", "farming", "fighting",
    "freedom", "fun", "furniture", "happiness", "hate", "hatred", "health", "help", "honesty",
    "housing", "information", "jewellery", "justice", "kindness", "knowledge", "land",
    "laughter", "luck", "luggage", "mail", "maths", "money", "music", "news", "patience",
    "pay", "peace", "permission", "poverty", "progress", "proof", "pride", "rain", "research",
    "respect", "rubbish", "sadness", "safety", "shopping", "skin", "snow", "spending",
    "staff", "strength", "stuff", "teaching", "thinking", "traffic", "training", "transport",
    "travel", "trouble", "underwear", "understanding", "violence", "waste", "water", "wealth",
    "weather", "wood", "worship", "writing", "youth",
))  # fmt: skip
# Sounds decide between `a` and `an`, not letters.
_AN = re.compile(
    r"(?:[aeio]|u(?!n(?:i[^nmd]|a[nl])|s[aeiu]|r[aeiu]|t[ei]|k|b[ie])|hour|hono|hones|heir)"
)
_A = re.compile(r"(?:one\b|once\b|one-|eu|ewe)")


def part_of_speech(word: str, tag: str) -> str | None:
    """The class of a word under its Penn tag; None for names, numbers and marks."""
    if tag in ("NNP", "NNPS"):
        # Taggers take unknown words for names; no English name is written small.
        return "NOUN" if word.islower() else None
    if tag[:2] in _BY_PREFIX:
        return _BY_PREFIX[tag[:2]]
    return "OTHER" if tag in _OTHER_TAGS else None


def settled_tag(tokens: Sequence[str], index: int, tag: str) -> str:
    """The tag with participles told from past tense by the auxiliary before them."""
    if tag not in ("VBD", "VBN"):
        return tag
    for before in reversed([token.lower() for token in tokens[max(0, index - 3) : index]]):
        if before in _HAVE or before in _BE:
            return "VBN"
        # Adverbs may stand between: has never been / was then diverted.
        if not (before.endswith("ly") or before in {"not", "n't", "n’t", "also", "then", "never"}):
            break
    return tag


def wants_an(word: str) -> bool:
    """Whether the article before `word` is `an`."""
    lower = word.lower()
    return bool(_AN.match(lower)) and not _A.match(lower)


def article_before(tokens: Sequence[str], index: int, replacement: str) -> str | None:
    """The article that must stand before `replacement`, where that is not what stands there."""
    if index == 0 or tokens[index - 1].lower() not in ("a", "an"):
        return None
    article = "an" if wants_an(replacement) else "a"
    if article == tokens[index - 1].lower():
        return None
    return article.capitalize() if tokens[index - 1][0].isupper() else article


def cased_like(text: str, model: str, at_start: bool) -> str:
    """`text` with the capitals of the word it replaces."""
    if len(model) > 1 and model.isupper():
        return text.upper()
    if model[:1].isupper() and (at_start or model[1:].islower()):
        return text[:1].upper() + text[1:]
    return text
