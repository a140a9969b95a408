"""`TaskSource`: where the pairs of a task come from; and how often each task is drawn."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from corpora import Pair, Part, ReadOptions, detokenize, document_of, open_corpus, split_documents
from seqlab.errors import UsageError
from seqlab.files import data_folder, read_lines
from seqlab.peers.multss.options import Mixing
from seqlab.text import split_sentences

TextPair = tuple[str, str]
# One in so many sentences of a plain text is for validation.
_VALID = 50


@dataclass(frozen=True)
class TaskSource:
    """Pairs of one corpus for one task.

    Args:
        path: A corpus that `seqlab corpora` can read, or plain text, a paragraph per line, from
            which sentences with noise are made (denoising).
        levels: Only pairs whose simple side has one of these levels; all where empty.
        genres_off: Genres that are left out.
        kinds: Only pairs of these kinds, e.g. `1-1`, `1-N`; all where empty.
        rows: Only the first so many pairs; 0 takes all.
        skip: So many pairs are passed over before.
        parts: Hold a tenth of the documents out for validation and a tenth for tests; otherwise
            all pairs are for training. Corpora with parts of their own keep those.
        least_overlap: Least share of words (Jaccard) that both sides have in common.
        changed: Leave out pairs whose two sides are the same.
        cased: Leave out pairs that were published in lowercase.
    """

    path: str
    levels: tuple[str, ...] = ()
    genres_off: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    rows: int = 0
    skip: int = 0
    parts: bool = True
    least_overlap: float = 0.0
    changed: bool = False
    cased: bool = True

    def read(self, part: Part) -> list[TextPair]:
        """The pairs of a part as plain text."""
        path = Path(self.path.replace("$SEQLAB_DATA", str(data_folder())))
        if path.name.removesuffix(".xz").removesuffix(".gz").endswith(".txt"):
            return list(_noisy(path, part, self.rows))
        return [
            (_plain(pair.source), _plain(pair.target))
            for pair in self._pairs(path, part)
            if self._wanted(pair)
        ]

    def _pairs(self, path: Path, part: Part) -> Iterator[Pair]:
        options = ReadOptions()
        corpus = open_corpus(path, options=options)
        if corpus.has_parts:
            yield from open_corpus(path, options=replace(options, part=part)).pairs("all")
            return
        last = self.skip + self.rows if self.rows else None
        pairs = list(corpus.pairs("all"))[self.skip : last]
        if not self.parts:
            yield from pairs if part == "train" else ()
            return
        parts = split_documents(document_of(pair) for pair in pairs)
        yield from (pair for pair in pairs if parts[document_of(pair)] == part)

    def _wanted(self, pair: Pair) -> bool:
        if self.levels and (pair.levels is None or pair.levels[1] not in self.levels):
            return False
        if pair.genre in self.genres_off or (self.kinds and pair.kind not in self.kinds):
            return False
        if self.changed and pair.source == pair.target:
            return False
        if self.cased and pair.source.islower():
            return False
        return not self.least_overlap or overlap(pair.source, pair.target) >= self.least_overlap


def read_tasks(tasks: Mapping[str, Sequence[TaskSource]], part: Part) -> dict[str, list[TextPair]]:
    """The pairs of every task; a task without training pairs is an error."""
    if not tasks:
        raise UsageError("no tasks: give `tasks`, e.g. {simplify: [{path: PAIRS}]}")
    read = {
        task: [pair for source in sources for pair in source.read(part)]
        for task, sources in tasks.items()
    }
    for task, pairs in read.items():
        if part == "train" and not pairs:
            where = ", ".join(source.path for source in tasks[task]) or "no source"
            raise UsageError(
                f"task {task!r} has no training pairs ({where}): give a source, or leave it out"
            )
    return read


def shares(sizes: Mapping[str, int], mixing: Mixing, temperature: float = 2.0) -> dict[str, float]:
    """How often each task is drawn."""
    if temperature <= 0:
        raise UsageError(f"temperature must be above 0 (got {temperature})")
    power = {"proportional": 1.0, "equal": 0.0, "temperature": 1 / temperature}[mixing]
    weights = {task: float(size) ** power if size else 0.0 for task, size in sizes.items()}
    total = sum(weights.values())
    return {task: weight / total for task, weight in weights.items()}


def overlap(one: str, two: str) -> float:
    """Words in common, as a share of all words of both."""
    first, second = set(one.lower().split()), set(two.lower().split())
    return len(first & second) / max(1, len(first | second))


def noisy(words: Sequence[str], chance: random.Random) -> list[str]:
    """Words with some dropped, doubled by a neighbour or exchanged with it."""
    kept = [word for word in words if chance.random() > 0.08]
    for place in range(len(kept) - 1):
        if chance.random() < 0.05:
            kept[place], kept[place + 1] = kept[place + 1], kept[place]
    place = chance.randrange(max(1, len(kept)))
    if kept and chance.random() < 0.3:
        kept[place:place] = kept[place : place + 2]
    return kept or list(words)


def _noisy(path: Path, part: Part, rows: int) -> Iterator[TextPair]:
    chance = random.Random(7)
    number = 0
    for line in read_lines(path):
        for sentence in split_sentences(line):
            words = sentence.split()
            if not 8 <= len(words) <= 40:
                continue
            number += 1
            if rows and number > rows:
                return
            if (part == "valid") == (number % _VALID == 0) and part != "test":
                yield " ".join(noisy(words, chance)), " ".join(words)


def _plain(text: str) -> str:
    # Corpora that were published as tokens are written as text, as all other input will be.
    tokenised = " ." in text or " ," in text or "-LRB-" in text or "``" in text
    return " ".join((detokenize(text) if tokenised else text).split())
