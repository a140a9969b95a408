"""Making a model folder: permitted data in, what `LexicalSimplifier.load` reads out."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lexical_simplifier.building.options import BuildOptions, ResourceOptions

if TYPE_CHECKING:
    from lexical_simplifier.building.adapt import adapted_ranker, count_replacements, first_right

__all__ = [
    "BuildOptions",
    "ResourceOptions",
    "adapted_ranker",
    "build_model",
    "build_vectors",
    "count_replacements",
    "first_right",
]
_LATER = ("adapted_ranker", "count_replacements", "first_right")


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module("lexical_simplifier.building.adapt"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def build_model(options: BuildOptions, out: str | Path) -> str:
    """Build a model into the folder `out`; returns a line about it."""
    # Training imports torch and scikit-learn, which readers of options need not wait for.
    from lexical_simplifier.building.build import build

    made = build(options)
    made.save(out)
    return f"{len(made.lexicon):,} entries, {len(made.ngrams):,} n-grams → {out}"


def build_vectors(options: BuildOptions, out: str | Path) -> str:
    """Train base vectors over `word|PART` tokens into the file `out`."""
    from lexical_simplifier.building.word2vec import train_vectors

    return train_vectors(out, options.data, options.sentences)
