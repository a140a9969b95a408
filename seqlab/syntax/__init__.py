"""Tags, lemmas, chunks and constituency trees of tokenised sentences, from a backend by name."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from seqlab.errors import UsageError
from seqlab.syntax.analysis import Analysis, Syntax
from seqlab.syntax.chunks import chunks
from seqlab.syntax.options import Sources
from seqlab.syntax.scenes import Scene, SceneFinder, load_scenes
from seqlab.syntax.tree import (
    CLAUSES,
    Tree,
    ancestors,
    clauses,
    common_ancestor,
    head_child,
    head_token,
    head_word,
    is_finite,
    node_over,
    parse_trees,
    path_between,
)

if TYPE_CHECKING:
    from seqlab.syntax.printing import parse_file
    from seqlab.syntax.scenes.printing import print_scenes
    from seqlab.syntax.scenes.training import (
        evaluate_scenes,
        read_graphs,
        scene_table,
        train_scenes,
    )
    from seqlab.syntax.training.train import evaluate_syntax, read_part, score_table, train_syntax

# What needs torch is imported when first used: trees alone should cost nothing.
_LATER = {
    "parse_file": "printing",
    "print_scenes": "scenes.printing",
    "evaluate_scenes": "scenes.training",
    "read_graphs": "scenes.training",
    "scene_table": "scenes.training",
    "train_scenes": "scenes.training",
    "evaluate_syntax": "training.train",
    "read_part": "training.train",
    "score_table": "training.train",
    "train_syntax": "training.train",
}

__all__ = [
    "BACKENDS",
    "CLAUSES",
    "Analysis",
    "Scene",
    "SceneFinder",
    "Sources",
    "Syntax",
    "Tree",
    "ancestors",
    "chunks",
    "clauses",
    "common_ancestor",
    "evaluate_scenes",
    "evaluate_syntax",
    "head_child",
    "head_token",
    "head_word",
    "is_finite",
    "load_scenes",
    "load_syntax",
    "node_over",
    "parse_file",
    "parse_trees",
    "path_between",
    "print_scenes",
    "read_graphs",
    "read_part",
    "scene_table",
    "score_table",
    "train_scenes",
    "train_syntax",
]

BACKENDS = ("embedded", "file", "spacy", "stanza")


def load_syntax(name: str = "embedded", **options: Any) -> Syntax:
    """The backend called `name`, ready to analyse.

    Args:
        name: `embedded` (the model that ships), `stanza`, `spacy`, or `file`.
        options: What the backend's constructor takes: `folder`, `beside`, `marginals` (embedded),
            `folder`, `language` (stanza), `model` (spacy), `path` (file).
    """
    # Each backend's dependencies are loaded only when it is asked for.
    try:
        if name == "embedded":
            from seqlab.syntax.backends.embedded import EmbeddedSyntax

            return EmbeddedSyntax(**options)
        if name == "stanza":
            from seqlab.syntax.backends.stanza_backend import StanzaSyntax

            return StanzaSyntax(**options)
        if name == "spacy":
            from seqlab.syntax.backends.spacy_backend import SpacySyntax

            return SpacySyntax(**options)
        if name == "file":
            from seqlab.syntax.backends.file_backend import FileSyntax

            return FileSyntax(**options)
    except TypeError as error:
        if "unexpected keyword" in str(error) or "required positional" in str(error):
            raise UsageError(f"syntax backend {name!r}: {str(error).split('() ')[-1]}") from None
        raise
    raise UsageError(f"no syntax backend {name!r}; known: {', '.join(BACKENDS)}")


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(f"seqlab.syntax.{_LATER[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
