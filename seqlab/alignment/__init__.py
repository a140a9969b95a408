"""Word alignment of sentence pairs: links by name of aligner, Pharaoh files, link scores."""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import Any

from seqlab.alignment.links import (
    Aligner,
    Link,
    Links,
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

# Where each aligner lives; those with an encoder are imported, and it loaded, only when asked for.
ALIGNERS = {
    "exact": "exact.ExactAligner",
    "light": "lexical_chain.LexicalChainAligner",
    "mwa": "mwa.MwaAligner",
    "simalign": "simalign.SimAligner",
    "simalign-package": "simalign.SimAlignPackage",
    "best": "contextual_chain.ContextualChainAligner",
}


def load_aligner(name: str = "light", **options: Any) -> Aligner:
    """The aligner called `name`; `options` are what its constructor takes.

    `best` measured best and needs an encoder; `light` is the best without one.
    """
    if name not in ALIGNERS:
        raise UsageError(f"no aligner {name!r}; known: {', '.join(ALIGNERS)}")
    module, _, attribute = ALIGNERS[name].partition(".")
    constructor = getattr(import_module(f"seqlab.alignment.{module}"), attribute)
    known = list(inspect.signature(constructor).parameters)
    if unknown := [option for option in options if option not in known]:
        raise UsageError(
            f"aligner {name!r} has no option {unknown[0]!r}; known: {', '.join(known)}"
        )
    aligner: Aligner = constructor(**options)
    return aligner
