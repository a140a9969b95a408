"""Dictionary forms of words from their Penn tags."""

from __future__ import annotations

from functools import lru_cache

# Closed-class words that lemminflect does not inflect; the forms are those of UD English.
_CLITICS = {
    ("n't", "RB"): "not",
    ("n’t", "RB"): "not",
    ("'s", "VBZ"): "be",
    ("’s", "VBZ"): "be",
    ("'m", "VBP"): "be",
    ("’m", "VBP"): "be",
    ("'re", "VBP"): "be",
    ("’re", "VBP"): "be",
    ("'ve", "VBP"): "have",
    ("’ve", "VBP"): "have",
    ("'ve", "VB"): "have",
    ("’ve", "VB"): "have",
    ("'d", "MD"): "would",
    ("’d", "MD"): "would",
    ("'d", "VBD"): "have",
    ("’d", "VBD"): "have",
    ("'ll", "MD"): "will",
    ("’ll", "MD"): "will",
    ("ca", "MD"): "can",
    ("wo", "MD"): "will",
    ("sha", "MD"): "shall",
    ("me", "PRP"): "I",
    ("him", "PRP"): "he",
    ("us", "PRP"): "we",
    ("them", "PRP"): "they",
    ("i", "PRP"): "I",
    ("an", "DT"): "a",
    ("these", "DT"): "this",
    ("those", "DT"): "that",
}
_UNIVERSAL = {"NN": "NOUN", "VB": "VERB", "JJ": "ADJ", "RB": "ADV"}


@lru_cache(maxsize=200_000)
def lemma(word: str, tag: str) -> str:
    """The dictionary form of `word` under its Penn tag: `went`, VBD → `go`."""
    lower = word.lower()
    if (lower, tag) in _CLITICS:
        return _CLITICS[lower, tag]
    if tag in ("NNP", "NNPS", "FW", "ADD") or not any(letter.isalpha() for letter in word):
        return word
    if tag == "PRP$" or tag[:2] not in _UNIVERSAL:
        return lower
    if tag in ("NN", "VB", "JJ", "RB"):
        return lower
    # lemminflect writes into a shared cache and is slow to import; most users need it late.
    from lemminflect import getLemma

    found = getLemma(lower, upos=_UNIVERSAL[tag[:2]])
    return str(found[0]) if found else lower
