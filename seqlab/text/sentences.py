"""Where sentences start and end inside a paragraph, as the `sentencex` library sees it."""

from __future__ import annotations

import re

import sentencex

from seqlab.text.paragraphs import GAP, Span

# The library sees one line: a line break inside a paragraph is only its wrapping, and lone
# surrogates cannot be handed to it. Every replacement is one character for one.
_UNSEEN = re.compile("[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_TRIM = re.compile(f"[^{GAP}](?:.*[^{GAP}])?", re.DOTALL)


def sentence_spans(text: str, start: int, end: int) -> list[Span]:
    """Start and end of every sentence in `text[start:end]`, without whitespace around it."""
    spans: list[Span] = []
    position = start
    for length in _lengths(text[start:end]):
        sentence = _TRIM.search(text, position, position + length)
        if sentence:
            spans.append(sentence.span())
        position += length
    return spans


def _lengths(paragraph: str) -> list[int]:
    """How many characters each sentence takes, whitespace included; they sum to the whole."""
    line = _SURROGATE.sub("\ufffd", _UNSEEN.sub(" ", paragraph))
    lengths = [len(piece) for piece in sentencex.segment("en", line)]
    if sum(lengths) != len(paragraph):  # the library dropped or doubled something
        return [len(paragraph)]
    return lengths
