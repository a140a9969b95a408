"""Flowcharts of the guides as SVG, so that the site needs no script to draw them.

Only what our pages use of Mermaid is read: `flowchart LR`, boxes with `<b>` and `<br/>`, arrows
with a label. A sparse chart is laid out in rows from top to bottom; a dense one as a list of boxes
with arcs.
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
    body, width, height = _as_list(chart) if dense else _in_rows(chart)
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


def _rows(chart: Chart) -> dict[str, int]:
    """The row of each box: below the last that leads to it; a source, above the first it feeds."""
    row = dict.fromkeys(chart.boxes, 0)
    for _ in chart.boxes:  # long enough for the longest path
        for source, target, _label in chart.arrows:
            if row[target] < row[source] + 1 <= len(chart.boxes):
                row[target] = row[source] + 1
    for name in chart.boxes:
        fed = [row[target] for source, target, _ in chart.arrows if source == name]
        if fed and not any(target == name for _, target, _ in chart.arrows):
            row[name] = min(fed) - 1
    return row


def _in_rows(chart: Chart) -> tuple[str, float, float]:
    row = _rows(chart)
    height, gap, total = 46.0, 40.0, 760.0
    place: dict[str, tuple[float, float, float]] = {}
    for number in range(max(row.values()) + 1):
        names = [name for name in chart.boxes if row[name] == number]
        # The main road goes down the left; what joins it stands to the right.
        names.sort(key=lambda name: -_reach(chart, name))
        for index, name in enumerate(names):
            width = max(len(_plain(line)) for line in chart.boxes[name]) * _LETTER + 26
            middle = 190.0 + index * 300
            place[name] = (middle - width / 2, 12 + number * (height + gap), width)
    parts = []
    for source, target, label in chart.arrows:
        sx, sy, sw = place[source]
        tx, ty, tw = place[target]
        x1, y1, x2, y2 = sx + sw / 2, sy + height, tx + tw / 2, ty - 2
        if row[target] > row[source] + 1:
            x2, y2 = tx + tw + 2, ty + height / 2
            reach = max(x1, x2) + 60 + 22 * (row[target] - row[source])
            curve = f"C{reach:.1f} {y1:.1f} {reach:.1f} {y2:.1f}"
            note = (reach - 46, (y1 + y2) / 2)
        else:
            curve = f"C{x1:.1f} {y1 + 22:.1f} {x2:.1f} {y2 - 22:.1f}"
            note = ((x1 + x2) / 2 + 8 + len(label) * 2.8, (y1 + y2) / 2 + 3)
            if abs(x1 - x2) > 60:  # beside the box that it leaves, where no other label is
                note = (x1 + 12 + len(label) * 2.8, y1 + 16)
        parts.append(
            f'<path class="edge" marker-end="url(#tip)" d="M{x1:.1f} {y1:.1f} {curve} '
            f'{x2:.1f} {y2:.1f}"/>'
        )
        if label:
            parts.append(_note(*note, label))
    for name, lines in chart.boxes.items():
        bx, by, bw = place[name]
        parts.append(
            f'<rect class="box" x="{bx:.1f}" y="{by:.1f}" width="{bw:.1f}" height="{height}" '
            'rx="5"/>'
        )
        first = by + height / 2 + 4 - (len(lines) - 1) * _LINE / 2
        parts += [_text(bx + bw / 2, first + n * _LINE, line) for n, line in enumerate(lines)]
    return "".join(parts), total, 12 + (max(row.values()) + 1) * (height + gap) - gap + 12


def _reach(chart: Chart, name: str) -> int:
    """How many boxes the longest way passes that leads to a box: the main road is the longest."""
    before = [source for source, target, _ in chart.arrows if target == name]
    return 1 + max((_reach(chart, one) for one in before), default=0)


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
            f'<path class="edge" marker-end="url(#tip)" d="M{edge} {y1:.1f} '
            f"C{edge + side * reach:.1f} {y1:.1f} {edge + side * reach:.1f} {y2:.1f} "
            f'{edge + side * 2} {y2:.1f}"/>'
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
