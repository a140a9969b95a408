"""Strings that are hostile on purpose: every kind of character that has broken a text program.

The same alphabet feeds the seeded runs here and the hypothesis strategies of `tests/fuzz`.
"""

from __future__ import annotations

import random
import sys
import unicodedata
from collections.abc import Callable

from seqlab.text import Document, is_prose

SPACES = "".join(
    character
    for character in map(chr, range(sys.maxunicode + 1))
    if character.isspace() or unicodedata.category(character) == "Zs"
)
CONTROLS = "".join(map(chr, [*range(0x20), *range(0x7F, 0xA0)]))
INVISIBLE = "\u00ad\u034f\u061c\u115f\u180e\u200b\u200c\u200d\u200e\u200f\u2060\u2061\ufeff\ufffc"
DIRECTIONS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
SURROGATES = "\ud800\udbff\udc00\udfff"
COMBINING = "\u0300\u0301\u0338\u20dd\u0e47\u093f\u05b0\u064b\u1ab0\ufe0f\ufe20"
OTHER_SCRIPTS = "אבجدक्षไทย中文字カナ한글ЯжΩß İıſﬁǅ𝔘𝟘"
EMOJI = ("👩\u200d👩\u200d👧", "🏳️\u200d🌈", "🇩🇪", "1️⃣", "👍🏽", "☃", "😀", "\U000e0067\U000e007f")
PUNCTUATION = ".,;:!?'\"“”‘’«»„()[]{}<>-–—…/\\|@#$%^&*_=+~`•·§¶©№"
_TEXT = """
    The the A I No. Mr. U.S. etc. tower which was built by city in 1889 , and attracts many
    visitors however because utilize approximately p.m. e.g. don't it's $1.5m 5% http://a.b/c
    x@y.z 3-4 and/or ... -LRB- &amp; &#38; \\u0041 %s {0} <p> NULL nan -0 1e400
"""
WORDS = tuple(_TEXT.split())
NONCHARACTERS = "\ufdd0\ufffe\uffff\U0001ffff\U0010ffff"

PIECES: tuple[str, ...] = (
    *SPACES, *CONTROLS, *INVISIBLE, *DIRECTIONS, *SURROGATES, *COMBINING, *OTHER_SCRIPTS, *EMOJI,
    *PUNCTUATION, *NONCHARACTERS, *WORDS,
)  # fmt: skip

SENTENCES = (
    "The tower, which was built by the city in 1889, attracts many visitors every single year.",
    "However, the committee utilized approximately 40 methods, and then it rested in Paris.",
    "Mr. Smith (a teacher from Ohio) said that the very old bridge had been repaired by hand.",
    "Although it rained, the children played outside, because the weather was warm enough.",
)


def hostile_string(chance: random.Random) -> str:
    """A string of one of several shapes: soup, words with odd spaces, long runs, broken prose."""
    return chance.choice(_SHAPES)(chance)


def _soup(chance: random.Random) -> str:
    return "".join(chance.choices(PIECES, k=chance.randint(0, 40)))


def _any_character(chance: random.Random) -> str:
    return "".join(chr(chance.randint(0, sys.maxunicode)) for _ in range(chance.randint(1, 30)))


def _odd_spaces(chance: random.Random) -> str:
    words = chance.choices(WORDS, k=chance.randint(1, 25))
    return "".join(word + chance.choice(SPACES + " . " + INVISIBLE) for word in words)


def _run(chance: random.Random) -> str:
    unit = "".join(chance.choices(PIECES, k=chance.randint(1, 3)))
    return unit * chance.randint(2, 400)


def _broken_prose(chance: random.Random) -> str:
    text = " ".join(chance.choices(SENTENCES, k=chance.randint(1, 2)))
    for _ in range(chance.randint(1, 6)):
        place = chance.randint(0, len(text))
        text = text[:place] + chance.choice(PIECES) + text[place + chance.randint(0, 2) :]
    return text


_SHAPES: tuple[Callable[[random.Random], str], ...] = (
    _soup, _any_character, _odd_spaces, _run, _broken_prose, _broken_prose,
)  # fmt: skip


def parse_faults(text: str) -> list[str]:
    """What is wrong with how `text` is parsed; nothing is right."""
    document = Document.parse(text)
    faults = []
    if document.join() != text:
        faults.append("characters lost")
    position = 0
    for token in document.tokens:
        if not position <= token.start < token.end <= len(text):
            faults.append("tokens overlap or are empty")
        if text[token.start : token.end] != token.text:
            faults.append("a token is not where it says")
        position = token.end
    spans = [(one.start, one.end, one.text) for one in document.paragraphs]
    spans += [(one.start, one.end, one.text) for one in document.sentences]
    if any(text[start:end] != part for start, end, part in spans):
        faults.append("a sentence or paragraph is not where it says")
    if Document.parse(text) != document:
        faults.append("another result the second time")
    return faults


def simplify_faults(text: str, output: str, strength: float) -> list[str]:
    """What is wrong with `output`, that `text` was simplified to."""
    if strength == 0:
        return [] if output == text else ["changed at strength 0"]
    document = Document.parse(text)
    if not output.startswith(document.leading):
        return ["the leading whitespace is lost"]
    position = len(document.leading)
    for sentence in document.sentences:
        if is_prose(sentence.tokens):
            continue
        # What is no prose stands in the output as it was, in order.
        place = output.find(sentence.text, position)
        if place < 0:
            return ["a sentence that is no prose was lost"]
        position = place + len(sentence.text)
    return []
