"""SeqLab simplifies English text by labelling every word: copy, delete or replace."""

from __future__ import annotations

from seqlab.lazy import lazy_names

__version__ = "0.2.0"

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


__getattr__ = lazy_names(__name__, _HOMES)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
