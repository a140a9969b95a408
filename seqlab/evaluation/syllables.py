"""How many syllables an English word has: our own count, and the one EASSE's FKGL uses."""

from __future__ import annotations

import re
from functools import lru_cache

_VOWELS = re.compile(r"[aeiouy]+")
_PIECES = re.compile(r"[a-z]+|[0-9]")

# Two vowels in a row that are two syllables: "piano", "actual", "being", "poetic", "player".
_APART = re.compile(
    r"(?<![ctsgxln])i(?:a(?!ge)|o(?!us))|(?<![ctsgx])i(?:um|us|en(?!d)|et|er(?!c|s?$)|est$)"
    r"|(?<=[ln])ia(?=s?$)|(?<=[ct])i(?:a(?!l|n)|et)|lianc|liab|(?<=^l)io|giant|[rvd]iou|sci(?=en)|[rlns]ier$"
    r"|(?<![gq])u(?:a[^iy]|ou|ity|ing|e[lt]$|ish)|uicid|fluid|ruin|[aeou]ing|cre(?=at[^u])|react"
    r"|reali|eo(?!r|u|n|pl)|[nr]ea(?=$|s$)|(?<=lin)ea(?=r)|oe[tm]|[ao]ic(?!e)|yi|ii|io(?=lo|graph)"
    r"|[aeo]y[aeou](?!d$|s$)|theat|museum|clear$(?<=nuclear)"
)
# An "e" that is written and not spoken, last or inside, and the syllable lost in "-cally".
_SILENT = re.compile(
    r"(?<=[^aeiouyl])e$(?<![^aeiouy][tg]re)|(?<=[aeiouyrl]l)e$|(?<=[gq])ue[ds]?$"
    r"|(?<=[^aeiouydt])ed$(?<!dred|cred|aked)(?<![bcdfgkpstz]led)"
    r"|(?<=[^aeiouyscgxz])es$(?<!ches|shes)(?<![bcdfgkpstz]les)"
    r"|(?<=[^aeiouy])e(?=ly$|ful|less|ness|(?<!le)ment)|(?<=c)a(?=lly$)|(?<=^ev)e(?=ry)"
)
# Words written together that keep the silent "e" of their first part: "somebody", "lifestyle".
_COMPOUND = re.compile(
    r"^(?:some|there|where|here|base|house|life|home|safe|face|frame|guide|wide|more|fire|name|note"
    r"|side|space|state|store|time|wave|whole|trade|grave|lake|like)(?=[bcdfghjklmnpqrstvw])"
    r"(?!(?:ly|less|ment|ness|ful|[drs])s?)(?=...)"
)
# Consonants that carry a syllable: "rhythm", "prism", "couldn't".
_CONSONANT = re.compile(r"[st]hm|sm$|sms$|dn$|[td]nt$")
_KNOWN = {
    "mr": 2, "mrs": 2, "dr": 2, "jr": 2, "sr": 2, "etc": 4, "vs": 2, "hour": 1, "hours": 1,
    "people": 2, "business": 2, "colonel": 2, "every": 2, "evening": 2, "area": 3, "areas": 3,
    "idea": 3, "ideas": 3, "someone": 2, "one": 1, "once": 1, "january": 4, "february": 4,
    "wednesday": 2, "several": 3, "different": 3, "science": 2, "society": 4, "diet": 2, "quiet": 2,
    "being": 2, "doing": 2, "going": 2, "species": 2, "series": 2, "million": 2, "billion": 2,
    "region": 2, "europe": 2, "european": 4, "w": 3,
}  # fmt: skip

# EASSE's counting. Its patterns are those of Greg Fast's Lingua::EN::Syllable, slips included; of
# its word list only words that are not archaic are here.
_EASSE_MORE = tuple(
    map(
        re.compile,
        (
            *("ia", "riet", "dien", "iu", "io", "ii", "[aeiouy]bl$", "mbl$", "[aeiou]{3}", "^mc"),
            *("ism$", r"(.)(?!\1)([aeiouy])\2l$", "[^l]llien", "^coa[dglx].", "dnt$"),
            r"(.)(?!\1)[gq]ua(.)(?!\2)[aeiou]",
        ),
    )
)
_EASSE_LESS = tuple(
    map(
        re.compile,
        ("cial", "tia", "cius", "cious", "gui", "ion", "iou", "sia$", ".ely$"),
    )
)
_EASSE_KNOWN = {
    "the": 1, "etc": 4, "mr": 2, "mrs": 2, "ms": 1, "dr": 2, "st": 1, "sr": 2, "jr": 2, "lb": 1,
    "60": 2,
}  # fmt: skip


@lru_cache(maxsize=100_000)
def count_syllables(word: str) -> int:
    """The syllables of a word as spoken; digits count one each, and nothing counts none."""
    pieces = _PIECES.findall(word.lower().replace("'", ""))
    return sum(_piece(piece) for piece in pieces) or 1


def _piece(piece: str) -> int:
    if piece in _KNOWN:
        return _KNOWN[piece]
    if not _VOWELS.search(piece):
        return len(piece)  # letters said one by one: "TV", "BBC"
    count = len(_VOWELS.findall(piece)) + len(_APART.findall(piece))
    count += len(_CONSONANT.findall(piece)) - len(_SILENT.findall(piece))
    count -= bool(_COMPOUND.match(piece))
    return max(1, count)


@lru_cache(maxsize=100_000)
def easse_syllables(token: str) -> int:
    """The syllables of a token as EASSE counts them; punctuation and figures have none."""
    word = token.lower()
    if word in _EASSE_KNOWN:
        return _EASSE_KNOWN[word]
    word = word.rstrip("e")
    more = sum(bool(rule.search(word)) for rule in _EASSE_MORE)
    less = sum(bool(rule.search(word)) for rule in _EASSE_LESS)
    return len(_VOWELS.findall(word)) + more - less
