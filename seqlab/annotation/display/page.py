"""A page of labelled pairs with their alignment drawn as in thesis Figure 3.1."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from seqlab.annotation.display.statistics import level_pair
from seqlab.annotation.record import LabelledPair
from seqlab.files import atomic_write
from seqlab.report_page import page_end, page_start

# Widths are estimated, not measured: the drawing must not depend on a browser. The letters are
# stretched to the estimate, so a wrong guess shows as tighter or looser letters, never as overlap.
_NARROW, _WIDE = set("iljtfr.,:;'|!()[]I"), set("mwMWQO@%—")
SIZE, ROOM, GAP = 15, 980, 11
LABEL_SPACE, BAND, BETWEEN = 17, 62, 14
ROW = SIZE + LABEL_SPACE + 8

KEY = (("D", "delete"), ("R", "replace"), ("A", "add"), ("M", "reorder"))


@dataclass(frozen=True, slots=True)
class _Box:
    """Where a word stands: its left edge, width and the top of its line."""

    x: float
    width: float
    top: float

    @property
    def middle(self) -> float:
        return self.x + self.width / 2


def write_page(path: str | Path, pairs: Iterable[LabelledPair], title: str = "Operations") -> int:
    """Write the pairs as one self-contained HTML page; returns how many."""
    count = 0
    with atomic_write(path) as handle:
        about = "Complex sentences above, simple ones below; dotted lines are word links."
        handle.write(page_start(title, "Labelled pairs", about))
        handle.write("<main class='wrap'><div class='key'>")
        for label, name in KEY:
            handle.write(f"<span><b class='{label}'>{label}</b>{name}</span>")
        handle.write("</div>\n")
        for count, pair in enumerate(pairs, start=1):
            handle.write(_section(count, pair))
        handle.write(f"</main>\n{page_end()}")
    return count


def _section(number: int, pair: LabelledPair) -> str:
    name = " · ".join(part for part in (str(number), pair.document, level_pair(pair)) if part)
    operations = "".join(
        f"<span class='operation'>{escape(name)}</span>" for name in pair.operations
    )
    return (
        f"<article class='card'><header><span>{escape(name)}</span>{operations}</header>"
        f"{drawing(pair)}</article>\n"
    )


def drawing(pair: LabelledPair) -> str:
    """The pair as an SVG picture: labels and source, dotted links, target and labels.

    A pair too long for the page is broken like music, each stave with both of its voices.
    """
    above: list[_Box] = []
    below: list[_Box] = []
    top = 0.0
    for sources, targets in _staves(pair):
        above += _layout([pair.source_tokens[i] for i in sources], top)
        foot = (above[-1].top if sources else top) + ROW + BAND
        below += _layout([pair.target_tokens[j] for j in targets], foot)
        top = (below[-1].top if targets else foot) + ROW + BETWEEN
    width = max([box.x + box.width for box in (*above, *below)], default=0) + 4
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width:.0f}' height='{top:.0f}' "
        f"viewBox='0 0 {width:.0f} {top:.0f}' role='img' "
        f"aria-label='{escape(' '.join(pair.source_tokens), quote=True)}'>"
    ]
    for i, j in pair.links:
        start, end = above[i].top + LABEL_SPACE + SIZE + 5, below[j].top + 2
        parts.append(_link(above[i].middle, start, below[j].middle, end, _kind(pair, i)))
    parts += _words(pair.source_tokens, pair.source_labels, above, label_above=True)
    parts += _words(pair.target_tokens, pair.target_labels, below, label_above=False)
    parts.append("</svg>")
    return "".join(parts)


def _staves(pair: LabelledPair) -> list[tuple[range, range]]:
    """Source and target words of each line of the drawing: as many as fit on both sides."""
    # How far the source must have come when target word j is drawn.
    reached: list[int] = []
    steady = {j: i for i, j in reversed(pair.links) if pair.source_labels[i] != "M"}
    for j in range(len(pair.target_tokens)):
        last = reached[-1] if reached else 0
        reached.append(max(last, steady.get(j, last)))
    widths = [
        [_width(token) + GAP for token in side] for side in (pair.source_tokens, pair.target_tokens)
    ]
    staves: list[tuple[range, range]] = []
    source = target = 0
    while source < len(widths[0]):
        end, other, used, other_used = source, target, 0.0, 0.0
        while end < len(widths[0]):
            following = other
            while following < len(reached) and reached[following] <= end:
                following += 1
            more = used + widths[0][end], other_used + sum(widths[1][other:following])
            if end > source and max(more) > ROOM:
                break
            (used, other_used), other, end = more, following, end + 1
        staves.append((range(source, end), range(target, other)))
        source, target = end, other
    if target < len(widths[1]):
        staves.append((range(source, source), range(target, len(widths[1]))))
    return staves


def _layout(tokens: Sequence[str], top: float) -> list[_Box]:
    boxes: list[_Box] = []
    x = 2.0
    for token in tokens:
        width = _width(token)
        # Only a voice that has far more to say than the other is broken within its stave.
        if boxes and x + width > ROOM + GAP:
            x, top = 2.0, top + ROW
        boxes.append(_Box(x, width, top))
        x += width + GAP
    return boxes


def _width(token: str) -> float:
    units = 0.0
    for character in token:
        if character in _NARROW:
            units += 0.34
        elif character in _WIDE or ord(character) > 0x2E80:
            units += 0.92
        else:
            units += 0.66 if character.isupper() else 0.51
    return max(units * SIZE, 5.0)


def _kind(pair: LabelledPair, i: int) -> str:
    return {"R": "r", "M": "m"}.get(pair.source_labels[i], "c")


def _link(x: float, y: float, other_x: float, other_y: float, kind: str) -> str:
    bend = (other_y - y) * 0.45
    return (
        f"<path class='{kind}' d='M{x:.1f} {y:.1f} C{x:.1f} {y + bend:.1f} "
        f"{other_x:.1f} {other_y - bend:.1f} {other_x:.1f} {other_y:.1f}'/>"
    )


def _words(
    tokens: Sequence[str], labels: Sequence[str], boxes: Sequence[_Box], label_above: bool
) -> Iterable[str]:
    for token, label, box in zip(tokens, labels, boxes, strict=True):
        foot = box.top + (LABEL_SPACE + SIZE if label_above else SIZE)
        kind = label if label in "DRAM" else ""
        yield (
            f"<text class='w {kind}' x='{box.x:.1f}' y='{foot:.1f}' "
            f"textLength='{box.width:.1f}' lengthAdjust='spacingAndGlyphs'>{escape(token)}</text>"
        )
        if kind:
            y = box.top + 11 if label_above else foot + LABEL_SPACE
            yield (
                f"<text class='l {kind}' x='{box.middle:.1f}' y='{y:.1f}' "
                f"text-anchor='middle'>{label}</text>"
            )
