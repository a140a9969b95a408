"""`Prose`: a paragraph as a reader sees it, which remembers how each character is written.

In a file a paragraph is more than its words: tags stand between them, `&eacute;` stands for a
letter, and a line break with `> ` for a space. `Prose` keeps the words apart from all that, and
puts it back after some sentences were rewritten. Where it no longer fits, the sentence stays as
it was: an edit lost is better than a document broken.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

Span = tuple[int, int]

_Opcode = tuple[str, int, int, int, int]

_TOKEN = re.compile(r"\s+|\w+|[^\w\s]")

# So many tokens of two long texts are compared at a time, and so many equal ones in a row say that
# both go on from the same place.
WINDOW = 400
_AGREEMENT = 5


@dataclass(frozen=True, slots=True)
class Mark:
    """Markup that stands before the character at `offset`; a closing one clings to its left."""

    offset: int
    raw: str
    closes: bool = False


def _offset(mark: Mark) -> int:
    return mark.offset


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
        fixed: Spans that may not change, such as links and code.
        escape: How new text is written in this format.
    """

    text: str
    raws: Mapping[int, str] = field(default_factory=dict)
    marks: tuple[Mark, ...] = ()
    fixed: tuple[Span, ...] = ()
    escape: Callable[[str], str] = as_it_is
    _marked: dict[int, str] = field(default_factory=dict, init=False, repr=False, compare=False)
    _places: list[int] = field(default_factory=list, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # A page may be one paragraph with thousands of tags: they are looked up, not searched.
        for mark in self.marks:
            self._marked[mark.offset] = self._marked.get(mark.offset, "") + mark.raw
        self._places.extend(sorted({*self._marked, *self.raws}))

    @classmethod
    def of(
        cls,
        text: str,
        raws: Mapping[int, str] | None = None,
        marks: Iterable[Mark] = (),
        fixed: Iterable[Span] = (),
        escape: Callable[[str], str] = as_it_is,
    ) -> Prose:
        """A paragraph whose line breaks and tabs are seen as spaces, and written as they were."""
        written = dict(raws or {})
        for found in re.finditer(r"\s", text):
            if found[0] != " ":
                written.setdefault(found.start(), found[0])
        return cls(re.sub(r"\s", " ", text), written, tuple(marks), tuple(fixed), escape)

    @property
    def raw(self) -> str:
        """The paragraph as it stands in the file."""
        return self.rewritten({})

    def fits(self, span: Span, output: str) -> bool:
        """Whether the sentence at `span` can become `output` with its markup and fixed words."""
        return self._sentence(*span, output) is not None

    def rewritten(self, outputs: Mapping[Span, str]) -> str:
        """The paragraph as it is written once the sentences at the given spans are replaced."""
        pieces = []
        position = 0
        for (start, end), output in sorted(outputs.items()):
            source = self.text[start:end]
            if output == source:
                continue
            body = self._sentence(start, end, output)
            if body is None:
                continue
            # Marks at either end of a sentence stay outside it.
            pieces += [self._written(position, start), self._marks_at(start), body]
            position = end
        pieces += [self._written(position, len(self.text)), self._marks_at(len(self.text))]
        return "".join(pieces)

    def _written(self, start: int, end: int) -> str:
        """Characters as they are written, each after the marks before it."""
        pieces = []
        position = start
        # After a rewritten sentence the marks at its end follow here, as they should.
        for place in self._places_in(start, end):
            pieces += [self.text[position:place], self._marks_at(place)]
            pieces.append(self.raws.get(place, self.text[place]))
            position = place + 1
        return "".join([*pieces, self.text[position:end]])

    def _marks_at(self, offset: int) -> str:
        return self._marked.get(offset, "")

    def _places_in(self, start: int, end: int) -> list[int]:
        """Where something is written otherwise than it is seen."""
        return self._places[bisect_left(self._places, start) : bisect_left(self._places, end)]

    def _sentence(self, start: int, end: int, output: str) -> str | None:
        """The sentence with its markup carried over, or None where that cannot be done."""
        places = self._places_in(start, end)
        first_mark = bisect_right(self.marks, start, key=_offset)
        inner = self.marks[first_mark : bisect_left(self.marks, end, key=_offset)]
        fixed = [
            (max(first, start), min(last, end))
            for first, last in self.fixed
            if first < end and last > start
        ]
        if not inner and not fixed and all(place not in self.raws for place in places):
            return self.escape(output)
        steps = _steps(self.text[start:end], output, start)
        moved = [span for span in fixed if not _is_kept(span, steps)]
        if not all(self._is_moved(span, self.text[start:end], output) for span in moved):
            return None
        return self._carried(inner, steps, output)

    def _is_moved(self, span: Span, source: str, output: str) -> bool:
        """Whether fixed words without markup stand whole elsewhere, as after a split."""
        words = self.text[slice(*span)]
        first, last = span
        bare = not self._places_in(first, last + 1)
        return bare and output.count(words) >= source.count(words)

    def _carried(self, inner: Sequence[Mark], steps: Sequence[_Step], output: str) -> str | None:
        for step in steps:
            inside = any(step.start < mark.offset < step.end for mark in inner)
            if inside and not step.equal:
                return None
        pieces: list[str] = []
        places: list[int] = []  # how many characters of text stood before each mark
        done = count = 0
        for step in steps:
            # Opening marks wait for the text they open; an insertion in between goes first.
            inserted = step.start == step.end
            while done < len(inner) and inner[done].offset <= step.start:
                if inserted and not inner[done].closes:
                    break
                pieces.append(inner[done].raw)
                places.append(count)
                done += 1
            while step.equal and done < len(inner) and inner[done].offset < step.end:
                # Marks inside kept text: `_written` puts them; only their places are noted here.
                places.append(count + inner[done].offset - step.start)
                done += 1
            new = output[step.first : step.last]
            pieces.append(self._inside(step) if step.equal else self.escape(new))
            count += len(new)
        for mark in inner[done:]:
            pieces.append(mark.raw)
            places.append(count)
        emptied = any(
            not one.closes and two.closes and first == second and one.offset < two.offset
            for one, two, first, second in zip(inner, inner[1:], places, places[1:], strict=False)
        )
        return None if emptied else "".join(pieces)

    def _inside(self, step: _Step) -> str:
        """Kept characters as they are written, without the marks that stand before the first."""
        first = self.raws.get(step.start, self.text[step.start])
        return first + self._written(step.start + 1, step.end)


@dataclass(frozen=True, slots=True)
class _Step:
    """Characters `start`–`end` of the paragraph become `first`–`last` of the new sentence."""

    equal: bool
    start: int
    end: int
    first: int
    last: int


def _steps(source: str, output: str, offset: int) -> list[_Step]:
    before = [found.span() for found in _TOKEN.finditer(source)]
    after = [found.span() for found in _TOKEN.finditer(output)]
    old = [_key(source[slice(*span)]) for span in before]
    new = [_key(output[slice(*span)]) for span in after]
    edges = [first for first, _ in before] + [len(source)]
    new_edges = [first for first, _ in after] + [len(output)]
    return [
        _Step(name == "equal", offset + edges[i], offset + edges[j], new_edges[k], new_edges[m])
        for name, i, j, k, m in word_opcodes(old, new)
    ]


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


def _is_kept(span: Span, steps: Sequence[_Step]) -> bool:
    return any(step.equal and step.start <= span[0] and span[1] <= step.end for step in steps)
