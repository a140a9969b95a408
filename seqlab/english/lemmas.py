"""Dictionary forms of words from their Penn tags."""

from __future__ import annotations

from functools import lru_cache

from seqlab.english.word_lists import word_table

# As comparatives these are words of their own, not forms of "much" and "little".
_OWN = frozenset(("more", "most", "less", "least"))
_UNIVERSAL = {"NN": "NOUN", "VB": "VERB", "JJ": "ADJ", "RB": "ADV"}
_BASE_FORMS = frozenset(("NN", "VB", "JJ", "RB"))


@lru_cache(maxsize=200_000)
def lemma(word: str, tag: str) -> str:
    """The dictionary form of `word` under its Penn tag: `went`, VBD → `go`."""
    lower = word.lower().replace("’", "'")
    if known := word_table("lemmas").get(f"{lower} {tag}"):
        return known
    if tag in ("NNP", "FW", "ADD") or not any(letter.isalpha() for letter in word):
        return word
    if tag in _BASE_FORMS or tag[:2] not in _UNIVERSAL or lower in _OWN:
        return lower
    # lemminflect takes a second to import; who needs trees only should not wait for it.
    from seqlab.inflections import getLemma

    found = getLemma(lower, upos=_UNIVERSAL[tag[:2]])
    base = str(found[0]) if found else lower
    return base[:1].upper() + base[1:] if tag == "NNPS" else base
