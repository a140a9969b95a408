"""What is left alone: quoted speech, code, tables, references, headings, lists, no prose."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from seqlab.text.document import Token
from seqlab.text.word_lists import word_sequence

Span = tuple[int, int]
# What a section of references is called, with or without a number before it.
_REFERENCES = re.compile(
    rf"[\d.\s]*(?:{'|'.join(word_sequence('reference_headings'))})\s*:?", re.IGNORECASE
)
_ITEM = re.compile(r"\s*(?:[-*+•‣·–]|\(?(?:\d{1,3}|[a-zA-Z])[.)])\s")
_ENTRY = re.compile(
    r"\s*\[\d+\]\s|\s*\[\^[^\]]+\]:|.*\b(?:doi:\s?10\.|doi\.org/|arXiv:|ISBN\b)|"
    r"\s*\w[\w'’-]+, (?:\w\.\s?){1,6}.*\(?\b(?:19|20)\d\d[a-z]?\b\)?"
)
_CODE_LINE = re.compile(
    r".*[{};]\s*$|.*(?:=>|==|!=|::|->|\+=|</\w)|\s*(?:def|class|import|from|return|#include|using|"
    r"public|private|const|let|var|function)\b.*[(:;={]|\s*(?:\$|>>>|sudo)\s\S|.*\w\(\S*\)\s*[:;{]?$"
)
_NUMBER = re.compile(r"[^\w\s]*\d[\d.,:/%\-–−]*[^\w\s]*|[-–—]|n/?a", re.IGNORECASE)
_QUOTES = (
    re.compile(r"“[^”]*(?:”|$)"),
    re.compile(r"„[^“”]*(?:[“”]|$)"),
    re.compile(r"«[^»]*(?:»|$)"),
    re.compile(r'"[^"]*(?:"|$)'),
    # Bounded, or a text full of opening marks would be read anew for each of them.
    re.compile(r"‘.{1,1000}?’(?!\w)"),
    # An apostrophe inside a word is no quotation mark.
    re.compile(r"(?<!\w)'(?=\w)(?:[^']|(?<=\w)'(?=\w)){1,1000}'(?!\w)"),
)
_CITATIONS = (
    re.compile(r"\[\^?[\d,;\s–-]+\]"),
    re.compile(r"\((?:[^()]*[\s,])?(?:19|20)\d\d[a-z]?(?:[,:;][^()]*)?\)"),
)
_ADDRESSES = re.compile(r"\b(?:https?://|www\.)\S+|\b[\w.+-]+@[\w-]+\.[\w.]+")
# `so`, but not ``so'', which is a quotation.
_CODE = re.compile(r"(?<!`)`[^`\s](?:[^`\n]{0,120}[^`\s])?`(?!`)")
# No line of code is longer.
_CODE_WIDTH = 500
# A line of so few words without a full stop is a heading.
_HEADING_WORDS = 12


@dataclass(frozen=True)
class ProtectedContent:
    """What stays as it is; each can be switched off.

    Args:
        quotes: Quoted speech and block quotes.
        code: Code, in blocks and inside sentences.
        numbers: Tables that hold mostly numbers.
        references: Lists of references, and citations inside sentences.
        headings: Headings.
        lists: Lists.
    """

    quotes: bool = True
    code: bool = True
    numbers: bool = True
    references: bool = True
    headings: bool = True
    lists: bool = True


DEFAULT_PROTECTED = ProtectedContent()


class Selector:
    """Says of each paragraph of one document whether it is simplified.

    It remembers whether the paragraphs are in the section of references.
    """

    def __init__(self, protect: ProtectedContent) -> None:
        self.protect = protect
        self._in_references = False

    def heading(self, text: str) -> bool:
        """Whether this heading is simplified; what follows may be references."""
        self._in_references = bool(_REFERENCES.fullmatch(text.strip()))
        return not self.protect.headings

    def takes(self, text: str) -> bool:
        """Whether a paragraph known to be one, by its markup, is simplified."""
        protect = self.protect
        if protect.references and (self._in_references or _ENTRY.match(text)):
            return False
        if protect.code and is_code(text):
            return False
        return not (protect.numbers and is_table_row(text))

    def takes_plain(self, text: str, alone: bool = False) -> bool:
        """Whether a paragraph of plain text is simplified: its shape tells what it is.

        One that is `alone` is no heading, whatever its end: there is nothing for it to head.
        """
        if _looks_like_heading(text) and not (alone and text.lstrip()[:1] != "#"):
            return self.heading(text.lstrip("# "))
        if self.protect.lists and _ITEM.match(text):
            return False
        if self.protect.quotes and text.lstrip().startswith(">"):
            return False
        return self.takes(text)


def protected_spans(text: str, protect: ProtectedContent) -> list[Span]:
    """Where addresses, code, quoted speech and citations stand in a paragraph."""
    return sorted(_fixed(text, protect))


def _fixed(text: str, protect: ProtectedContent) -> Iterator[Span]:
    patterns = [_ADDRESSES]
    if protect.code:
        patterns.append(_CODE)
    if protect.quotes:
        patterns += _QUOTES
    if protect.references:
        patterns += _CITATIONS
    for pattern in patterns:
        for found in pattern.finditer(text):
            yield found.span()


def is_code(text: str) -> bool:
    """Whether most lines look like code and not like sentences."""
    lines = [line for line in text.splitlines() if line.strip()]
    if any(len(line) > _CODE_WIDTH for line in lines):
        return False
    return bool(lines) and 2 * sum(bool(_CODE_LINE.match(line)) for line in lines) > len(lines)


def is_table_row(text: str) -> bool:
    """Whether lines of plain text are rows of numbers."""
    words = text.split()
    numbers = sum(bool(_NUMBER.fullmatch(word)) for word in words)
    return bool(words) and (2 * numbers >= len(words) or text.count("|") >= 3)


def is_number_table(cells: list[str]) -> bool:
    """Whether at least a third of the cells that hold something are numbers."""
    filled = [cell.strip() for cell in cells if cell.strip()]
    numbers = sum(all(_NUMBER.fullmatch(word) for word in cell.split()) for cell in filled)
    return bool(filled) and 3 * numbers >= len(filled)


def _looks_like_heading(text: str) -> bool:
    stripped = text.strip()
    if re.match(r"#{1,6}\s", stripped):
        return True
    ends = stripped.rstrip("\"'”’)*_")[-1:]
    is_sentence = ends in ".!?;:,…" or re.search(r"[.!?]\s", stripped)
    return len(stripped.split()) <= _HEADING_WORDS and not is_sentence


# Shorter ones are headings, calls and list items.
FEWEST_TOKENS = 4
# Longer ones are lists or broken text: trees of them are not to be trusted, and the cost of
# parsing them grows without bound.
MOST_TOKENS = 120
MOST_CHARACTERS = 4_000
_SURROGATE = re.compile("[\ud800-\udfff]")


def is_prose(tokens: Sequence[Token]) -> bool:
    """Whether a sentence is running text that may be analysed; others are left as they are.

    The length is looked at before anything is read, so a sentence of any length costs the same.
    Half a surrogate pair (from JSON) is no character, and no model can read it.
    """
    if not FEWEST_TOKENS <= len(tokens) <= MOST_TOKENS:
        return False
    if tokens[-1].end - tokens[0].start > MOST_CHARACTERS:
        return False
    letters = sum(token.text.isalpha() for token in tokens)
    return letters * 2 >= len(tokens) and not any(_SURROGATE.search(t.text) for t in tokens)
