"""All forms of a word, and a word in the form of another."""

from __future__ import annotations

from functools import lru_cache

_TAGS = {
    "NOUN": ("NN", "NNS"),
    "VERB": ("VB", "VBD", "VBG", "VBN", "VBZ"),
    "ADJ": ("JJ", "JJR", "JJS"),
}
PARTS = {"noun": "NOUN", "verb": "VERB", "adjective": "ADJ", "adverb": "ADV", "name": "PROPN"}


@lru_cache(maxsize=20_000)
def forms_of(word: str, part: str = "") -> frozenset[str]:
    """The inflected forms of a word in lowercase, the word itself included.

    Args:
        word: A word in any form.
        part: `noun`, `verb` or `adjective`, to leave out the forms of others; else all.
    """
    from seqlab.dictionaries import getInflection, getLemma

    lower = word.lower()
    forms = {lower}
    if not lower.isalpha() or part in ("adverb", "name"):
        return frozenset(forms)
    kinds = [PARTS[part]] if part in PARTS else list(_TAGS)
    for kind in kinds:
        for base in getLemma(lower, upos=kind, lemmatize_oov=False):
            for tag in _TAGS[kind]:
                forms |= {str(one).lower() for one in getInflection(base, tag, inflect_oov=False)}
    if len(forms) == 1:  # a word that no dictionary has is most likely a noun
        forms |= {str(one).lower() for one in getInflection(lower, "NNS", inflect_oov=True)}
    return frozenset(forms)


@lru_cache(maxsize=20_000)
def inflected_like(simple: str, tag: str) -> str:
    """A simple term in the form that the Penn tag asks for: its noun, or the verb that opens it."""
    from seqlab.dictionaries import getInflection

    if tag not in ("NNS", "NNPS", "VBD", "VBG", "VBN", "VBZ", "JJR", "JJS"):
        return simple
    words = simple.split()
    if tag in ("NNS", "NNPS"):
        head = next((n for n, word in enumerate(words) if word in ("of", "for", "in")), len(words))
        place, tag = max(0, head - 1), "NNS"
        # "money that you owe": the noun stands before the clause.
        clause = next((n for n, w in enumerate(words) if w in ("that", "who", "which")), len(words))
        place = min(place, max(0, clause - 1))
    else:
        place = 0
    forms = getInflection(words[place], tag, inflect_oov=tag == "NNS")
    if not forms:
        return simple
    return " ".join([*words[:place], str(forms[0]), *words[place + 1 :]])
