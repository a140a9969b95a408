"""Sentence pairs of OneStopEnglish judged by reading, kept as numbers, and what they say.

The sheet `data/onestop_pairs_checked.tsv` holds two samples of the output on the articles that
were not used for tuning. `union` is drawn from the pairs that either method put out, so that its
rows that one method put out are a fair sample of that method's output. `differ` adds pairs that
only one of the methods put out.

`python -m benchmarks.results.onestop_checked` prints both samples, for reading them, and says
which pairs are not judged yet.
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
UNION_SIZE = 150
DIFFER_SIZE = 45
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
    sample: str


def read_sheet(path: Path = SHEET) -> list[Checked]:
    """The judged links."""
    checked = []
    for line in list(read_lines(path))[1:]:
        document, levels, sources, targets, judgement, checksum, sample = line.split("\t")
        source_level, target_level = levels.split("-")
        link = Link(document, (source_level, target_level), _numbers(sources), _numbers(targets))
        checked.append(Checked(link, judgement, checksum, sample))
    return checked


def _numbers(cell: str) -> tuple[int, ...]:
    return tuple(int(number) for number in cell.split(","))


def draw(checksums: Mapping[Link, str], size: int, seed: int = SEED) -> list[Link]:
    """A random sample that hardly changes when the links do: those with the smallest hashes."""

    def order(link: Link) -> str:
        key = f"{seed} {link.document} {link.levels} {checksums[link]}"
        return hashlib.sha256(key.encode()).hexdigest()

    return sorted(sorted(checksums, key=order)[:size])


def checksum(sources: Sequence[str], targets: Sequence[str]) -> str:
    """Eight digits that change when the sentences do, for instance by a new splitter."""
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


def main() -> None:
    """Print both samples."""
    from benchmarks.results.sentence_alignment import held_out_links, pair_of, read_articles

    articles = read_articles()
    outputs = held_out_links()
    union = {link for output in outputs for link in output}
    pairs = {link: pair_of(link, articles) for link in union}
    sums = {link: checksum(pair.sources, pair.targets) for link, pair in pairs.items()}
    samples = dict.fromkeys(draw(sums, UNION_SIZE), "union")
    for output in outputs:
        only = {link for link in output if sum(link in other for other in outputs) == 1}
        for link in draw({link: sums[link] for link in only}, DIFFER_SIZE):
            samples.setdefault(link, "differ")
    judged = {(row.link, row.checksum): row.judgement for row in read_sheet()}
    for link, sample in sorted(samples.items()):
        places = [",".join(map(str, numbers)) for numbers in (link.sources, link.targets)]
        judgement = judged.get((link, sums[link]), "?")
        row = (link.document, "-".join(link.levels), *places, judgement, sums[link], sample)
        print(*row, sep="\t")
        print("  <", " | ".join(pairs[link].sources))
        print("  >", " | ".join(pairs[link].targets))


if __name__ == "__main__":
    main()
