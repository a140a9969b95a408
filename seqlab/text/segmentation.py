"""Where paragraphs and the sentences inside them start and end.

A blank line always ends a paragraph. Whether a single line break does depends on the text:

- In a text with one paragraph per line it does.
- In a hard-wrapped text (e-mail, Project Gutenberg) it only does where the next word would still
  have fitted on the line, which is how a writer, and not the wrapping, ends a line.

A text counts as hard-wrapped if its widest line has 40 to 120 characters, at least half of the
line breaks between two lines of text are such that the next word would not have fitted, and at
least a quarter of these are followed by a lowercase letter, as happens only inside a sentence.

Markdown headings (`## Title`), list items and ruled lines are paragraphs of their own, always.

The `sentencex` library proposes the boundaries of sentences. It keeps whatever stands between two
quotation marks or brackets in one piece, which glues sentences together where a mark is missing or
a speaker says two things, so it is shown the text without them. A few corrections follow, each for
a kind of mistake it made in the training part of the English Web Treebank or in news text.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator

import sentencex

from seqlab.errors import DataWarning, is_failure
from seqlab.text.word_lists import any_of

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


# A longer stretch without a break is no text; the library sees it in pieces of this size.
LONGEST_PIECE = 100_000
# Hidden from the library, one space for one character so that offsets stay: line breaks, which
# are only wrapping inside a paragraph, quotation marks, brackets, and the spaces that are not
# ASCII, before which the library panics (`A\xa0.`).
_HIDDEN = re.compile(
    '[\n\r\x0b\x0c\x1c-\x1f\x85\u2028\u2029"“”„‟«»()\\[\\]{}<>\u200b\ufeff'
    "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]"
    "|(?<!\\w)['‘’‚`]|['’](?!\\w)"
)
# Where text is cut that the library fails on as a whole.
_PLAIN_END = re.compile(r"(?<=[.!?])\s+(?=[^\s\W]|$)")
_SURROGATE = re.compile("[\ud800-\udfff]")
# What still belongs to the sentence after its last full stop: closing marks, a note number in
# brackets, an emoticon.
_CLOSING = re.compile(
    "(?:[\"”»)\\]}'’]{1,9}(?!\\w)|\\s[”»)\\]}](?=\\s))?"
    "(?:\\[\\d{1,3}\\])*"
    "(?:\\s{1,2}[:;=]['-]?[()DPpO](?=\\s|$))?"
)
# No sentence ends after these words …
_TITLE = re.compile(
    r"\W*(?:Mr|Mrs|Ms|Messrs|Mme|Mlle|Dr|Prof|Rev|Fr|Hon|Pres|Gov|Sen|Rep|Gen|Adm|Col|Maj"
    r"|Cmdr|Capt|Lt|Sgt|Cpl|Pvt|Supt|Det|Insp|Ft|Mt|vs|cf|viz)\."
)
_NUMBERED = re.compile(r"\W*(?:Nos?|Vols?|Figs?|Secs?|Arts?|Ch|pp|ca|approx|c)\.", re.IGNORECASE)
_NUMBER = re.compile(r"\s*[#$£€]?\d")
# … nor before these: `"Stop!" he said`, `(why?) and`, `"No...", she said`.
_CONTINUES = re.compile(r"\s*[,;:](?!['-]?[()DPpO])|\s+(?:and|or|but|nor)\s+[a-z]")
_SMALL = re.compile(r"\s*[a-z]")
_SPEAKS = re.compile(rf"\s+(?:he|she|they|I|we|it|you|one)\s+(?:{any_of('verbs_of_speech')})\b")
_CLOCK = re.compile(r"\W*(?:\d*[ap]\.m|Mon|Tues?|Wed|Thurs?|Fri|Sat|Sun)\.", re.IGNORECASE)
_DAY = re.compile(
    r"\s+(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:[ECMP][DS]?T|GMT|UTC)\b"
    r"|(?:Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec)\.|March\b|April\b|May\b|June\b|July\b|August\b"
    r"|(?:Jan|Febr)uary|(?:Septem|Octo|Novem|Decem)ber)"
)
# A full stop without a space may be inside a file name or an address.
_ADDRESS = re.compile(r"\W*(?:[\w.+-]+@|https?://|www\.)\S*", re.IGNORECASE)
_EXTENSION = re.compile(
    r"(?:docx?|xlsx?|pptx?|pdf|txt|html?|exe|zip|jpe?g|png|gif|com|org|net|edu|gov|co|uk|\w+@)\b",
    re.IGNORECASE,
)
# A number that opens the next sentence, as in a list: `… to do: 1. Read. 2. Write.`
_ENUMERATOR = re.compile(r"(?:\A\s*|(?:[a-z]{3}\.|[)\]!?:;]\.?)\s+)(\(?\d{1,2}[.)])\Z")
# The library takes `I` for an initial or a numeral, `me` and `OK` for states, `No` for `number`.
# The counts in braces keep the time linear.
_MISSED = re.compile(
    r"""[.!?](?:
      (?<=[a-z.!?].)["”»)\]’']{0,4}(?=\s{1,9}["“(‘']?I(?:['’]|\s[a-z]))
    | (?:(?<=\sme\.)|(?<=\sOK\.)|(?<=\sok\.))["”»)\]’']{0,4}(?=\s{1,9}["“(‘']?[A-Z])
    | (?:(?<=\ANo\.)|(?<=[.!?]\sNo\.)|(?<=[.!?]["”]\sNo\.))(?=\s{1,9}[A-Z][\w'’])
    )""",
    re.VERBOSE,
)


def sentence_spans(text: str, start: int, end: int) -> list[Span]:
    """Start and end of every sentence in `text[start:end]`, without whitespace around it."""
    spans: list[Span] = []
    position = start
    for boundary in [*_boundaries(text[start:end]), end - start]:
        first, last = position, start + boundary
        while first < last and _is_gap(text[first]):
            first += 1
        while first < last and _is_gap(text[last - 1]):
            last -= 1
        if first < last:
            spans.append((first, last))
        position = start + boundary
    return spans


def _is_gap(character: str) -> bool:
    return character.isspace() or character in "\u200b\ufeff"


def _boundaries(paragraph: str) -> list[int]:
    """Where inside the paragraph a sentence ends and another one follows, in order."""
    found: set[int] = set()
    last = 0
    for boundary in _proposed(paragraph):
        closing = _CLOSING.match(paragraph, boundary)
        after = closing.end() if closing else boundary
        # What looks back sees at most this much, so that time stays linear.
        before = paragraph[max(last, boundary - 80) : boundary]
        if after >= len(paragraph) or _joined(paragraph, before, after, closed=after > boundary):
            continue
        enumerator = _ENUMERATOR.search(before[-12:])
        if enumerator and (enumerator.start() or len(before) < 12):
            after = boundary - len(enumerator[1])
        if after > last:
            found.add(after)
            last = after
    found.update(match.end() for match in _MISSED.finditer(paragraph))
    return sorted(found)


def _proposed(paragraph: str) -> list[int]:
    """The ends of the library's sentences, without the whitespace after them."""
    line = _SURROGATE.sub("\ufffd", _HIDDEN.sub(" ", paragraph))
    boundaries = []
    for start in range(0, len(line), LONGEST_PIECE):
        position = start
        # What comes last ends at our own cut, or with the paragraph.
        for piece in _segments(line[start : start + LONGEST_PIECE])[:-1]:
            if piece.strip():
                boundaries.append(position + len(piece.rstrip()))
            position += len(piece)
    return boundaries


def _segments(line: str) -> list[str]:
    """The library's sentences; what it fails on is one sentence, and the rest is still split."""
    whole = _asked(line)
    if whole is not None:
        return whole
    segments = []
    for part in _plain_parts(line):
        answer = _asked(part)
        if answer is None:
            reason = "the sentence splitter fails here; taken as one sentence"
            warnings.warn(DataWarning("text", reason, value=part), stacklevel=2)
        segments += [part] if answer is None else answer
    return segments


def _asked(line: str) -> list[str] | None:
    """What the library says, or None if it panics or loses characters."""
    try:
        segments = list(sentencex.segment("en", line))
    except BaseException as error:
        if not is_failure(error):
            raise
        return None
    return segments if sum(map(len, segments)) == len(line) else None


def _plain_parts(line: str) -> Iterator[str]:
    position = 0
    for end in _PLAIN_END.finditer(line):
        yield line[position : end.end()]
        position = end.end()
    yield line[position:]


def _joined(paragraph: str, before: str, after: int, closed: bool) -> bool:
    """Whether the boundary after `before` is none."""
    word = before[before.rfind(" ") + 1 :]
    if _TITLE.fullmatch(word) or _CONTINUES.match(paragraph, after):
        return True
    if _NUMBERED.fullmatch(word) and _NUMBER.match(paragraph, after):
        return True
    if _CLOCK.fullmatch(word) and _DAY.match(paragraph, after):
        return True
    if not _is_gap(paragraph[after]):
        return before.endswith("..") or bool(
            _ADDRESS.fullmatch(word) or _EXTENSION.match(paragraph, after)
        )
    if before.endswith((".", "…")) and not closed:
        return False
    return bool((_SMALL if closed else _SPEAKS).match(paragraph, after))
