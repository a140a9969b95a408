"""Where sentences start and end inside a paragraph.

The `sentencex` library proposes the boundaries. It keeps whatever stands between two quotation
marks or brackets in one piece, which glues sentences together where a mark is missing or a
speaker says two things, so it is shown the text without them. A few corrections follow, each for
a kind of mistake it made in the training part of the English Web Treebank or in news text.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator

import sentencex

from seqlab.errors import DataWarning, is_failure
from seqlab.text.paragraphs import Span
from seqlab.text.word_lists import any_of

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
