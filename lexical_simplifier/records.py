"""What goes into the lexical simplifier and what comes out: requests, substitutes, changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Index = int | tuple[int, int]


@dataclass(frozen=True, slots=True)
class Request:
    """A word (`index`) or phrase (`(start, end)`) of a sentence to find simpler words for."""

    tokens: Sequence[str]
    index: Index
    tags: Sequence[str] | None = None


@dataclass(frozen=True, slots=True)
class Substitute:
    """A candidate, inflected to fit, with its score and why it was kept or dropped.

    `score` orders the candidates; over those of a target that fit, scores sum to one.
    `confidence` is the probability that it is right and simpler, for the first candidate and
    for those that the list of plain words trusts; None for the others.
    `trust` is what the list of plain words says of it here: always, usually, context or nothing.
    `article` is what `a` or `an` before the target must become, or None.
    """

    text: str
    score: float
    kept: bool
    reason: str
    confidence: float | None = None
    article: str | None = None
    trust: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """`tokens[start:end]` of a sentence and what was put for it."""

    start: int
    end: int
    before: str
    substitute: Substitute


@dataclass(frozen=True)
class Stages:
    """Which stages run; each can be switched off to see what it gives.

    Args:
        select: Drop the candidates that fit the context least.
        rank: Order by the trained ranker; otherwise by frequency.
        confirm: Replace only where the best candidate is simpler and likely enough to be right.
    """

    select: bool = True
    rank: bool = True
    confirm: bool = True
