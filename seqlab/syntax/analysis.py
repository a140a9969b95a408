"""`Analysis`: what syntax knows of a sentence, the same from every backend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from seqlab.syntax.tree import Tree


@dataclass(frozen=True, slots=True)
class Analysis:
    """A sentence with one Penn tag, lemma and IOB chunk label a token, and its tree.

    Where a backend has no trees (spaCy), `tree` holds what it does know: clauses and chunks.
    `entities` are IOB labels (`B-PERSON`), or nothing where the backend does not look for them.
    """

    tokens: tuple[str, ...]
    tags: tuple[str, ...]
    lemmas: tuple[str, ...]
    chunks: tuple[str, ...]
    tree: Tree
    entities: tuple[str, ...] | None = None


@runtime_checkable
class Syntax(Protocol):
    """A backend: sentences of tokens in, their analyses out, in the same order."""

    def analyse(self, sentences: Iterable[Sequence[str]]) -> Iterator[Analysis]:
        """One analysis for each sentence; its tokens are exactly those that were given."""
        ...
