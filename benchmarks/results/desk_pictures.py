"""Make the example of docs/desk.md again, and its picture: a notice before and after.

    python -m benchmarks.results.desk_pictures

Writes docs/examples/notice.plain.md and docs/images/desk-before-after.png. Needs Debian's chromium
(or `SEQLAB_CHROMIUM`) and Pillow.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from html import escape
from pathlib import Path

from seqlab.cli import main

EXAMPLES = Path("docs/examples")
BEFORE, AFTER = EXAMPLES / "notice.md", EXAMPLES / "notice.plain.md"
PICTURE = Path("docs/images/desk-before-after.png")
OPTIONS = [
    *("--glossary", str(EXAMPLES / "glossary.tsv"), "--keep", str(EXAMPLES / "keep.txt")),
    *("--explain-words", "bracket", "--strength", "0.7"),
]
_STYLE = (
    "body{font:14px/1.35 Georgia,'DejaVu Serif',serif;margin:16px;display:flex;gap:28px}"
    "div{flex:1}h1{font-size:19px}h2{font-size:15px;margin:10px 0 4px}p{margin:0 0 8px}"
    "b.side{font:bold 12px 'DejaVu Sans',sans-serif;color:#1b6ca8}"
)


def page_of(text: str) -> str:
    """The little Markdown of the notice as HTML."""
    blocks = []
    for block in text.strip().split("\n\n"):
        line = escape(" ".join(block.split()), quote=False)
        line = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", line)
        line = re.sub(r"\[(.+?)\]\((.+?)\)", r"<a href='\2'>\1</a>", line)
        depth = len(line) - len(line.lstrip("#"))
        tag = f"h{depth}" if depth else "p"
        blocks.append(f"<{tag}>{line.lstrip('# ')}</{tag}>")
    return "".join(blocks)


def shoot(html: str, target: Path, width: int, height: int) -> None:
    """A picture of a page, in few colours."""
    from PIL import Image, ImageChops

    program = os.environ.get("SEQLAB_CHROMIUM", "chromium")
    with tempfile.TemporaryDirectory() as name:
        page, raw = Path(name) / "page.html", Path(name) / "page.png"
        page.write_text(html, encoding="utf-8")
        command = [program, "--headless", "--no-sandbox", "--hide-scrollbars", "--disable-gpu"]
        size = f"--window-size={width},{height}"
        subprocess.run(
            [*command, size, f"--screenshot={raw}", f"file://{page}"],
            check=True,
            capture_output=True,
        )
        picture = Image.open(raw).convert("RGB")
    blank = Image.new("RGB", picture.size, (255, 255, 255))
    box = ImageChops.difference(picture, blank).getbbox() or (0, 0, *picture.size)
    bottom = min(picture.size[1], box[3] + 16)
    few = picture.crop((0, 0, picture.size[0], bottom)).quantize(16)
    few.save(target, optimize=True)


def run() -> None:
    """Simplify the notice and picture it."""
    main(["simplify", str(BEFORE), *OPTIONS, "--out", str(AFTER)])
    sides = [
        f"<div><b class='side'>{title}</b>{page_of(path.read_text(encoding='utf-8'))}</div>"
        for title, path in (("BEFORE", BEFORE), ("AFTER", AFTER))
    ]
    html = f"<!doctype html><meta charset='utf-8'><style>{_STYLE}</style>{''.join(sides)}"
    shoot(html, PICTURE, 1100, 2600)


if __name__ == "__main__":
    run()
