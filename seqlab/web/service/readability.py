"""What Flesch's formulas say of texts, and why a sentence is still hard to read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from seqlab.dictionaries import zipf_frequency
from seqlab.documents import text_counts
from seqlab.web.service.schemas import Readability

# Plain-language guides ask for sentences of up to 20 words, easy-read guides for up to 15.
_MOST_WORDS = {"easy": 15}
_MOST_WORDS_ELSE = 20
# Words that occur less than about four times in a million; a reader meets them rarely.
_RARE = 3.6
_SHOWN = 3
_WORD = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*")
_SENTENCE_END = re.compile(r"[.!?][”’\")\]]*\s+(?=[“‘\"(A-Z0-9])")


def readability(texts: Sequence[str]) -> Readability:
    """The readability of sentences together."""
    counts = text_counts(texts)
    return Readability(
        words=counts.words,
        sentences=counts.sentences,
        grade=None if counts.grade is None else round(counts.grade, 2),
        ease=None if counts.ease is None else round(counts.ease, 1),
    )


def why_hard(output: str, level: str | None) -> str:
    """Why a sentence is still hard: too long, or with rare words; nothing if it is neither."""
    most = _MOST_WORDS.get(level or "", _MOST_WORDS_ELSE)
    longest = max(len(_WORD.findall(part)) for part in _SENTENCE_END.split(output))
    reasons = [f"a sentence of {longest} words"] if longest > most else []
    # Names are no hard words.
    words = [word for word in _WORD.findall(output) if word.islower() and len(word) > 3]
    rare = list(dict.fromkeys(word for word in words if zipf_frequency(word) < _RARE))
    if rare:
        reasons.append(f"rare words: {', '.join(rare[:_SHOWN])}")
    return "; ".join(reasons)
