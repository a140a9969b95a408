"""Flesch's formulas: grade level (FKGL) and reading ease (FRE), with two ways of counting.

`seqlab` counts words (not punctuation), sentences of our splitter and spoken syllables. `easse`
counts as EASSE does: every token is a word, punctuation has no syllables, and syllables follow
the patterns of an old Perl module; only EASSE's sentence splitter (NLTK's punkt, a download) is
ours instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import Literal

import numpy as np

from seqlab.english import count_syllables
from seqlab.errors import UsageError
from seqlab.evaluation.metrics.metric import Array, Metric, ratio
from seqlab.evaluation.metrics.score import Score
from seqlab.evaluation.metrics.segments import Segments
from seqlab.evaluation.metrics.signature import Signature, signature
from seqlab.evaluation.metrics.tokenizers import Tokenizer, tokenize_lines
from seqlab.text import split_sentences, tokenize

Counting = Literal["seqlab", "easse", "punctuation"]
COUNTINGS = ("seqlab", "easse", "punctuation")
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


class _Readability(Metric):
    needs_references = False

    def __init__(self, counting: Counting = "seqlab", tokenizer: Tokenizer = "13a") -> None:
        if counting not in COUNTINGS:
            raise UsageError(f"no counting {counting!r}; known: {', '.join(COUNTINGS)}")
        self.counting: Counting = counting
        # Only EASSE's counting depends on the tokeniser.
        self.tokenizer: Tokenizer = tokenizer

    def counts(self, segments: Segments) -> Array:
        """Words, sentences and syllables of each output."""
        if self.counting == "easse":
            rows = [_count_as_easse(text, self.tokenizer) for text in segments.outputs]
            return np.array(rows, dtype=np.float64)
        return text_counts(segments.outputs, self.counting)

    def signature(self, references: int) -> Signature:
        """How words, sentences and syllables are counted."""
        tokenizer = self.tokenizer if self.counting == "easse" else None
        return signature(self.name, counting=self.counting, tok=tokenizer)


class Fkgl(_Readability):
    """Flesch-Kincaid grade level: school years it takes to read the outputs."""

    name = "FKGL"
    higher_is_better = False

    def combine(self, totals: Array) -> Array:
        """The grade, never below 0."""
        return np.maximum(grade(totals), 0)[..., None]


class Fre(_Readability):
    """Flesch reading ease: 100 is very easy, 0 very hard."""

    name = "FRE"

    def combine(self, totals: Array) -> Array:
        """The ease; it may fall below 0 or pass 100."""
        words, sentences, syllables = np.moveaxis(totals, -1, 0)
        ease = 206.835 - 1.015 * ratio(words, sentences) - 84.6 * ratio(syllables, words)
        return np.asarray(ease)[..., None]


def corpus_fkgl(outputs: Iterable[str], counting: Counting = "seqlab") -> Score:
    """Grade level of a list of texts."""
    listed = list(outputs)
    return Fkgl(counting).corpus(listed, listed)


def grade(totals: Array) -> Array:
    """Grade level from words, sentences and syllables (Kincaid et al. 1975)."""
    words, sentences, syllables = np.moveaxis(totals, -1, 0)
    return np.asarray(0.39 * ratio(words, sentences) + 11.8 * ratio(syllables, words) - 15.59)


def text_counts(texts: Iterable[str], counting: Counting = "seqlab") -> Array:
    """Words, sentences and syllables of each text.

    `punctuation` counts a punctuation mark as a word of one syllable (Xu et al. 2016, 3.1).
    """
    count = _count_with_punctuation if counting == "punctuation" else _count
    return np.array([count(text) for text in texts], dtype=np.float64)


def _count(text: str) -> tuple[int, int, int]:
    words = [token for token in _tokens(text) if _is_word(token)]
    return len(words), max(1, len(split_sentences(text))), sum(map(count_syllables, words))


def _count_with_punctuation(text: str) -> tuple[int, int, int]:
    tokens = _tokens(text)
    syllables = sum(count_syllables(token) if _is_word(token) else 1 for token in tokens)
    return len(tokens), max(1, len(split_sentences(text))), syllables


def _count_as_easse(text: str, tokenizer: Tokenizer) -> tuple[int, int, int]:
    sentences = split_sentences(text) or [text]
    tokens = list(chain.from_iterable(tokenize_lines(sentences, tokenizer, lowercase=True)))
    return len(tokens), len(sentences), sum(map(easse_syllables, tokens))


@lru_cache(maxsize=100_000)
def easse_syllables(token: str) -> int:
    """The syllables of a token as EASSE counts them; punctuation and digits have none."""
    word = token.lower()
    if word in _EASSE_KNOWN:
        return _EASSE_KNOWN[word]
    word = word.rstrip("e")
    more = sum(bool(re.search(rule, word)) for rule in _EASSE_MORE)
    less = sum(bool(re.search(rule, word)) for rule in _EASSE_LESS)
    return len(re.findall("[aeiouy]+", word)) + more - less


def _tokens(text: str) -> list[str]:
    """Words with their clitics: "don't" is read as one word."""
    whole: list[str] = []
    for token in tokenize(text):
        if whole and token.lower() in _CLITICS and _is_word(whole[-1]):
            whole[-1] += token
        else:
            whole.append(token)
    return whole


_CLITICS = {f"{mark}{end}" for mark in "'’" for end in ("s", "re", "ve", "ll", "d", "m")} | {
    "n't",
    "n’t",
}


def _is_word(token: str) -> bool:
    return any(character.isalnum() for character in token)
