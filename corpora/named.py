"""Corpora that ship with the package, opened by name."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

# Name → what it is, in a line.
SHIPPED = {
    "sample": "24 articles at four levels, for trying and testing",
    "public": "3,727 sentences of letters, notices and press texts, each at two levels",
}


def corpus_path(name: str | Path) -> Path:
    """The folder of a corpus that ships, or the path itself; `./sample` is a folder of yours."""
    if isinstance(name, Path) and len(name.parts) > 1:
        return name
    if str(name) in SHIPPED:
        return Path(str(files("corpora") / str(name)))
    return Path(name)
