"""Tags, lemmas, chunks and constituency trees of tokenised sentences, from a backend by name."""

from __future__ import annotations

from typing import Any

from seqlab.errors import UsageError
from seqlab.syntax.analysis import Analysis, Syntax
from seqlab.syntax.chunks import chunks
from seqlab.syntax.heads import head_child, head_token, head_word
from seqlab.syntax.lemmas import lemma
from seqlab.syntax.relations import (
    CLAUSES,
    ancestors,
    clauses,
    common_ancestor,
    is_finite,
    node_over,
    path_between,
)
from seqlab.syntax.tree import Tree, parse_trees

__all__ = [
    "BACKENDS",
    "CLAUSES",
    "Analysis",
    "Syntax",
    "Tree",
    "ancestors",
    "chunks",
    "clauses",
    "common_ancestor",
    "head_child",
    "head_token",
    "head_word",
    "is_finite",
    "lemma",
    "load_syntax",
    "node_over",
    "parse_trees",
    "path_between",
]

BACKENDS = ("embedded", "file", "spacy", "stanza")


def load_syntax(name: str = "embedded", **options: Any) -> Syntax:
    """The backend called `name`, ready to analyse.

    Args:
        name: `embedded` (the model that ships), `stanza`, `spacy`, or `file`.
        options: What the backend's constructor takes: `folder` (embedded), `folder`, `language`
            (stanza), `model` (spacy), `path` (file).
    """
    # Each backend's dependencies are loaded only when it is asked for.
    try:
        if name == "embedded":
            from seqlab.syntax.embedded import EmbeddedSyntax

            return EmbeddedSyntax(**options)
        if name == "stanza":
            from seqlab.syntax.stanza_backend import StanzaSyntax

            return StanzaSyntax(**options)
        if name == "spacy":
            from seqlab.syntax.spacy_backend import SpacySyntax

            return SpacySyntax(**options)
        if name == "file":
            from seqlab.syntax.file_backend import FileSyntax

            return FileSyntax(**options)
    except TypeError as error:
        if "unexpected keyword" in str(error) or "required positional" in str(error):
            raise UsageError(f"syntax backend {name!r}: {str(error).split('() ')[-1]}") from None
        raise
    raise UsageError(f"no syntax backend {name!r}; known: {', '.join(BACKENDS)}")
