"""Word alignment of sentence pairs: links by name of aligner, Pharaoh files, link scores."""

from __future__ import annotations

import inspect
from typing import Any

from seqlab.alignment.exact import ExactAligner
from seqlab.alignment.light import LightAligner
from seqlab.alignment.links import (
    Aligner,
    Link,
    Links,
    Score,
    TokenPair,
    from_pharaoh,
    link_score,
    read_pharaoh,
    to_pharaoh,
    write_pharaoh,
)
from seqlab.alignment.words import (
    is_content,
    is_punctuation,
    is_stop_word,
    lemmas,
    likeness,
    normal,
)
from seqlab.errors import UsageError

__all__ = [
    "ALIGNERS",
    "Aligner",
    "Link",
    "Links",
    "Score",
    "TokenPair",
    "from_pharaoh",
    "is_content",
    "is_punctuation",
    "is_stop_word",
    "lemmas",
    "likeness",
    "link_score",
    "load_aligner",
    "normal",
    "read_pharaoh",
    "to_pharaoh",
    "write_pharaoh",
]

ALIGNERS: dict[str, Any] = {"exact": ExactAligner, "light": LightAligner}


def load_aligner(name: str = "light", **options: Any) -> Aligner:
    """The aligner called `name`; `options` are what its constructor takes."""
    if name not in ALIGNERS:
        raise UsageError(f"no aligner {name!r}; known: {', '.join(ALIGNERS)}")
    known = list(inspect.signature(ALIGNERS[name]).parameters)
    if unknown := [option for option in options if option not in known]:
        raise UsageError(
            f"aligner {name!r} has no option {unknown[0]!r}; known: {', '.join(known)}"
        )
    aligner: Aligner = ALIGNERS[name](**options)
    return aligner
