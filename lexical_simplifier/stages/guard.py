"""What is never replaced: names, numbers, dates, units, marks, addresses, the user's own words."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from corpora import recognize_entities
from seqlab.english import months, number_words, weekdays, word_list

_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*\.?")
_ADDRESS = re.compile(r"(?:https?:|www\.|.+@.+\..+|.+\.(?:com|org|net|edu|gov|uk|io)\b)", re.I)


def protected(
    tokens: Sequence[str], tags: Sequence[str], keep: Collection[str] = frozenset()
) -> list[bool]:
    """For each token, whether it must stay as it is.

    `keep` holds small-letter words that the user wants to stay.
    """
    guarded = [
        _is_protected(token, tag, place == 0 or tokens[place - 1] in _OPENERS, keep)
        for place, (token, tag) in enumerate(zip(tokens, tags, strict=True))
    ]
    for entity in recognize_entities(tokens):
        for place in range(entity.start, entity.end):
            # At the start of a sentence any word has a capital: the tag decides there.
            if place > 0 or tags[place].startswith("NNP") or entity.end - entity.start > 1:
                guarded[place] = True
    return guarded


_OPENERS = frozenset({'"', "“", "‘", "'", "``", "`", "(", "["})


def _is_protected(token: str, tag: str, at_start: bool, keep: Collection[str]) -> bool:
    lower = token.lower()
    if not _WORD.fullmatch(token) or _ADDRESS.match(token) or lower in keep:
        return True
    if lower in word_list("units"):  # another unit would be another quantity
        return True
    if lower in number_words() or tag in ("CD", "NNP", "NNPS", "FW", "SYM", "POS", "LS"):
        # `may` and `march` are months only with a capital; taggers call unknown words names.
        return not (tag in ("NNP", "NNPS") and token.islower())
    if token[0].isupper():
        is_date = lower in months() or lower in weekdays()
        return not at_start or is_date or (len(token) > 1 and token.isupper())
    return any(letter.isupper() for letter in token)
