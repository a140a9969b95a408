"""The guide to documents names what the code knows."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from seqlab.documents import FORMATS, ProtectedContent

GUIDE = Path(__file__).resolve().parent.parent.parent / "docs" / "documents.md"


def test_the_guide_names_every_format_and_every_switch() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert [suffix for suffix in FORMATS if f"`{suffix}`" not in text] == []
    assert [
        one.name for one in fields(ProtectedContent) if f"`protect.{one.name}`" not in text
    ] == []
