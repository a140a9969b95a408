"""How often each operation was performed, per pair of levels (thesis Table 3.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from seqlab.annotation.labels.sentence_labels import OPERATIONS
from seqlab.annotation.record import LabelledPair
from seqlab.tables import as_markdown


@dataclass
class OperationCounts:
    """Counts of pairs with an operation and of words with a label, by level pair."""

    pairs: Counter[str] = field(default_factory=Counter)
    operations: dict[str, Counter[str]] = field(default_factory=dict)
    words: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, pair: LabelledPair) -> None:
        """Count one pair."""
        name = level_pair(pair)
        self.pairs[name] += 1
        self.operations.setdefault(name, Counter()).update(pair.operations)
        words = self.words.setdefault(name, Counter())
        words.update(pair.source_labels)
        words.update(label for label in pair.target_labels if label == "A")

    def counting(self, pairs: Iterable[LabelledPair]) -> Iterator[LabelledPair]:
        """`pairs` as they come, each counted in passing."""
        for pair in pairs:
            self.add(pair)
            yield pair

    def level_pairs(self) -> list[str]:
        """The level pairs in the order of their names."""
        return sorted(self.pairs)

    def table(self) -> str:
        """A Markdown table: pairs (and their share) in which each operation was performed."""
        names = self.level_pairs()
        total = sum(self.pairs.values())
        header = ["operation", *names, "total"] if len(names) > 1 else ["operation", *names]
        rows = []
        for operation in OPERATIONS:
            counts = [self.operations[name][operation] for name in names]
            shares = [
                _share(count, self.pairs[name]) for count, name in zip(counts, names, strict=True)
            ]
            rows.append([operation, *shares, *([_share(sum(counts), total)] * (len(names) > 1))])
        sizes = [f"{self.pairs[name]:,}" for name in names]
        rows.append(["pairs", *sizes, *([f"{total:,}"] * (len(names) > 1))])
        return as_markdown(header, rows)


def level_pair(pair: LabelledPair) -> str:
    """The name of the pair's levels (`adv → ele`), else its corpus, else `all`."""
    return " → ".join(pair.levels) if pair.levels else pair.corpus or "all"


def _share(count: int, of: int) -> str:
    return f"{count:,} ({count / of:.0%})" if of else "0"
