"""Terms that a document defines, or uses so often that they are what it is about."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from seqlab.english import lemma
from seqlab.terms.entries import Entry

_DEFINITIONS = (
    re.compile(r"[“\"‘']([^”\"’']{2,40})[”\"’'],? (?:means?|refers? to|is defined as)\b"),
    re.compile(r"\((?:the |hereinafter |collectively |“)*[“\"]([^”\"]{2,40})[”\"]\)"),
    re.compile(r"\b(?:is|are) (?:called|known as) (?:an? |the )?[“\"‘']([^”\"’']{2,40})[”\"’']"),
)
# A topic is said at least so often, and in at least this share of all words.
_LEAST, _SHARE = 4, 0.006
# Words that everybody uses every day are no terms (Zipf frequency), nor are short ones.
_COMMON, _SHORT = 4.7, 5
_MOST = 20


def topic_entries(paragraphs: Iterable[str]) -> tuple[Entry, ...]:
    """The terms that a document defines or is about, to be kept."""
    text = "\n".join(paragraphs)
    defined = {found[1].strip() for one in _DEFINITIONS for found in one.finditer(text)}
    entries = [Entry(term, reason="defined in the document") for term in sorted(defined)]
    words = re.findall(r"[A-Za-z]+(?:-[a-z]+)*", text)
    counts = Counter(lemma(word.lower(), "NNS") for word in words if len(word) >= _SHORT)
    least = max(_LEAST, _SHARE * len(words))
    often = [word for word, count in counts.most_common(_MOST) if count >= least]
    entries += [
        Entry(word, reason="topic of the document", part="noun")
        for word in often
        if word not in {one.lower() for one in defined} and _is_term(word)
    ]
    return tuple(entries)


def _is_term(word: str) -> bool:
    from seqlab.dictionaries import getAllLemmas, zipf_frequency

    parts = getAllLemmas(word)
    return "NOUN" in parts and "VERB" not in parts and zipf_frequency(word) < _COMMON
