"""What people look at: the terminal view, the page with drawn links, the bar plot."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.console import Console

from corpora import Pair
from seqlab.alignment import load_aligner
from seqlab.annotation import (
    LabelledPair,
    OperationCounts,
    annotate_pairs,
    drawing,
    plot_operations,
    show_pairs,
    write_page,
)

PAIRS = [
    Pair(("He left the <big> house & ran.",), ("He left the house.",), levels=("0", "1")),
    Pair(("",), ("One new sentence.",), levels=("0", "1")),
    Pair((" ".join(["old words"] * 120),), (" ".join(["words"] * 200),), levels=("1", "2")),
]


@pytest.fixture(scope="module")
def labelled() -> list[LabelledPair]:
    return list(annotate_pairs(PAIRS, load_aligner("exact")))


def test_the_view_puts_labels_under_their_words(labelled: list[LabelledPair]) -> None:
    console = Console(width=60, record=True, force_terminal=False)
    with console.capture() as captured:
        show_pairs(labelled[:1], console)
    lines = captured.get().splitlines()
    words, marks = lines[2], lines[3]
    assert [words[place] for place, mark in enumerate(marks) if mark == "D"] == list("<b>&r")
    assert "DELETE" in lines[1]


def test_the_view_breaks_long_pairs_at_the_width_of_the_terminal(
    labelled: list[LabelledPair],
) -> None:
    console = Console(width=50, force_terminal=False)
    with console.capture() as captured:
        show_pairs(labelled, console)
    assert max(map(len, captured.get().splitlines())) <= 50


def test_every_drawing_is_well_formed_and_draws_each_link(labelled: list[LabelledPair]) -> None:
    for pair in labelled:
        picture = ElementTree.fromstring(drawing(pair))
        paths = picture.findall("{http://www.w3.org/2000/svg}path")
        texts = picture.findall("{http://www.w3.org/2000/svg}text")
        assert len(paths) == len(pair.links)
        words = [text.text for text in texts if (text.get("class") or "").startswith("w")]
        assert words == [*pair.source_tokens, *pair.target_tokens]


def test_no_two_words_overlap_and_none_leaves_the_picture(labelled: list[LabelledPair]) -> None:
    for pair in labelled:
        picture = ElementTree.fromstring(drawing(pair))
        rows: dict[str, list[tuple[float, float]]] = {}
        for text in picture.findall("{http://www.w3.org/2000/svg}text"):
            if (text.get("class") or "").startswith("w"):
                x, width = float(text.get("x", 0)), float(text.get("textLength", 0))
                rows.setdefault(text.get("y", ""), []).append((x, x + width))
        for spans in rows.values():
            spans.sort()
            assert all(end < start for (_, end), (start, _) in pairwise(spans))
            assert spans[-1][1] <= float(picture.get("width", 0))


def test_the_page_is_one_file_and_asks_nothing_of_the_network(
    labelled: list[LabelledPair], tmp_path: Path
) -> None:
    path = tmp_path / "page.html"
    assert write_page(path, labelled, title="A & B") == 3
    page = path.read_text(encoding="utf-8")
    assert "<title>A &amp; B</title>" in page
    assert "&lt;" in page
    assert not re.search(r"(src|href)=(?!\"data:)|@import|url\(", page)


def test_the_bar_plot_is_written(labelled: list[LabelledPair], tmp_path: Path) -> None:
    counts = OperationCounts()
    list(counts.counting(labelled))
    for name in ("bars.png", "bars.svg"):
        plot_operations(counts, tmp_path / name)
        assert (tmp_path / name).stat().st_size > 1000
