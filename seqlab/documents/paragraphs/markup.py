"""Markup that follows its words: tags as spans over characters, carried through a rewriting."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from seqlab.editing import Segment

Span = tuple[int, int]
Look = tuple[int, ...]
_IDENTITY = re.compile(r"""\s(?:xml:)?id\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)""", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mark:
    """Markup that stands before the character at `offset`; a closing one clings to its left.

    An opening and a closing mark of one `name` belong together; a mark without one stands alone.
    """

    offset: int
    raw: str
    closes: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class Changes:
    """How text that goes and text that comes is marked; both empty leaves out what goes."""

    delete: tuple[str, str]
    insert: tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Element:
    start: int
    end: int
    opens: str
    closes: str
    parent: int


@dataclass(frozen=True, slots=True)
class _Point:
    """A mark that stands alone, and the innermost element that it stands in."""

    offset: int
    raw: str
    clings_left: bool
    element: int


@dataclass(slots=True)
class _Item:
    """Written text with its look; None for that of its neighbours. `kind` as of segments."""

    look: Look | None
    text: str
    kind: str = "keep"


@dataclass(slots=True)
class Markup:
    """The marks of a paragraph, paired. `tangled` is where marks stand that pair with none."""

    elements: list[_Element] = field(default_factory=list)
    points: dict[int, _Point] = field(default_factory=dict)
    tangled: list[int] = field(default_factory=list)
    # Of each mark: where it stands, what it does to which element, and the innermost open after it.
    offsets: list[int] = field(default_factory=list)
    roles: list[tuple[str, int]] = field(default_factory=list)
    innermost: list[int] = field(default_factory=list)
    slots: bool = False

    @classmethod
    def of(cls, marks: Sequence[Mark], slots: bool = False) -> Markup:
        """The marks as elements and points."""
        markup = cls(slots=slots, offsets=[mark.offset for mark in marks])
        partners = _partners(marks)
        names: dict[int, int] = {}
        inner = -1
        for number, mark in enumerate(marks):
            partner = partners.get(number)
            if partner is None or marks[partner].offset == mark.offset:
                # An element without text is as good as a point.
                if mark.name and partner is None:
                    markup.tangled.append(mark.offset)
                markup.roles.append(("point", -1))
                clings = mark.closes and partner is None
                markup.points[number] = _Point(mark.offset, mark.raw, clings, inner)
            elif partner > number:
                end = marks[partner].offset
                element = _Element(mark.offset, end, mark.raw, marks[partner].raw, inner)
                inner = names[number] = len(markup.elements)
                markup.elements.append(element)
                markup.roles.append(("open", inner))
            else:
                inner = markup.elements[names[partner]].parent
                markup.roles.append(("close", names[partner]))
            markup.innermost.append(inner)
        return markup

    def _chain(self, element: int) -> Look:
        """An element with those it lies in, the outermost first."""
        chain = []
        while element >= 0:
            chain.append(element)
            element = self.elements[element].parent
        return tuple(reversed(chain))

    def _before(self, number: int) -> Look:
        """The elements that are open before a mark."""
        return self._chain(self.innermost[number - 1]) if number else ()

    def _look(self, place: int) -> Look:
        """The elements that a character lies in."""
        return self._before(bisect_right(self.offsets, place))

    def carried(
        self,
        span: Span,
        segments: Sequence[Segment],
        written: Callable[[int, int], str],
        escape: Callable[[str], str],
        changes: Changes | None = None,
    ) -> tuple[str, set[int]] | None:
        """The sentence at `span` as its segments say, and the numbers of the marks in it.

        Args:
            span: The sentence, in characters of the paragraph.
            segments: What is kept, deleted and inserted.
            written: How characters of the paragraph are written.
            escape: How new text is written.
            changes: How changes are marked; without it, what is deleted goes.
        """
        start, end = span
        first, last = bisect_left(self.offsets, start), bisect_left(self.offsets, end)
        own = self._own(start, end)
        torn = bisect_right(self.tangled, start) < bisect_left(self.tangled, end)
        if own is None or torn:
            return None
        inner = {*range(bisect_right(self.offsets, start), last), *own}
        outer = [n for n in self._before(first) if self.elements[n].end > start]
        after = [
            n
            for n in self._before(last)
            if self.elements[n].end > end or self.elements[n].start < start
        ]
        points = [self.points[n] for n in sorted(inner) if n in self.points]
        items = list(self._items(start, segments, points, written, escape, changes is not None))
        whole = tuple(
            n
            for n in self._look(start)
            if self.elements[n].start <= start and self.elements[n].end >= end
        )
        looks = self._looks([one.look for one in items], whole)
        return "".join(self._emitted(items, looks, outer, after, changes)), inner

    def _own(self, start: int, end: int) -> set[int] | None:
        """The marks at either end that belong to the sentence: they open and close inside it."""
        own: set[int] = set()
        first = range(bisect_left(self.offsets, start), bisect_right(self.offsets, start))
        opening = next((n for n in first if self.roles[n][0] == "open"), None)
        if opening is not None:
            if any(self.roles[n][0] == "close" for n in first if n > opening):
                return None
            own.update(n for n in first if n >= opening)
        last = range(bisect_left(self.offsets, end), bisect_right(self.offsets, end))
        closing = [
            n
            for n in last
            if self.roles[n][0] == "close" and self.elements[self.roles[n][1]].start >= start
        ]
        if closing:
            inside = [n for n in last if n <= closing[-1]]
            if any(self.roles[n][0] != "point" and n not in closing for n in inside):
                return None
            own.update(inside)
        return own

    def _items(
        self,
        start: int,
        segments: Sequence[Segment],
        points: Sequence[_Point],
        written: Callable[[int, int], str],
        escape: Callable[[str], str],
        shows_all: bool,
    ) -> Iterator[_Item]:
        """What is written, in order: characters, new text, and points where they belong."""
        waiting: list[_Point] = []
        left = list(points)
        for segment in segments:
            if segment.kind == "insert":
                look = None if segment.like < 0 else self._look(start + segment.like)
                yield from _worded(look, escape(segment.text), "insert")
                continue
            first, last = start + segment.start, start + segment.end
            keeps = segment.kind == "keep"
            if keeps:
                yield from (_Item(self._chain(point.element), point.raw) for point in waiting)
                waiting = []
            for one, two in self._stretches(first, last):
                while left and left[0].offset <= one:
                    point = left.pop(0)
                    if keeps and not waiting:
                        yield _Item(self._chain(point.element), point.raw)
                    elif not keeps and (waiting or point.clings_left):
                        waiting.append(point)
                    else:
                        yield _Item(self._chain(point.element), point.raw)
                if keeps or shows_all:
                    yield from _worded(self._look(one), written(one, two), segment.kind)
            while left and left[0].offset == last and left[0].clings_left:
                # After the word it clings to, or after what takes that word's place.
                waiting.append(left.pop(0))
            if keeps:
                yield from (_Item(self._chain(point.element), point.raw) for point in waiting)
                waiting = []
        yield from (_Item(self._chain(point.element), point.raw) for point in [*waiting, *left])

    def _stretches(self, first: int, last: int) -> Iterator[Span]:
        """The characters in stretches without a mark inside."""
        marks = self.offsets[bisect_right(self.offsets, first) : bisect_left(self.offsets, last)]
        yield from pairwise(sorted({first, last, *marks}))

    def _looks(self, looks: Sequence[Look | None], whole: Look) -> list[Look]:
        """New text takes the look that both of its neighbours have, `whole` at either end."""
        found: list[Look] = []
        following = [whole] * len(looks)
        for place in range(len(looks) - 2, -1, -1):
            after = looks[place + 1]
            following[place] = following[place + 1] if after is None else after
        for look, after in zip(looks, following, strict=True):
            before = found[-1] if found else whole
            found.append(self._common(before, after) if look is None else look)
        return found

    def _common(self, one: Look, two: Look) -> Look:
        common = tuple(n for n in one if n in two)
        if common or not self.slots:
            return common
        # All text lies in some slot: the longer one is less likely to be an exception.
        sizes = {
            look: sum(self.elements[n].end - self.elements[n].start for n in look)
            for look in (one, two)
        }
        return max((look for look in (one, two) if look), key=lambda look: sizes[look], default=())

    def _emitted(
        self,
        items: Sequence[_Item],
        looks: Sequence[Look],
        outer: Sequence[int],
        after: Sequence[int],
        changes: Changes | None,
    ) -> Iterator[str]:
        """The items with elements closed and opened between them."""
        stack, seen = list(outer), set(outer)
        sign = ""
        for item, look in zip(items, looks, strict=True):
            kind = item.kind if changes is not None else "keep"
            if tuple(stack) != look or sign != kind:
                yield _closing(sign, changes)
                yield from self._moved(stack, look, seen)
                yield _opening(kind, changes)
                sign = kind
            yield item.text
        yield _closing(sign, changes)
        yield from self._moved(stack, tuple(after), seen)

    def _moved(self, stack: list[int], look: Look, seen: set[int]) -> Iterator[str]:
        same = 0
        while same < min(len(stack), len(look)) and stack[same] == look[same]:
            same += 1
        while len(stack) > same:
            yield self.elements[stack.pop()].closes
        for name in look[same:]:
            opens = self.elements[name].opens
            # The second part of a torn element must not have the name of the first.
            yield _IDENTITY.sub("", opens) if name in seen else opens
            stack.append(name)
            seen.add(name)


def _opening(kind: str, changes: Changes | None) -> str:
    if changes is None or kind == "keep":
        return ""
    return (changes.delete if kind == "delete" else changes.insert)[0]


def _closing(kind: str, changes: Changes | None) -> str:
    if changes is None or kind in ("", "keep"):
        return ""
    return (changes.delete if kind == "delete" else changes.insert)[1]


def _worded(look: Look | None, text: str, kind: str) -> Iterator[_Item]:
    """A text, its outer spaces apart: they have the look of their neighbours."""
    body = text.strip(" ")
    if not body:
        yield _Item(None, text, kind)
        return
    first = len(text) - len(text.lstrip(" "))
    if first:
        yield _Item(None, text[:first], kind)
    yield _Item(look, body, kind)
    if first + len(body) < len(text):
        yield _Item(None, text[first + len(body) :], kind)


def _partners(marks: Sequence[Mark]) -> dict[int, int]:
    """The number of each mark's partner; marks that overlap or are alone have none."""
    partners: dict[int, int] = {}
    stack: list[int] = []
    for number, mark in enumerate(marks):
        if not mark.name:
            continue
        if not mark.closes:
            stack.append(number)
            continue
        depth = next(
            (d for d in range(len(stack) - 1, -1, -1) if marks[stack[d]].name == mark.name), None
        )
        if depth is None:
            continue
        # What was opened inside and not closed is noise, as `<b><i></b>` is.
        partner = stack[depth]
        del stack[depth:]
        partners[number], partners[partner] = partner, number
    return partners
