"""Parts of speech, Penn tags and letters: what makes a word fit the place of another."""

from __future__ import annotations

from collections.abc import Sequence

from seqlab.english import article_for, word_list

# The classes that vectors, candidates and dictionary forms are keyed by.
CONTENT_PARTS = ("NOUN", "VERB", "ADJ", "ADV")
PARTS = (*CONTENT_PARTS, "OTHER")

_BY_PREFIX = {"NN": "NOUN", "VB": "VERB", "JJ": "ADJ", "RB": "ADV"}
# Closed classes whose members have simpler equals: upon/on, albeit/though, whom/who.
_OTHER_TAGS = {"IN", "CC", "DT", "PDT", "TO", "RP", "WDT", "WP", "WRB", "MD", "EX", "UH"}
_HAVE_OR_BE = word_list("forms_of_have") | word_list("forms_of_be")
# Nouns that have no plural: they stand for plurals only where no verb or number needs one.
UNCOUNTABLE = word_list("uncountable_nouns")


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
        if before in _HAVE_OR_BE:
            return "VBN"
        # Adverbs may stand between: has never been / was then diverted.
        if not (before.endswith("ly") or before in {"not", "n't", "n’t", "also", "then", "never"}):
            break
    return tag


def article_before(tokens: Sequence[str], index: int, replacement: str) -> str | None:
    """The article that must stand before `replacement`, where that is not what stands there."""
    if index == 0 or tokens[index - 1].lower() not in ("a", "an"):
        return None
    article = article_for(replacement, tokens[index - 1])
    return None if article.lower() == tokens[index - 1].lower() else article
