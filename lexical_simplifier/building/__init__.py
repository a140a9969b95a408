"""Making a model folder: permitted data in, what `LexicalSimplifier.load` reads out."""

from __future__ import annotations

from pathlib import Path

from lexical_simplifier.building.options import BuildOptions, ResourceOptions

__all__ = ["BuildOptions", "ResourceOptions", "build_model", "build_vectors"]


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
