"""Sentence pairs of OneStopEnglish that a person judged, kept as numbers, and what they say.

The sheet `data/onestop_pairs_checked.tsv` was drawn from the union of both methods' output on the
articles that were not used for tuning. A pair of the union is in it with the same chance, so the
rows that a method put out are a fair sample of that method's output.

`python -m benchmarks.results.onestop_checked` prints the pairs drawn, for reading them.
"""

from __future__ import annotations

import hashlib
import math
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from seqlab.files import read_lines

SHEET = Path(__file__).parent / "data" / "onestop_pairs_checked.tsv"
SEED = 2016
SIZE = 150
JUDGEMENTS = ("correct", "partial", "wrong")


@dataclass(frozen=True, slots=True, order=True)
class Link:
    """Sentences of two levels of an article by number, from 0, counted through the article."""

    document: str
    levels: tuple[str, str]
    sources: tuple[int, ...]
    targets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """A judged link, and a checksum of the sentences that its numbers stood for."""

    link: Link
    judgement: str
    checksum: str


def read_sheet(path: Path = SHEET) -> list[Checked]:
    """The judged links."""
    checked = []
    for line in list(read_lines(path))[1:]:
        document, levels, sources, targets, judgement, checksum = line.split("\t")
        source_level, target_level = levels.split("-")
        link = Link(document, (source_level, target_level), _numbers(sources), _numbers(targets))
        checked.append(Checked(link, judgement, checksum))
    return checked


def _numbers(cell: str) -> tuple[int, ...]:
    return tuple(int(number) for number in cell.split(","))


def draw(checksums: Mapping[Link, str], size: int = SIZE, seed: int = SEED) -> list[Link]:
    """A random sample that hardly changes when the links do: those with the smallest hashes."""

    def order(link: Link) -> str:
        key = f"{seed} {link.document} {link.levels} {checksums[link]}"
        return hashlib.sha256(key.encode()).hexdigest()

    return sorted(sorted(checksums, key=order)[:size])


def checksum(sources: Sequence[str], targets: Sequence[str]) -> str:
    """Eight hexadecimal digits that change when the sentences do, for instance by a new splitter."""
    return f"{zlib.crc32(chr(10).join([*sources, '', *targets]).encode()):08x}"


@dataclass(frozen=True, slots=True)
class Precision:
    """The judgements of those links of the sheet that a method put out."""

    counts: Mapping[str, int]

    @property
    def judged(self) -> int:
        """How many links were judged."""
        return sum(self.counts.values())

    def share(self, *judgements: str) -> str:
        """The share of these judgements with its 95 % interval (Wilson)."""
        total, hits = self.judged, sum(self.counts[judgement] for judgement in judgements)
        if not total:
            return "–"
        z, p = 1.96, hits / total
        middle = (p + z * z / (2 * total)) / (1 + z * z / total)
        half = z / (1 + z * z / total) * math.sqrt(p * (1 - p) / total + (z / (2 * total)) ** 2)
        return f"{p:.1%} ({middle - half:.0%}–{min(middle + half, 1):.0%})"


def precision(checked: Sequence[Checked], output: set[Link]) -> Precision:
    """Judgements of the links in `output`."""
    counts = Counter(row.judgement for row in checked if row.link in output)
    return Precision({judgement: counts[judgement] for judgement in JUDGEMENTS})


if __name__ == "__main__":
    from benchmarks.results.sentence_alignment import pair_of, read_articles, union_of_methods

    articles = read_articles()
    pairs = {link: pair_of(link, articles) for link in union_of_methods()}
    sums = {link: checksum(pair.sources, pair.targets) for link, pair in pairs.items()}
    judged = {(row.link.document, row.link.levels, row.checksum) for row in read_sheet()}
    for link in draw(sums):
        done = "judged" if (link.document, link.levels, sums[link]) in judged else "to judge"
        places = [",".join(map(str, numbers)) for numbers in (link.sources, link.targets)]
        print(link.document, "-".join(link.levels), *places, done, sums[link], sep="\t")
        print("  <", " | ".join(pairs[link].sources))
        print("  >", " | ".join(pairs[link].targets))
