"""Word links between the two sides of a pair: what an aligner gives, its text form, its scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from seqlab.errors import DataError
from seqlab.files import atomic_write, read_lines
from seqlab.matches import Matches

# (source position, target position), both from 0.
Link = tuple[int, int]
Links = set[Link]
TokenPair = tuple[Sequence[str], Sequence[str]]


class Aligner(Protocol):
    """Anything that links the words of a pair; pairs come in many at a time so it can batch."""

    def align(self, pairs: Iterable[TokenPair]) -> list[Links]:
        """One set of links a pair, in the order of the pairs."""
        ...


def to_pharaoh(links: Iterable[Link]) -> str:
    """Links as aligners have always written them: `0-0 1-2`, in order."""
    return " ".join(f"{source}-{target}" for source, target in sorted(links))


def from_pharaoh(text: str) -> Links:
    """The links of a line such as `0-0 1-2`; raises ValueError naming the link it cannot read."""
    links: Links = set()
    for item in text.split():
        source, dash, target = item.partition("-")
        if not (dash and source.isdecimal() and target.isdecimal()):
            raise ValueError(item)
        links.add((int(source), int(target)))
    return links


def write_pharaoh(path: str | Path, alignments: Iterable[Iterable[Link]]) -> int:
    """Write one line of links a pair, whole or not at all; returns how many."""
    count = 0
    with atomic_write(path) as handle:
        for links in alignments:
            handle.write(to_pharaoh(links) + "\n")
            count += 1
    return count


def read_pharaoh(path: str | Path) -> Iterator[Links]:
    """The links of every line of a Pharaoh file."""
    for number, line in enumerate(read_lines(path), start=1):
        try:
            yield from_pharaoh(line)
        except ValueError as error:
            raise DataError(
                path, "not a link", line=number, value=str(error), fix="write 0-0 1-2"
            ) from None


def link_score(predicted: Iterable[Links], gold: Iterable[Links]) -> Matches:
    """How well links agree with gold links, counted over all pairs."""
    return Matches.total(
        Matches(len(ours & theirs), len(ours), len(theirs))
        for ours, theirs in zip(predicted, gold, strict=True)
    )
