"""Training, validation and test parts in which no article appears twice."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from corpora.options import Part
from corpora.pair import Pair

PARTS: tuple[Part, ...] = ("train", "valid", "test")
PROPORTIONS = (0.8, 0.1, 0.1)


@dataclass(frozen=True, slots=True)
class Splits:
    """Pairs in three parts."""

    train: list[Pair] = field(default_factory=list)
    valid: list[Pair] = field(default_factory=list)
    test: list[Pair] = field(default_factory=list)

    def __iter__(self) -> Iterator[tuple[Part, list[Pair]]]:
        return iter(zip(PARTS, (self.train, self.valid, self.test), strict=True))


def split_pairs(
    pairs: Iterable[Pair], seed: int = 13, proportions: tuple[float, float, float] = PROPORTIONS
) -> Splits:
    """`pairs` in three parts, all pairs of one document in the same part, their order kept."""
    pairs = list(pairs)
    parts = split_documents((document_of(pair) for pair in pairs), seed, proportions)
    splits = Splits()
    by_part = dict(splits)
    for pair in pairs:
        by_part[parts[document_of(pair)]].append(pair)
    return splits


def split_documents(
    documents: Iterable[str],
    seed: int = 13,
    proportions: tuple[float, float, float] = PROPORTIONS,
) -> dict[str, Part]:
    """The part of every document.

    Documents are ranked by a hash of the seed and their name, and the ranking is cut. So the
    proportions are exact whatever the number of documents, neither the order of the corpus nor
    repeats change anything, and a document that joins or leaves moves few of the others.
    """
    names = sorted(set(documents), key=lambda name: (_rank(seed, name), name))
    sizes = part_sizes(len(names), proportions)
    parts = [part for part, size in zip(PARTS, sizes, strict=True) for _ in range(size)]
    return dict(zip(names, parts, strict=True))


def part_sizes(count: int, proportions: tuple[float, float, float]) -> tuple[int, ...]:
    """How many of `count` documents each part gets.

    Sizes are rounded by the largest remainder; no part that has a share stays empty while another
    has two documents.
    """
    if min(proportions) < 0 or abs(sum(proportions) - 1) > 1e-6:
        raise ValueError(f"proportions must be three shares of 1, not {proportions}")
    exact = [count * share for share in proportions]
    sizes = [int(size + 1e-9) for size in exact]
    remainders = sorted(range(3), key=lambda part: sizes[part] - exact[part])
    for part in remainders[: count - sum(sizes)]:
        sizes[part] += 1
    for part in range(3):
        largest = max(range(3), key=lambda other: sizes[other])
        if proportions[part] and not sizes[part] and sizes[largest] > 1:
            sizes[largest] -= 1
            sizes[part] += 1
    return tuple(sizes)


def document_of(pair: Pair) -> str:
    """The name by which a pair is split: its document, or the letters of its complex side.

    Where a corpus has no documents (ASSET, WikiLarge), every complex text counts as one, so all
    references to it and its repeats in other corpora stay together.
    """
    if pair.document:
        return pair.document
    letters = re.sub(r"\W", "", pair.source.lower()) or pair.source
    return "text-" + hashlib.blake2b(letters.encode(), digest_size=8).hexdigest()


def _rank(seed: int, name: str) -> bytes:
    return hashlib.blake2b(f"{seed}\t{name}".encode(), digest_size=16).digest()
