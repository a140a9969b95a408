"""Flowcharts of the guides as SVG, so that the site needs no script to draw them.

Only what our pages use of Mermaid is read: `flowchart LR`, boxes with `<b>` and `<br/>`, arrows with a
label. A sparse chart is laid out in columns; a dense one as a list of boxes with arcs between them.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

_NODE = r'(\w+)(?:\["(.*?)"\])?'
_EDGE = re.compile(rf"^\s*{_NODE}\s*-->(?:\|(.*?)\|)?\s*{_NODE}\s*$")
_LINE, _LETTER = 15, 6.6


@dataclass
class Chart:
    """Boxes by name, each with its lines of text, and arrows: from, to, label."""

    boxes: dict[str, list[str]] = field(default_factory=dict)
    arrows: list[tuple[str, str, str]] = field(default_factory=list)


def read_chart(text: str) -> Chart:
    """The boxes and arrows of a Mermaid flowchart; a line that is neither is a `ValueError`."""
    chart = Chart()

    def box(name: str, label: str | None) -> None:
        if label is not None or name not in chart.boxes:
            chart.boxes[name] = (label or name).split("<br/>")

    first, *lines = [line for line in text.splitlines() if line.strip()]
    if first.split() != ["flowchart", "LR"]:
        raise ValueError(f"no flowchart LR: {first}")
    for line in lines:
        if edge := _EDGE.match(line):
            source, source_label, label, target, target_label = edge.groups()
            box(source, source_label)
            box(target, target_label)
            chart.arrows.append((source, target, label or ""))
        elif node := re.match(rf"^\s*{_NODE}\s*$", line):
            box(node[1], node[2])
        else:
            raise ValueError(f"neither box nor arrow: {line}")
    return chart


def draw(text: str, title: str) -> str:
    """The flowchart as an SVG in a `div` whose style sheet gives it the colours of the page."""
    chart = read_chart(text)
    dense = len(chart.arrows) > 1.8 * len(chart.boxes)
    body, width, height = _as_list(chart) if dense else _in_columns(chart)
    return (
        f'<div class="diagram"><svg viewBox="0 0 {width:.0f} {height:.0f}" '
        f'xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{html.escape(title)}">'
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
        'markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" class="note"/></marker></defs>'
        f"{body}</svg></div>"
    )


def _plain(line: str) -> str:
    return re.sub(r"</?b>", "", line)


def _text(x: float, y: float, line: str, anchor: str = "middle", size: int = 12) -> str:
    weight = ' font-weight="600"' if line.startswith("<b>") else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"{weight}>'
        f"{html.escape(_plain(line))}</text>"
    )


def _note(x: float, y: float, label: str) -> str:
    shown = html.escape(label)
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle" font-size="10" class="note">'
        f"{shown}</text>"
    )


def _columns(chart: Chart) -> dict[str, int]:
    """The column of each box: one more than that of the last box that leads to it."""
    column = dict.fromkeys(chart.boxes, 0)
    for _ in chart.boxes:  # long enough for the longest path; arrows that go back stay as they are
        for source, target, _label in chart.arrows:
            if column[target] < column[source] + 1 <= len(chart.boxes):
                column[target] = column[source] + 1
    return column


def _in_columns(chart: Chart) -> tuple[str, float, float]:
    column = _columns(chart)
    width = {
        name: max(len(_plain(line)) for line in lines) * _LETTER + 22
        for name, lines in chart.boxes.items()
    }
    gaps = {number: 34.0 for number in range(max(column.values()) + 1)}
    for source, _target, label in chart.arrows:
        gaps[column[source]] = max(gaps[column[source]], len(label) * 5.6 + 26)
    left, x = {}, 10.0
    for number in sorted(set(column.values())):
        left[number] = x
        x += max(width[n] for n in chart.boxes if column[n] == number) + gaps[number]
    rows: dict[int, int] = {}
    place: dict[str, tuple[float, float, float, float]] = {}
    for name, lines in chart.boxes.items():
        number = column[name]
        row = rows.get(number, 0)
        rows[number] = row + 1
        height = len(lines) * _LINE + 14
        # A box of the first column that leads far stands below, out of the way of the main road.
        reach = [column[b] - number for a, b, _ in chart.arrows if a == name]
        lower = 1 if number == 0 and len(reach) == 1 and row == 0 and reach[0] > 1 else 0
        place[name] = (left[number], 20 + (row + lower) * 92.0, width[name], height)
    parts = []
    for source, target, label in chart.arrows:
        sx, sy, sw, sh = place[source]
        tx, ty, _tw, th = place[target]
        x1, y1, x2, y2 = sx + sw, sy + sh / 2, tx - 2, ty + th / 2
        bend = max(14.0, (x2 - x1) / 2)
        parts.append(
            f'<path class="edge" marker-end="url(#tip)" d="M{x1:.1f} {y1:.1f} '
            f'C{x1 + bend:.1f} {y1:.1f} {x2 - bend:.1f} {y2:.1f} {x2:.1f} {y2:.1f}"/>'
        )
        if label:
            parts.append(_note((x1 + x2) / 2, (y1 + y2) / 2 - 6, label))
    for name, lines in chart.boxes.items():
        bx, by, bw, bh = place[name]
        parts.append(
            f'<rect class="box" x="{bx:.1f}" y="{by:.1f}" width="{bw:.1f}" height="{bh}" rx="5"/>'
        )
        parts += [
            _text(bx + bw / 2, by + 19 + n * _LINE, line) for n, line in enumerate(lines)
        ]
    height = max(y + h for _, y, _, h in place.values()) + 14
    return "".join(parts), x, height


def _as_list(chart: Chart) -> tuple[str, float, float]:
    left, width = 190.0, 470.0
    place: dict[str, tuple[float, float]] = {}
    parts, y = [], 12.0
    for name, (title, *files) in chart.boxes.items():
        listed = _wrapped(", ".join(files), 74)
        height = 26.0 + len(listed) * 13
        place[name] = (y, height)
        parts.append(
            f'<rect class="box" x="{left}" y="{y:.1f}" width="{width}" height="{height}" rx="5"/>'
        )
        parts.append(_text(left + 12, y + 18, title, "start"))
        parts += [
            f'<text x="{left + 12}" y="{y + 33 + n * 13:.1f}" font-size="10" class="note">'
            f"{html.escape(line)}</text>"
            for n, line in enumerate(listed)
        ]
        y += height + 12
    order = list(chart.boxes)
    used: dict[str, int] = {}

    def foot(name: str) -> float:
        """A place at the edge of a box that no other arrow uses."""
        top, height = place[name]
        total = sum(name in arrow[:2] for arrow in chart.arrows)
        used[name] = used.get(name, 0) + 1
        return top + height * used[name] / (total + 1)

    for source, target, label in chart.arrows:
        down = order.index(target) > order.index(source)
        edge, side = (left + width, 1) if down else (left, -1)
        y1, y2 = foot(source), foot(target)
        reach = 26 + min(150.0, abs(y2 - y1) * 0.42)
        parts.append(
            f'<path class="edge" marker-end="url(#tip)" d="M{edge} {y1:.1f} C{edge + side * reach:.1f} '
            f'{y1:.1f} {edge + side * reach:.1f} {y2:.1f} {edge + side * 2} {y2:.1f}"/>'
        )
        parts.append(_note(edge + side * (reach * 0.75 + 7), (y1 + y2) / 2 + 3, label))
    return "".join(parts), left + width + 190, y


def _wrapped(text: str, width: int) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + len(word) < width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
