"""`Prose`: a paragraph as a reader sees it, which remembers how each character is written.

In a file a paragraph is more than its words: tags stand between them, `&eacute;` stands for a
letter, and a line break with `> ` for a space. `Prose` keeps the words apart from all that, and
puts it back after some sentences were rewritten: markup follows its words. Where it cannot, the
sentence stays as it was: an edit lost is better than a document broken.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from seqlab.documents.paragraphs.markup import Changes, Mark, Markup
from seqlab.editing import Revision, Segment

Span = tuple[int, int]

_Opcode = tuple[str, int, int, int, int]

_TOKEN = re.compile(r"\s+|\w+|[^\w\s]")

# So many tokens of two long texts are compared at a time, and so many equal ones in a row say that
# both go on from the same place.
WINDOW = 400
_AGREEMENT = 5


def as_it_is(text: str) -> str:
    """New text needs no escapes in a plain file."""
    return text


@dataclass(frozen=True, slots=True)
class Prose:
    """The text of a paragraph, single spaces for all whitespace, and how it is written.

    Args:
        text: What a reader sees.
        raws: The written form of characters that are not written as they are seen.
        marks: Markup between the characters, in order.
        fixed: Spans that may not change, such as code.
        escape: How new text is written in this format.
        links: Spans that may change, but neither go nor be torn.
        slots: Whether the marks open slots that all text must lie in, one at a time, as in DOCX.
    """

    text: str
    raws: Mapping[int, str] = field(default_factory=dict)
    marks: tuple[Mark, ...] = ()
    fixed: tuple[Span, ...] = ()
    escape: Callable[[str], str] = as_it_is
    links: tuple[Span, ...] = ()
    slots: bool = False
    _marked: dict[int, list[int]] = field(default_factory=dict, init=False, repr=False)
    _places: list[int] = field(default_factory=list, init=False, repr=False, compare=False)
    _markup: list[Markup] = field(default_factory=list, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # A page may be one paragraph with thousands of tags: they are looked up, not searched.
        for number, mark in enumerate(self.marks):
            self._marked.setdefault(mark.offset, []).append(number)
        self._places.extend(sorted({*self._marked, *self.raws}))

    @classmethod
    def of(
        cls,
        text: str,
        raws: Mapping[int, str] | None = None,
        marks: Iterable[Mark] = (),
        fixed: Iterable[Span] = (),
        escape: Callable[[str], str] = as_it_is,
        links: Iterable[Span] = (),
        slots: bool = False,
    ) -> Prose:
        """A paragraph whose line breaks and tabs are seen as spaces, and written as they were."""
        written = dict(raws or {})
        for found in re.finditer(r"\s", text):
            if found[0] != " ":
                written.setdefault(found.start(), found[0])
        return cls(
            re.sub(r"\s", " ", text),
            written,
            tuple(marks),
            tuple(fixed),
            escape,
            tuple(links),
            slots,
        )

    @property
    def raw(self) -> str:
        """The paragraph as it stands in the file."""
        return self.rewritten({})

    @property
    def markup(self) -> Markup:
        """The marks as spans and points, worked out when a sentence is first rewritten."""
        if not self._markup:
            self._markup.append(Markup.of(self.marks, self.slots))
        return self._markup[0]

    def fits(self, span: Span, output: str | Revision) -> bool:
        """Whether the sentence at `span` can become `output` with its markup and fixed words."""
        return self._sentence(span, output) is not None

    def rewritten(
        self, outputs: Mapping[Span, str | Revision], changes: Changes | None = None
    ) -> str:
        """The paragraph as it is written once the sentences at the given spans are replaced.

        With `changes`, what goes and what comes is both written, each between its signs.
        """
        pieces = []
        position = 0
        used: set[int] = set()
        for (start, end), output in sorted(outputs.items(), key=lambda item: item[0]):
            if _text(output) == self.text[start:end]:
                continue
            body = self._sentence((start, end), output, changes)
            if body is None:
                continue
            text, own = body
            pieces += [self._written(position, start, used), self._marks_at(start, {*used, *own})]
            pieces.append(text)
            used |= own | set(self._marked.get(start, ()))
            position = end
        end = len(self.text)
        pieces += [self._written(position, end, used), self._marks_at(end, used)]
        return "".join(pieces)

    def _written(self, start: int, end: int, without: Collection[int] = ()) -> str:
        """Characters as they are written, each after the marks before it."""
        pieces = []
        position = start
        for place in self._places_in(start, end):
            pieces += [self.text[position:place], self._marks_at(place, without)]
            pieces.append(self.raws.get(place, self.text[place]))
            position = place + 1
        return "".join([*pieces, self.text[position:end]])

    def _marks_at(self, offset: int, without: Collection[int] = ()) -> str:
        numbers = self._marked.get(offset, ())
        return "".join(self.marks[number].raw for number in numbers if number not in without)

    def _places_in(self, start: int, end: int) -> list[int]:
        """Where something is written otherwise than it is seen."""
        return self._places[bisect_left(self._places, start) : bisect_left(self._places, end)]

    def _sentence(
        self, span: Span, output: str | Revision, changes: Changes | None = None
    ) -> tuple[str, set[int]] | None:
        """The sentence with its markup carried over, and the marks in it; None where it cannot."""
        start, end = span
        source = self.text[start:end]
        places = self._places_in(start, end + 1)
        if not places and not self.slots and changes is None:
            holds = self._holds_fixed(span, output)
            return (self.escape(_text(output)), set()) if holds else None
        segments = _segments(source, output)
        if not self._holds_fixed(span, output, segments):
            return None
        return self.markup.carried(
            span,
            segments,
            lambda one, two: "".join(
                self.raws.get(place, self.text[place]) for place in range(one, two)
            ),
            self.escape,
            changes,
        )

    def _holds_fixed(
        self, span: Span, output: str | Revision, segments: Sequence[Segment] | None = None
    ) -> bool:
        """Whether all fixed words stand where they stood, or whole elsewhere, as after a split."""
        start, end = span
        fixed = [
            (max(first, start) - start, min(last, end) - start)
            for first, last in self.fixed
            if first < end and last > start
        ]
        links = [span for span in self.links if self.slots and span[0] >= start and span[1] <= end]
        if not fixed and not links:
            return True
        source, new = self.text[start:end], _text(output)
        every = segments or _segments(source, output)
        kept = [one for one in every if one.kind == "keep"]
        places = [(one.start, one.end) for one in kept]
        places += [(one.like, one.like + 1) for one in every if one.kind == "insert"]
        if not all(
            any(p < last - start and q > first - start for p, q in places) for first, last in links
        ):
            return False
        for first, last in fixed:
            if any(one.start <= first and last <= one.end for one in kept):
                continue
            words = source[first:last]
            # What is anchored by elements of its own, such as a field of Word, cannot move.
            if self.slots or new.count(words) < source.count(words):
                return False
        return True


def _text(output: str | Revision) -> str:
    return output if isinstance(output, str) else output.text


def _segments(source: str, output: str | Revision) -> Sequence[Segment]:
    """How the output comes from the source; of a bare text that is guessed word by word."""
    if isinstance(output, Revision) and output.segments:
        return output.segments
    text = _text(output)
    before = [found.span() for found in _TOKEN.finditer(source)]
    after = [found.span() for found in _TOKEN.finditer(text)]
    old = [_key(source[slice(*span)]) for span in before]
    new = [_key(text[slice(*span)]) for span in after]
    edges = [first for first, _ in before] + [len(source)]
    new_edges = [first for first, _ in after] + [len(text)]
    segments: list[Segment] = []
    for name, i, j, k, m in word_opcodes(old, new):
        if name == "equal":
            segments.append(Segment("keep", edges[i], edges[j]))
            continue
        if i < j:
            segments.append(Segment("delete", edges[i], edges[j]))
        if k < m:
            like = edges[i] if i < j else -1
            segments.append(Segment("insert", text=text[new_edges[k] : new_edges[m]], like=like))
    return segments


def word_tokens(text: str) -> list[str]:
    """Words, signs and spaces; together they are the text."""
    return _TOKEN.findall(text)


def word_opcodes(old: list[str], new: list[str]) -> list[_Opcode]:
    """The edits between two token lists, a word taken with the space after it, not before.

    Markup opens before a word, so that is where an edit should begin.
    """
    found: list[_Opcode] = [*SequenceMatcher(None, old, new, autojunk=False).get_opcodes()]
    for number in range(1, len(found) - 1):
        (one, a, b, c, d), (two, i, j, k, m), (three, p, q, r, t) = found[number - 1 : number + 2]
        if one != "equal" or three != "equal":
            continue
        deletes = two == "delete" and old[i] == " " == old[p]
        inserts = two == "insert" and new[k] == " " == new[r]
        if (deletes or inserts) and q - p > 1:
            found[number - 1] = (one, a, b + 1, c, d + 1)
            found[number] = (two, i + 1, j + 1, k + 1, m + 1)
            found[number + 1] = (three, p + 1, q, r + 1, t)
    return found


def long_word_opcodes(old: list[str], new: list[str]) -> list[_Opcode]:
    """`word_opcodes` of texts of any length, in time that grows with the length and no faster.

    The lists are compared a window at a time; each window ends with the last long run of equal
    words, so that the next one starts where both lists agree.
    """
    found: list[_Opcode] = []
    i = k = 0
    while i < len(old) or k < len(new):
        a, b = old[i : i + WINDOW], new[k : k + WINDOW]
        codes = word_opcodes(a, b)
        if i + WINDOW < len(old) or k + WINDOW < len(new):
            codes = _up_to_agreement(codes)
        found += [(name, i + p, i + q, k + r, k + t) for name, p, q, r, t in codes]
        _, _, p, _, r = codes[-1]
        i, k = i + p, k + r
    return found


def _up_to_agreement(codes: list[_Opcode]) -> list[_Opcode]:
    """The edits of a window without those after its last run of equal words.

    What follows that run may pair with words beyond the window. Without such a run in the second
    half, the window is taken as it is.
    """
    for number in range(len(codes) - 1, 0, -1):
        name, i, j, _, _ = codes[number]
        if j < WINDOW // 2:
            break
        if name == "equal" and j - i >= _AGREEMENT:
            return codes[: number + 1]
    return codes


def _key(token: str) -> str:
    return " " if token.isspace() else token
