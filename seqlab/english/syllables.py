"""How many syllables a word has: as spoken, and as EASSE's FKGL counts."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from seqlab.english.word_lists import word_sequence, word_table

# Patterns are compiled when first used (`re` remembers them), not when this is imported.
_VOWELS = r"[aeiouy]+"
_PIECES = r"[a-z]+|[0-9]"

# Two vowels in a row that are two syllables: "piano", "actual", "being", "poetic", "player".
_APART = (
    r"(?<![ctsgxln])i(?:a(?!ge)|o(?!us))|(?<![ctsgx])i(?:um|us|en(?!d)|et|er(?!c|s?$)|est$)"
    r"|(?<=[ln])ia(?=s?$)|(?<=[ct])i(?:a(?!l|n)|et)|lianc|liab|(?<=^l)io|giant|[rvd]iou|sci(?=en)|[rlns]ier$"
    r"|(?<![gq])u(?:a[^iy]|ou|ity|ing|e[lt]$|ish)|uicid|fluid|ruin|[aeou]ing|cre(?=at[^u])|react"
    r"|reali|eo(?!r|u|n|pl)|[nr]ea(?=$|s$)|(?<=lin)ea(?=r)|oe[tm]|[ao]ic(?!e)|yi|ii|io(?=lo|graph)"
    r"|[aeo]y[aeou](?!d$|s$)|theat|museum|clear$(?<=nuclear)"
)
# An "e" that is written and not spoken, last or inside, and the syllable lost in "-cally".
_SILENT = (
    r"(?<=[^aeiouyl])e$(?<![^aeiouy][tg]re)|(?<=[aeiouyrl]l)e$|(?<=[gq])ue[ds]?$"
    r"|(?<=[^aeiouydt])ed$(?<!dred|cred|aked)(?<![bcdfgkpstz]led)"
    r"|(?<=[^aeiouyscgxz])es$(?<!ches|shes)(?<![bcdfgkpstz]les)"
    r"|(?<=[^aeiouy])e(?=ly$|ful|less|ness|(?<!le)ment)|(?<=c)a(?=lly$)|(?<=^ev)e(?=ry)"
)
# Consonants that carry a syllable: "rhythm", "prism", "couldn't".
_CONSONANT = r"[st]hm|sm$|sms$|dn$|[td]nt$"
# EASSE's counting. Its patterns are those of Greg Fast's Lingua::EN::Syllable, slips included; of
# its word list only words that are not archaic are here.
_EASSE_MORE = (
    *("ia", "riet", "dien", "iu", "io", "ii", "[aeiouy]bl$", "mbl$", "[aeiou]{3}", "^mc"),
    *("ism$", r"(.)(?!\1)([aeiouy])\2l$", "[^l]llien", "^coa[dglx].", "dnt$"),
    r"(.)(?!\1)[gq]ua(.)(?!\2)[aeiou]",
)
_EASSE_LESS = ("cial", "tia", "cius", "cious", "gui", "ion", "iou", "sia$", ".ely$")
_EASSE_KNOWN = {
    "the": 1, "etc": 4, "mr": 2, "mrs": 2, "ms": 1, "dr": 2, "st": 1, "sr": 2, "jr": 2, "lb": 1,
    "60": 2,
}  # fmt: skip


@lru_cache(maxsize=100_000)
def count_syllables(word: str) -> int:
    """The syllables of a word or phrase as spoken, at least one; digits count one each."""
    pieces = re.findall(_PIECES, word.lower().replace("'", ""))
    return sum(_piece(piece) for piece in pieces) or 1


@cache
def _known() -> dict[str, int]:
    return {word: int(count) for word, count in word_table("syllables").items()}


@cache
def _compound() -> str:
    """Words written together that keep the silent "e" of their first part: "somebody"."""
    first = "|".join(word_sequence("compound_first_parts"))
    rest = r"(?=[bcdfghjklmnpqrstvw])(?!(?:ly|less|ment|ness|ful|[drs])s?)(?=...)"
    return rf"^(?:{first}){rest}"


def _piece(piece: str) -> int:
    if piece in _known():
        return _known()[piece]
    if not re.search(_VOWELS, piece):
        return len(piece)  # letters said one by one: "TV", "BBC"
    count = len(re.findall(_VOWELS, piece)) + len(re.findall(_APART, piece))
    count += len(re.findall(_CONSONANT, piece)) - len(re.findall(_SILENT, piece))
    count -= bool(re.match(_compound(), piece))
    return max(1, count)


@lru_cache(maxsize=100_000)
def easse_syllables(token: str) -> int:
    """The syllables of a token as EASSE counts them; punctuation and figures have none."""
    word = token.lower()
    if word in _EASSE_KNOWN:
        return _EASSE_KNOWN[word]
    word = word.rstrip("e")
    more = sum(bool(re.search(rule, word)) for rule in _EASSE_MORE)
    less = sum(bool(re.search(rule, word)) for rule in _EASSE_LESS)
    return len(re.findall(_VOWELS, word)) + more - less
