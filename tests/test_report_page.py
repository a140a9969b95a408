"""One frame and one style sheet for every HTML report."""

from __future__ import annotations

import re
from pathlib import Path

from seqlab.report_page import page_end, page_start

ROOT = Path(__file__).resolve().parent.parent


def test_text_is_escaped_and_the_page_is_closed() -> None:
    page = page_start("A & B", "<i>", "1 < 2") + "<main></main>" + page_end()
    assert "<title>A &amp; B</title>" in page
    assert "&lt;i&gt;" in page
    assert "1 &lt; 2" in page
    for name in ("html", "head", "body", "style", "header"):
        assert len(re.findall(f"<{name}[ >]", page)) == page.count(f"</{name}>") == 1


def test_scripts_run_only_where_the_page_has_one() -> None:
    quiet = page_start("T") + page_end()
    assert "default-src 'none'" in quiet
    assert "script" not in quiet
    loud = page_start("T", has_script=True) + page_end("let x = 1;")
    assert "script-src 'unsafe-inline'" in loud
    assert "let x = 1;" in loud
    assert 'id="theme"' in loud


def test_the_style_sheet_needs_no_network_and_has_both_themes() -> None:
    style = (ROOT / "seqlab" / "report_page.css").read_text(encoding="utf-8")
    assert not re.search(r"url\(|@import|https?:", style)
    assert style.count("{") == style.count("}")
    assert "color-scheme: light dark" in style
    used = set(re.findall(r"var\((--[\w-]+)\)", style))
    assert used - {"--dot"} <= set(re.findall(r"(--[\w-]+):", style))


def test_every_report_uses_it() -> None:
    others = [
        str(path.relative_to(ROOT))
        for folder in ("seqlab", "corpora", "lexical_simplifier")
        for path in sorted((ROOT / folder).rglob("*"))
        # The pages of the service are an application with a style sheet of its own, not reports.
        if "web" not in path.relative_to(ROOT).parts
        and path.suffix in (".py", ".html", ".css", ".js")
        and re.search(r"<!doctype|<style|prefers-color-scheme: dark\) *\{", path.read_text("utf-8"))
    ]
    assert others == ["seqlab/report_page.py"]
