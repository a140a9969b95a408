"""Where paragraphs start and end.

A blank line always ends a paragraph. Whether a single line break does depends on the text:

- In a text with one paragraph per line it does.
- In a hard-wrapped text (e-mail, Project Gutenberg) it only does where the next word would still
  have fitted on the line, which is how a writer, and not the wrapping, ends a line.

A text counts as hard-wrapped if its widest line has 40 to 120 characters, at least half of the
line breaks between two lines of text are such that the next word would not have fitted, and at
least a quarter of these are followed by a small letter, as happens only inside a sentence.

Markdown headings (`## Title`), list items and ruled lines are paragraphs of their own, always.
"""

from __future__ import annotations

import re

Span = tuple[int, int]

# What may stand between two tokens: whitespace, and the invisible zero-width space and
# byte-order mark, which readers take for nothing at all.
GAP = "\\s\u200b\ufeff"

_LINE_END = re.compile("\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_EDGES = re.compile(f"[{GAP}]*")
_HEADING = re.compile(r"#{1,6}[ \t]|[^\w\s]{3,}$")
_ITEM = re.compile(r"(?:[-*+•‣·]|\(?\d{1,3}[.)])[ \t]")
_FIRST_WORD = re.compile(r"\S{1,120}")

NARROWEST = 40
WIDEST = 120


def paragraph_spans(text: str) -> list[Span]:
    """Start and end of every paragraph of `text`, without whitespace at either end."""
    lines = _lines(text)
    soft = _soft_breaks(text, lines)
    spans: list[Span] = []
    continues = False
    for (start, end), joins_next in zip(lines, soft, strict=True):
        if start < end:
            if continues:
                spans[-1] = (spans[-1][0], end)
            else:
                spans.append((start, end))
        continues = joins_next
    return spans


def _lines(text: str) -> list[Span]:
    """The lines without whitespace at either end; a blank line is an empty span."""
    lines = []
    position = 0
    for match in _LINE_END.finditer(text):
        lines.append(_stripped(text, position, match.start()))
        position = match.end()
    lines.append(_stripped(text, position, len(text)))
    return lines


def _stripped(text: str, start: int, end: int) -> Span:
    first = _EDGES.match(text, start, end)
    start = first.end() if first else start
    while start < end and (text[end - 1].isspace() or text[end - 1] in "\u200b\ufeff"):
        end -= 1
    return start, end


def _soft_breaks(text: str, lines: list[Span]) -> list[bool]:
    """For every line, whether its break is only the wrapping of a longer paragraph."""
    none = [False] * len(lines)
    width = max(end - start for start, end in lines)
    if not NARROWEST <= width <= WIDEST:
        return none
    soft = list(none)
    inner = wrapped = small = 0
    for number in range(len(lines) - 1):
        (start, end), (next_start, next_end) = lines[number], lines[number + 1]
        if start == end or next_start == next_end:
            continue
        if _HEADING.match(text, start, end) or _HEADING.match(text, next_start, next_end):
            continue
        if _ITEM.match(text, next_start, next_end):
            continue
        inner += 1
        word = _FIRST_WORD.match(text, next_start, next_end)
        if word and end - start + 1 + len(word[0]) > width:
            wrapped += 1
            small += text[next_start].islower()
            soft[number] = True
    return soft if wrapped and wrapped * 2 >= inner and small * 4 >= wrapped else none
