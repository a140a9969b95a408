"""Forms of words: a finite verb from a participle, the number of a noun."""

from __future__ import annotations

from functools import lru_cache

from seqlab.english.lemmas import lemma
from seqlab.english.word_lists import word_list

_BE = {"VBZ": "is", "VBP": "are"}


def is_plural(noun: str) -> bool | None:
    """Whether a common noun is plural; None where its form does not tell."""
    lower = noun.lower()
    if lower in word_list("plurals_without_s"):
        return True
    if lower in ("series", "species", "means", "sheep", "fish", "deer"):
        return None
    if lower in word_list("singular_in_s") or not lower.endswith("s"):
        return False
    base = lemma(lower, "NNS")
    return base != lower


@lru_cache(maxsize=20_000)
def verb_form(verb: str, tag: str, wanted: str) -> str | None:
    """The verb, tagged `tag`, in the form of the Penn tag `wanted`; None where it is not sure."""
    base = lemma(verb, tag)
    if base == "be":
        return _BE.get(wanted)
    # A cold start need not wait for lemminflect.
    from seqlab.inflections import getInflection, getLemma

    if base not in getLemma(base, upos="VERB"):
        return None
    forms = getInflection(base, tag=wanted, inflect_oov=False)
    return str(forms[0]) if forms else None


@lru_cache(maxsize=20_000)
def has_form(word: str, tag: str) -> bool:
    """Whether `word` can stand where `tag` is wanted: plural, past, participle, adjective …"""
    lower = word.lower()
    if tag == "NN":
        return is_plural(lower) is not True
    if tag == "NNS":
        return is_plural(lower) is not False
    if tag == "VBG":
        return lower.endswith("ing")
    if tag == "VBZ":
        return lower.endswith("s") or lower in ("has", "is", "does")
    if tag in ("VBD", "VBN"):
        return lower in word_list("same_past_form") or lemma(lower, tag) != lower
    part = {"JJ": "ADJ", "RB": "ADV"}.get(tag)
    if part is None:
        return True
    from seqlab.inflections import getAllLemmas

    return part in getAllLemmas(lower)


def finite(verb: str, tag: str, past: bool, plural: bool) -> str | None:
    """A participle made finite: `using` → `used` or `uses`; None where the form is not sure."""
    if lemma(verb, tag) == "be":
        return be(past, plural)
    return verb_form(verb, tag, "VBD" if past else "VBP" if plural else "VBZ")


def be(past: bool, plural: bool) -> str:
    """`was`, `were`, `is` or `are`."""
    if past:
        return "were" if plural else "was"
    return "are" if plural else "is"
