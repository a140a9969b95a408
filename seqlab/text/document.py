"""A document that knows where each of its paragraphs, sentences and tokens stands.

All offsets count characters of the document's own text, so `document.text[part.start:part.end]`
is `part.text` for every part, and the tokens with their recorded whitespace make up the text
again, whatever characters it holds.

Tokens are Penn-Treebank-like. The conventions are those of the newer Penn treebanks, as the hand-
made English Web Treebank (EWT) and GUM show them: `do n't`, `can not`, `$ 1.5 m`, `5 p.m.`, `well -
known` but `e-mail` and `anti-war`, a sentence's last full stop always a token of its own (`in the
U.S .`). Quotation marks and brackets keep their characters.

A token never crosses whitespace, and what happens between two spaces depends on nothing outside
them but whether the sentence ends there. So the text is cut at whitespace, one regular expression
scans each chunk, and chunks met before are remembered: most of a text is a few thousand of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from seqlab.text.segmentation import GAP, Span, paragraph_spans, sentence_spans
from seqlab.text.word_lists import any_of, word_sequence

_CHUNK = re.compile(f"[^{GAP}]+")
# Remembering longer chunks would fill memory with what never comes again.
_LONGEST_REMEMBERED = 40
# Letters, and the marks that are written on them but are no letters for Python: accents, Hebrew
# and Arabic points, Indic vowels, joiners, the soft hyphen.
_MARKS = (
    "\u0300-\u036f\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0903\u093a-\u094f"
    "\u0951-\u0957\u0981-\u0983\u09bc-\u09cd\u0a01-\u0a03\u0a3c-\u0a4d\u0b3c-\u0b4d\u0bbe-\u0bcd"
    "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20dc\u200c\u200d\u00ad\u2060"
)
_W = rf"[\w{_MARKS}]"
_L = r"[^\W\d_]"
_CLITIC = r"(?i:s|m|d|ll|re|ve)(?![\w-])"
_AFTER_LAST = r"[\"'”’»)\]}]*\Z"
# Affixes that stay with their word (Penn "Supplementary Guidelines for Web Text"; all seen in EWT).
_PREFIX = rf"(?i:{any_of('prefixes')})"
_SUFFIX = r"(?:esque|ette|fest|fold|gate|itis|less|most|rama|wise)"
_ABBREVIATION = rf"(?:(?i:{any_of('abbreviations')})|{any_of('abbreviations_capitalized')})"
_UNIT = (
    r"(?:[ap]\.?m|AM|PM|[kmbKMB]|bn|tn|mn|mm|cm|km|kg|mg|lb|lbs|oz|ft|in|sq|mi|mph|kph|kmh|yrs?"
    r"|hrs?|mins?|secs?|[kKMG]?[hH]z|[kKMGT][bB]|[kMG]?[wW]h?|pct|[cf°CF]|hh|x|ml|p)"
)
_DOMAIN = rf"(?i:{any_of('domains')}|{any_of('file_extensions')})"
# Two words written as one: the tokenizer cuts between them.
_FUSED = [line.split(" ") for line in word_sequence("fused_words")]
_EMOJI = r"[\u2600-\u27bf\u2b00-\u2bff\U0001f300-\U0001faff]"
_EMOJI_TAIL = r"[\ufe0e\ufe0f\u20e3\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]"


def _scanner(final: bool) -> re.Pattern[str]:
    """The pattern of a token; in a `final` chunk, the last full stop ends the sentence."""
    dot = rf"\.(?!{_AFTER_LAST})" if final else r"\."
    fused = "|".join(rf"{first}(?={second}\b)" for first, second in _FUSED)
    # The counts in braces keep the time linear: no alternative looks far ahead in vain.
    return re.compile(
        rf"""
        # Addresses, file names
          (?i:(?:https?|ftp)://|www\.|mailto:)[^\s<>"“”]{{0,2000}}[\w/=#&%~+-]
        | [\w.+%-]{{1,64}}@[\w-]{{1,64}}(?:\.[\w-]{{1,64}}){{0,8}}
        | (?:\w[\w-]{{0,63}}\.){{1,8}}{_DOMAIN}(?![\w-])(?:/[^\s<>"“”]{{0,2000}}[\w/=#&%~+-])?
        | [a-z]{{2,20}}(?:\.[a-z][a-z-]{{0,20}}){{2,8}}(?![\w-])
        | (?<![\w.])\.{_DOMAIN}(?!\w)
        # What a treebank writes for brackets; emoticons; emoji; hashtags; entities
        | -[LR][RSC]B-
        | (?<!\d)(?:[:;=]['’^-]?[()\[\]DPpOo/\\|*3]|<3|[(]:)(?![\w/])|\^_+\^
        | [\U0001f1e6-\U0001f1ff]{{2}}
        | {_EMOJI}{_EMOJI_TAIL}{{0,8}}(?:\u200d{_EMOJI}{_EMOJI_TAIL}{{0,8}}){{0,8}}
        | (?<!\w)[#@][^\W\d]\w*
        | &(?:\#\d{{1,7}}|[A-Za-z]{{2,8}});
        # Numbers: telephone, date, decade, year, time, fraction, ordinal
        | (?<![\w-])(?:\d{{1,4}}(?:-\d{{1,4}}){{2,4}}|\d{{3}}-\d{{4}})(?![\w-])
        | (?<!\w)\+\d+(?!\w)
        | \d{{0,3}}0['’]s(?!\w)
        | ['’]\d0s(?!\w)|(?<!\w)['’]\d\d(?![\w'’])
        | \d+(?:st|nd|rd|th|s)(?!\w)
        | (?:(?<![\w.])\.)?\d+(?:[.,:/]\d+)*(?={_UNIT}(?!\w))
        | (?<=\d)[ap]\.m{dot}
        | (?:(?<![\w.])\.)?\d+(?:[.,:/]\d+)*(?!{_L})
        # Money that is not plain dollars; acronyms and abbreviations with their full stops
        | (?:US|AU|CA|HK|NZ|[ACRS])\$(?=\d)
        | Ph\.D(?:{dot})?
        | {_L}(?:\.{_L}){{1,8}}(?!{_L})(?:{dot})?
        | (?<!\w){_ABBREVIATION}{dot}
        | (?<![\w'’])[A-HJ-Z]{dot}
        | [A-Za-z]{{1,3}}(?:&[A-Za-z]{{1,3}}){{1,3}}(?!\w)
        | C\+\+|(?<!\w)[CF]\#(?!\w)
        # Two words written as one
        | {_L}{{1,15}}?(?=(?i:n['’`]t)(?!\w))|(?i:n['’`]t)(?!\w)
        | (?<!\w)(?i:{fused}|['’]t(?=is\b|was\b)|d['’](?=ye\b|you\b)|y['’](?=all\b))
        | (?:(?<=[\w.)*\#])|\A)['’`]{_CLITIC}
        | (?<!\w)['’](?i:em|til|till|cause|n['’]?|bout|round)(?!\w)
        # Words, with their affixes and inner apostrophes
        | (?<![\w-])(?:{_PREFIX}-){{1,2}}(?:(?:{_L}\.){{2,8}}|\d+/\d+|{_W}+)
        | {_L}+-{_SUFFIX}(?!\w)
        | [A-Za-z]+\*+[A-Za-z]+
        | {_W}+(?:['’](?!{_CLITIC}){_W}+)*
        # Signs; the same sign again and again is one
        | \.+|[!?]+|``|''|<?(?:-{{1,9}}|={{1,9}})>|([-=*~^|<>+\#\\•·])\1*
        | .
        """,
        re.VERBOSE | re.DOTALL,
    )


_INNER = _scanner(final=False)
_FINAL = _scanner(final=True)
_JOINED = frozenset(first + second for first, second in _FUSED)


def tokenize(sentence: str) -> list[str]:
    """The tokens of a sentence, each as it is written there."""
    if sentence.isalpha() and sentence.lower() not in _JOINED:
        return [sentence]
    return [sentence[start:end] for start, end in token_spans(sentence, 0, len(sentence))]


def token_spans(text: str, start: int, end: int) -> list[Span]:
    """Start and end of every token in `text[start:end]`, which is one sentence."""
    last = end  # one past the last character that is no closing mark
    while last > start and (text[last - 1] in "\"'”’»)]}\u200b\ufeff" or text[last - 1].isspace()):
        last -= 1
    spans: list[Span] = []
    for match in _CHUNK.finditer(text, start, end):
        position, chunk_end = match.span()
        chunk = match[0]
        # Two short cuts for nine chunks in ten; the pattern would say the same.
        if chunk.isalpha() and chunk.lower() not in _JOINED:
            spans.append((position, chunk_end))
            continue
        word = chunk[:-1]
        if chunk[-1] in ",;:?!" and word.isalpha() and word.lower() not in _JOINED:
            spans += (position, chunk_end - 1), (chunk_end - 1, chunk_end)
            continue
        final = position < last <= chunk_end
        cut = _remembered if len(chunk) <= _LONGEST_REMEMBERED else _ends
        spans += [(position + first, position + after) for first, after in cut(chunk, final)]
    return spans


def _ends(chunk: str, final: bool) -> list[Span]:
    return [match.span() for match in (_FINAL if final else _INNER).finditer(chunk)]


_remembered = lru_cache(maxsize=100_000)(_ends)


@dataclass(frozen=True, slots=True)
class Token:
    """A word or sign, where it stands, and the whitespace that follows it."""

    text: str
    start: int
    end: int
    space: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence from its first token to its last, without the whitespace around it."""

    text: str
    start: int
    end: int
    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, heading or list item: sentences that belong together."""

    text: str
    start: int
    end: int
    sentences: tuple[Sentence, ...]

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens of all its sentences, in order."""
        return tuple(token for sentence in self.sentences for token in sentence.tokens)


@dataclass(frozen=True, slots=True)
class Document:
    """A text and its paragraphs; `leading` is the whitespace before the first token."""

    text: str
    leading: str
    paragraphs: tuple[Paragraph, ...]

    @classmethod
    def parse(cls, text: str) -> Document:
        """The document that `text` is, with nothing lost: see `join`."""
        paragraphs = tuple(_paragraphs(text))
        first = paragraphs[0].start if paragraphs else len(text)
        return cls(text, text[:first], paragraphs)

    @property
    def start(self) -> int:
        """Where the document starts, always 0."""
        return 0

    @property
    def end(self) -> int:
        """The number of characters of the text."""
        return len(self.text)

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences of all paragraphs, in order."""
        return tuple(sentence for part in self.paragraphs for sentence in part.sentences)

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens of all sentences, in order."""
        return tuple(
            token
            for part in self.paragraphs
            for sentence in part.sentences
            for token in sentence.tokens
        )

    def join(self) -> str:
        """The text put together again from the tokens and their recorded whitespace."""
        pieces = [self.leading]
        for token in self.tokens:
            pieces += token.text, token.space
        return "".join(pieces)


def split_sentences(text: str) -> list[str]:
    """The sentences of `text`, each as it is written there, line breaks included."""
    return [
        text[start:end]
        for paragraph in paragraph_spans(text)
        for start, end in sentence_spans(text, *paragraph)
    ]


def _paragraphs(text: str) -> Iterator[Paragraph]:
    spans = [
        [token_spans(text, *sentence) for sentence in sentence_spans(text, *paragraph)]
        for paragraph in paragraph_spans(text)
    ]
    # The whitespace of a token reaches to the next token, which may be in the next paragraph.
    starts = [token[0] for paragraph in spans for sentence in paragraph for token in sentence]
    starts.append(len(text))
    number = 0
    for paragraph in spans:
        sentences = []
        for sentence in paragraph:
            tokens = []
            for start, end in sentence:
                number += 1
                tokens.append(Token(text[start:end], start, end, text[end : starts[number]]))
            start, end = tokens[0].start, tokens[-1].end
            sentences.append(Sentence(text[start:end], start, end, tuple(tokens)))
        start, end = sentences[0].start, sentences[-1].end
        yield Paragraph(text[start:end], start, end, tuple(sentences))


def encodable(text: str) -> str:
    """The text with `?` for half surrogate pairs: damaged files hold them, no model reads them."""
    return text.encode("utf-8", "replace").decode("utf-8")
