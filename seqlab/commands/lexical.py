"""Simplify words: suggest simpler ones, evaluate, or build the lexical simplifier's model.

seqlab lexical suggest "The physician will commence the treatment."
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from lexical_simplifier.building import BuildOptions


def lexical(
    action: Literal["suggest", "evaluate", "build", "vectors"],
    text: str = "",
    out: Path | None = None,
    model: Path | None = None,
    keep: list[str] | None = None,
    threshold: float | None = None,
    complexity: float = 0.25,
    candidates: int = 4,
    build: BuildOptions = BuildOptions(),  # noqa: B008 - frozen, and the options' defaults
) -> int:
    """Suggest simpler words for a text, evaluate a model on benchmarks, or build a model.

    Args:
        action: `suggest` shows hard words of `text` with candidates and reasons; `evaluate` scores
            a model on LexMTurk and BenchLS in the data folder; `build` makes a model folder
            `out`; `vectors` trains Word2Vec over word|TAG tokens into `out`, for `build.vectors`.
        text: One or more sentences.
        out: Folder of the model to build.
        model: Model folder; by default the one that ships.
        keep: Words that must not be replaced.
        threshold: Minimum confidence of a replacement, 0 to 1; by default the model's own.
        complexity: Least probability of being hard at which a word is considered.
        candidates: How many candidates to show for each.
        build: How a model is made.
    """
    from lexical_simplifier import DEFAULT_FOLDER, LexicalSimplifier, suggestions
    from lexical_simplifier.building import build_model, build_vectors
    from seqlab.errors import UsageError

    if action in ("build", "vectors"):
        if out is None:
            raise UsageError(f"lexical {action} needs --out, where the model goes")
        make = build_model if action == "build" else build_vectors
        print(make(build, out))
        return 0
    simplifier = LexicalSimplifier.load(
        model or DEFAULT_FOLDER, keep=keep or [], threshold=threshold
    )
    if action == "evaluate":
        from lexical_simplifier.evaluation import evaluation_table

        print(evaluation_table(simplifier))
        return 0
    if not text.strip():
        raise UsageError('lexical suggest needs a sentence: seqlab lexical suggest "…"')
    print(suggestions(simplifier, text, complexity, candidates))
    return 0
