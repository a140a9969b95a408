"""The site: generated pages, diagrams, links, and the build itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from seqlab import cli
from tools.diagrams import draw, read_chart
from tools.examples import out_of_date
from tools.links import broken_links, foreign_styles

ROOT = Path(__file__).resolve().parents[2]


def test_the_examples_are_what_the_model_does() -> None:
    assert out_of_date() == [], "run: make examples"


def test_a_flowchart_is_read_and_drawn() -> None:
    text = 'flowchart LR\n  A["one"] -->|makes| B["two<br/>lines"]\n  B --> C\n'
    chart = read_chart(text)
    assert chart.boxes == {"A": ["one"], "B": ["two", "lines"], "C": ["C"]}
    assert chart.arrows == [("A", "B", "makes"), ("B", "C", "")]
    drawn = draw(text, "a title")
    assert drawn.count("<rect") == 3
    assert drawn.count('class="edge"') == 2
    with pytest.raises(ValueError, match="neither box nor arrow"):
        read_chart("flowchart LR\n  subgraph x\n")


def test_broken_links_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<h1 id="top">A</h1><a href="b.html#there">b</a><a href="b.html#not">b</a>'
        '<a href="c.html">c</a><a href="https://example.org">e</a>'
        '<script src="https://example.org/x.js"></script><img src="picture.png">'
    )
    (tmp_path / "b.html").write_text('<p id="there"><a href="a.html#top">a</a></p>')
    (tmp_path / "x.css").write_text('@import "https://example.org/font.css";')
    assert [line.partition(": ")[2] for line in sorted(broken_links(tmp_path))] == [
        "b.html#not: no such place on that page",
        "c.html leads nowhere",
        "loads https://example.org/x.js from elsewhere",
        "picture.png leads nowhere",
    ]
    assert foreign_styles(tmp_path) == ['x.css: @import "http']


def test_commands_cards_notebooks_and_results_have_pages() -> None:
    pytest.importorskip("mkdocs")
    from tools.site_hooks import generated_pages

    pages = dict(generated_pages())
    for name in cli.commands():
        page = str(pages[f"commands/{name}.md"])
        assert page.startswith(f"# seqlab {name}\n")
        assert f"$ seqlab {name}" in page
    assert "| `--strength X` |" in str(pages["commands/simplify.md"])
    listed = str(pages["results/index.md"])
    for path in (ROOT / "docs" / "results").glob("*.md"):
        assert f"({path.name})" in listed
    assert {"models/default.md", "changelog.md", "contributing.md"} <= set(pages)
    for path in (ROOT / "notebooks").glob("*.ipynb"):
        assert f"notebooks/{path.stem}.md" in pages


@pytest.mark.slow
def test_the_site_is_built_strictly_and_its_links_hold(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs", reason="pip install 'seqlab[docs]'")
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(tmp_path)],
        cwd=ROOT,
        check=True,
    )
    assert broken_links(tmp_path.resolve()) == []
    assert foreign_styles(tmp_path) == []
