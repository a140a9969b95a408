"""Text whose tokens are split by spaces (WikiLarge, TurkCorpus): its sentences, and joining it."""

from __future__ import annotations

import re

from corpora.options import DEFAULTS, ReadOptions
from seqlab.text import split_sentences

_BRACKETS = {
    "-LRB-": "(",
    "-RRB-": ")",
    "-LSB-": "[",
    "-RSB-": "]",
    "-LCB-": "{",
    "-RCB-": "}",
}
_BRACKET = re.compile(r"(?<!\S)-([LR][RSC]B)-(?!\S)", re.IGNORECASE)
_STOPS = frozenset({".", "!", "?", "..", "...", "…", "?!", "!!", "!?"})
_CLOSERS = frozenset({"''", '"', "'", "”", "’", ")", "]", "}", "-RRB-", "-rrb-", "-RSB-"})
_TOKENIZED = re.compile(r"(?<=\S) (?:[.!?]|''|-RRB-)(?:$| )| , ", re.IGNORECASE)
_ATTACHED = re.compile(r"\w[,;:] |[a-z]{3}[.!?] [A-Z]")
# Only text with a stop somewhere inside can hold two sentences; most sides do not.
_INNER_STOP = re.compile(r"[.!?…]['\"”’)\]]*\s+\S")


def sentences_of(text: str, options: ReadOptions = DEFAULTS) -> tuple[str, ...]:
    """One side of a pair as its sentences, detokenised if `options` say so."""
    if options.split_sentences and _INNER_STOP.search(text):
        tokenized = is_tokenized(text)
        parts = split_tokenized(text) if tokenized else split_sentences(text)
    else:
        parts = [text]
    if options.detokenize:
        parts = [detokenize(part) if is_tokenized(part) else part for part in parts]
    return tuple(part for part in parts if part) or (text,)


def is_tokenized(text: str) -> bool:
    """Whether punctuation stands apart, as in `He left .`, more often than not."""
    apart = sum(1 for _ in _TOKENIZED.finditer(text))
    return apart > 0 and apart > sum(1 for _ in _ATTACHED.finditer(text))


def split_tokenized(text: str) -> list[str]:
    """Sentences of tokenised text.

    The stop of an abbreviation stays on its token (`Dr.`), so a stop that stands alone ends a
    sentence, with the quotes and brackets that close after it, unless a small letter follows.
    """
    tokens = text.split()
    sentences, start, index = [], 0, 0
    while index < len(tokens):
        if tokens[index] in _STOPS:
            end = index + 1
            quotes = tokens[start:end].count('"')
            while end < len(tokens) and _closes(tokens[end], quotes):
                quotes += tokens[end] == '"'
                end += 1
            if end < len(tokens) and not tokens[end][0].islower() and tokens[end] not in _STOPS:
                sentences.append(" ".join(tokens[start:end]))
                start = end
            index = end
        else:
            index += 1
    if start < len(tokens):
        sentences.append(" ".join(tokens[start:]))
    return _lowercase_safe(sentences, text)


def _closes(token: str, quotes_before: int) -> bool:
    """A plain `"` closes only if one is open: otherwise it begins the next sentence."""
    return quotes_before % 2 == 1 if token == '"' else token in _CLOSERS


def _lowercase_safe(sentences: list[str], text: str) -> list[str]:
    # Lowercased corpora begin sentences small: there the stop alone has to do.
    if len(sentences) > 1 or text != text.lower():
        return sentences
    parts, current = [], []
    for token in text.split():
        current.append(token)
        if token in _STOPS:
            parts.append(" ".join(current))
            current = []
    if current and parts and all(token in _CLOSERS for token in current):
        parts[-1] = " ".join([parts[-1], *current])
    elif current:
        parts.append(" ".join(current))
    return parts


def unescape_brackets(text: str) -> str:
    """`-LRB-` and its like as the brackets they stand for."""
    return _BRACKET.sub(lambda match: _BRACKETS[match.group().upper()], text)


def detokenize(text: str) -> str:
    """Tokenised text with the spaces of ordinary writing.

    Penn quotes become plain ones; entity tags (`PERSON@1`) are words like any other.
    """
    text = unescape_brackets(f" {text} ")
    text = re.sub(r"(?<=\s)``\s+", '"', text)
    text = re.sub(r"\s+''(?=\s)", '"', text)
    text = re.sub(r"(?<=\s)`\s+([^`]+?)\s+'(?=\s)", r"'\1'", text)
    text = _paired_quotes(text)
    text = re.sub(r"(?<=\s)([(\[{$£€#])\s+", r"\1", text)
    text = re.sub(r"\s+([)\]},.;:!?%…]|\.\.\.)(?=[\s\"')\]])", r"\1", text)
    text = re.sub(r"\s+(['’](?:s|S|m|M|d|D|ll|LL|re|RE|ve|VE)|n['’]t|N['’]T)(?=\W)", r"\1", text)
    text = re.sub(r"(?<=s)\s+(['’])(?=\s)", r"\1", text)
    return " ".join(text.split())


def _paired_quotes(text: str) -> str:
    """Plain quotes that stand alone, opening and closing in turn."""
    inside = False
    pieces = re.split(r"\s\"(?=\s)", text)
    if len(pieces) % 2 == 0:
        return text
    joined = pieces[0]
    for piece in pieces[1:]:
        inside = not inside
        joined += ' "' + piece.lstrip() if inside else '"' + piece
    return joined
