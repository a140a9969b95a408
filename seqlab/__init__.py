"""SeqLab simplifies English text by labelling every word: copy, delete or replace."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

# `import seqlab` stays light: each name is imported from its home when it is first asked for.
# Type checkers read `__init__.pyi`.
_HOMES = {
    "Document": "seqlab.text",
    "Edit": "seqlab.editing",
    "Explanation": "seqlab.editing",
    "LexicalSimplifier": "lexical_simplifier",
    "Simplifier": "seqlab.pipeline",
    "Tagger": "seqlab.tagger",
    "ablate": "seqlab.api",
    "align": "seqlab.api",
    "annotate": "seqlab.api",
    "evaluate": "seqlab.api",
    "train": "seqlab.api",
}

__all__ = [
    "Document",
    "Edit",
    "Explanation",
    "LexicalSimplifier",
    "Simplifier",
    "Tagger",
    "__version__",
    "ablate",
    "align",
    "annotate",
    "evaluate",
    "train",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
