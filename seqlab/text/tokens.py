"""Penn-Treebank-like tokens, as the hand-made English Web Treebank cuts them."""

from __future__ import annotations

import re
from functools import lru_cache

from seqlab.text.paragraphs import GAP, Span

_CHUNK = re.compile(f"[^{GAP}]+")
_WORD = r"[\w\u0300-\u036f\u200c\u200d\u00ad]"
_TOKEN = re.compile(
    rf"""
      (?:https?://|www\.)\S+[\w/]
    | [\w.+-]{{1,64}}@[\w-]{{1,64}}(?:\.[\w-]{{1,64}}){{1,8}}
    | \d+(?:[.,:/]\d+)*
    | (?:[^\W\d_]\.){{2,}}
    | (?:Mr|Mrs|Ms|Dr|St|Jr|Sr|No|vs|Inc|Co|Corp|Gen|Sen|Gov|Rep|Lt|[A-Z])\.
    | [^\W\d_]{{1,20}}?(?=n['’]t\b)
    | n['’]t\b
    | ['’](?:s|m|d|ll|re|ve)\b
    | can(?=not\b)
    | {_WORD}+(?:['’](?!(?:s|m|d|ll|re|ve)\b){_WORD}+)*
    | \.+ | -+ | [!?]+ | ``|''
    | .
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)


def tokenize(sentence: str) -> list[str]:
    """The tokens of a sentence, each as it is written there."""
    return [sentence[start:end] for start, end in token_spans(sentence, 0, len(sentence))]


def token_spans(text: str, start: int, end: int) -> list[Span]:
    """Start and end of every token in `text[start:end]`, which is one sentence."""
    spans: list[Span] = []
    for match in _CHUNK.finditer(text, start, end):
        position = match.start()
        for length in _lengths(match[0]):
            spans.append((position, position + length))
            position += length
    return spans


@lru_cache(maxsize=50_000)
def _lengths(chunk: str) -> tuple[int, ...]:
    return tuple(len(token) for token in _TOKEN.findall(chunk))
