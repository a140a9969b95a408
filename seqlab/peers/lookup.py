"""The phrase-table baseline: each word or phrase becomes what it mostly became in training."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from seqlab.annotation import LabelledPair
from seqlab.editing import assemble
from seqlab.files import atomic_write, read_lines
from seqlab.text import Document

# Words in lower case → what is written for them; nothing where they are deleted.
Table = Mapping[tuple[str, ...], str]
# So much of a phrase's occurrences must have gone the same way.
_SHARE = 0.5


def phrase_table(pairs: Iterable[LabelledPair], least: int = 2, longest: int = 3) -> Table:
    """The phrases of at most `longest` words that mostly, and at least `least` times, changed."""
    changes: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    seen: Counter[tuple[str, ...]] = Counter()
    for pair in pairs:
        words = [word.lower() for word in pair.source_tokens]
        for size in range(1, longest + 1):
            seen.update(tuple(words[n : n + size]) for n in range(len(words) - size + 1))
        for place, label in enumerate(pair.source_labels):
            if label == "D":
                changes[words[place],][""] += 1
        for sources, targets in pair.replacements:
            first, last = sources[0], sources[-1]
            if last - first + 1 == len(sources) <= longest:
                text = " ".join(pair.target_tokens[place] for place in targets)
                changes[tuple(words[first : last + 1])][text] += 1
    table = {}
    for phrase, counts in changes.items():
        text, count = counts.most_common(1)[0]
        if count >= least and count > _SHARE * seen[phrase]:
            table[phrase] = text
    return table


def simplified(text: str, table: Table) -> str:
    """`text` with every phrase of the table put for, the longest first."""
    longest = max(map(len, table), default=0)
    sentences = []
    for sentence in Document.parse(text).sentences:
        words = [token.text.lower() for token in sentence.tokens]
        labels, replacements, place = ["C"] * len(words), dict[int, str](), 0
        while place < len(words):
            sizes = range(min(longest, len(words) - place), 0, -1)
            size = next((n for n in sizes if tuple(words[place : place + n]) in table), 0)
            if size:
                new = table[tuple(words[place : place + size])]
                labels[place : place + size] = ["R" if new else "D"] * size
                replacements.update((place + n, "" if n else new) for n in range(size))
            place += max(1, size)
        sentences.append(assemble(sentence.tokens, labels, replacements))
    return " ".join(sentences)


def write_table(folder: Path, table: Table) -> None:
    """Write the table as phrase TAB replacement."""
    with atomic_write(folder / "table.tsv") as handle:
        for phrase, text in sorted(table.items()):
            handle.write(f"{' '.join(phrase)}\t{text}\n")


def read_table(folder: Path) -> Table:
    """The table that `write_table` wrote."""
    rows = (line.partition("\t") for line in read_lines(folder / "table.tsv"))
    return {tuple(phrase.split(" ")): text for phrase, _, text in rows}
