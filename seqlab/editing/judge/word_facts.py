"""What the judge knows of words: how often an editor kept each, frequencies, vectors, tags.

The texts of the editor give the tags a word can have and how tags follow each other, which tell
whether a new word has the right form for its place.
"""

from __future__ import annotations

import gzip
import io
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lexical_simplifier import LexicalSimplifier
from seqlab.dictionaries import SortedLines, read_body, zipf_frequency
from seqlab.editing.judge.verdict_table import NO_VERDICTS, VerdictTable
from seqlab.editing.propose import Inventory, Tagged
from seqlab.errors import DataError
from seqlab.files import atomic_write

_HEADER = "# seqlab table of words, version 1"
_LEAST = 2
_TAGS_KEPT = 4
EDGE = "<>"
_BACKOFF = 0.4
# Gaps whose best tags are remembered; more would only fill memory.
_REMEMBERED = 50_000
_Gap = tuple[tuple[str, str], tuple[str, ...], tuple[str, str]]
_Path = tuple[float, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class WordFacts:
    """Occurrences of a word in sources and rewritings, how often it stayed, and its tags."""

    seen: int = 0
    kept: tuple[int, int] = (0, 0)
    written: tuple[int, int] = (0, 0)
    tags: tuple[tuple[str, float], ...] = ()


_UNKNOWN = WordFacts()


@dataclass(frozen=True, eq=False)
class WordTable:
    """Facts of words, and counts of tags that follow each other."""

    lines: Mapping[str, str]
    grams: Mapping[str, int]
    _parsed: dict[str, WordFacts] = field(default_factory=dict, repr=False)
    _logs: dict[tuple[str, str, str], float] = field(default_factory=dict, repr=False)
    _paths: dict[_Gap, _Path] = field(default_factory=dict, repr=False)

    def __getitem__(self, word: str) -> WordFacts:
        if word not in self._parsed:
            line = self.lines.get(word)
            self._parsed[word] = _UNKNOWN if line is None else _parse(line)
        return self._parsed[word]

    def tag_cost(self, tags: Sequence[str]) -> float:
        """Sum of the negative log-probabilities of tags from the third on."""
        return -sum(map(self._log, tags, tags[1:], tags[2:]))

    def best_tags(
        self, left: tuple[str, str], words: tuple[str, ...], right: tuple[str, str]
    ) -> tuple[float, tuple[str, ...]]:
        """The likeliest tags of words between given tags, and their cost with what follows."""
        key = (left, words, right)
        if key not in self._paths:
            if len(self._paths) > _REMEMBERED:
                self._paths.clear()
            self._paths[key] = self._best_tags(left, words, right)
        return self._paths[key]

    def _best_tags(
        self, left: tuple[str, str], words: tuple[str, ...], right: tuple[str, str]
    ) -> _Path:
        paths: dict[tuple[str, str], _Path] = {left: (0.0, ())}
        for word in words:
            options = [(tag, math.log(chance)) for tag, chance in self[word].tags or _GUESSES]
            longer: dict[tuple[str, str], _Path] = {}
            for (second, first), (cost, tags) in paths.items():
                for tag, share in options:
                    total = cost - self._log(second, first, tag) - share
                    known = longer.get((first, tag))
                    if known is None or total < known[0]:
                        longer[first, tag] = (total, (*tags, tag))
            paths = longer
        closed = [
            (cost + self.tag_cost((*end, *right)), tags) for end, (cost, tags) in paths.items()
        ]
        return min(closed)

    def _log(self, second: str, first: str, tag: str) -> float:
        key = (second, first, tag)
        log = self._logs.get(key)
        if log is None:
            log = self._logs[key] = self._log_probability(*key)
        return log

    def _log_probability(self, second: str, first: str, tag: str) -> float:
        grams = self.grams
        triple = grams.get(f"{second} {first} {tag}", 0)
        if triple:
            return math.log(triple / grams[f"{second} {first}"])
        pair = grams.get(f"{first} {tag}", 0)
        if pair:
            return math.log(_BACKOFF * pair / grams[first])
        single = grams.get(tag, 0) + 1
        return math.log(_BACKOFF * _BACKOFF * single / grams["all"])

    def save(self, path: str | Path, provenance: Sequence[str] = ()) -> None:
        """Write the table as compressed text."""
        rows = [_HEADER, *(f"# {line}" for line in provenance)]
        rows += [f"\t{gram}\t{count}" for gram, count in sorted(self.grams.items())]
        rows += [f"{word}\t{line}" for word, line in sorted(self.lines.items())]
        buffer = io.BytesIO()
        with gzip.GzipFile(fileobj=buffer, mode="wb", mtime=0) as packed:
            packed.write(("\n".join(rows) + "\n").encode())
        with atomic_write(path, "wb") as handle:
            handle.write(buffer.getvalue())

    @classmethod
    def load(cls, path: str | Path) -> WordTable:
        """The table that `save` wrote."""
        data = b"\n" + read_body(path, _HEADER, "a table of words")
        # Tags come first, each line behind a tab.
        last = data.rfind(b"\n\t")
        end = data.find(b"\n", last + 1) if last >= 0 else 0
        try:
            grams = SortedLines(data[:end].replace(b"\n\t", b"\n")[1:], int)
            return cls(SortedLines(data[end + 1 :], str), grams)
        except ValueError as error:
            raise DataError(path, str(error), fix="train the judge again") from None


_GUESSES = (("NN", 0.5), ("JJ", 0.2), ("NNS", 0.15), ("VBD", 0.05), ("VB", 0.05), ("RB", 0.05))


def _parse(line: str) -> WordFacts:
    numbers, tags = line.split("\t")
    seen, plain, easy, out_plain, out_easy = map(int, numbers.split(" "))
    counts = [(tag, int(n)) for tag, n in (item.split("=") for item in tags.split(" ") if item)]
    total = sum(n for _, n in counts)
    shares = tuple((tag, n / total) for tag, n in counts)
    return WordFacts(seen, (plain, easy), (out_plain, out_easy), shares)


def count_words(
    sources: Sequence[Tagged],
    rewritings: Sequence[Sequence[Tagged | None]],
    stayed: Sequence[Sequence[Sequence[bool]]],
) -> WordTable:
    """The table of a corpus; `stayed` says which source words stand in each rewriting."""
    seen: Counter[str] = Counter()
    kept: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    written: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    tags: dict[str, Counter[str]] = defaultdict(Counter)
    grams: Counter[str] = Counter()
    for source, outputs, flags in zip(sources, rewritings, stayed, strict=True):
        lower = [token.lower() for token in source.tokens]
        seen.update(lower)
        for level, stay in enumerate(flags):
            kept[level].update(word for word, own in zip(lower, stay, strict=True) if own)
        _count_tags(source, lower, tags, grams)
        for level, output in enumerate(outputs):
            if output is not None:
                words = [token.lower() for token in output.tokens]
                written[level].update(words)
                _count_tags(output, words, tags, grams)
    lines = {}
    for word, own in tags.items():
        if seen[word] + written[0][word] + written[1][word] >= _LEAST:
            numbers = (seen[word], *(k[word] for k in kept), *(w[word] for w in written))
            best = " ".join(f"{tag}={n}" for tag, n in own.most_common(_TAGS_KEPT))
            lines[word] = f"{' '.join(map(str, numbers))}\t{best}"
    return WordTable(lines, dict(grams))


def _count_tags(
    text: Tagged, lower: Iterable[str], tags: dict[str, Counter[str]], grams: Counter[str]
) -> None:
    for word, tag in zip(lower, text.tags, strict=True):
        tags[word][tag] += 1
    row = [EDGE, EDGE, *text.tags, EDGE, EDGE]
    grams["all"] += len(row)
    grams.update(row)
    grams.update(f"{a} {b}" for a, b in pairwise(row))
    grams.update(f"{a} {b} {c}" for a, b, c in zip(row, row[1:], row[2:], strict=False))


# Facts of a word, in the order of the columns of `Resources.facts`.
WORD_COLUMNS = (
    "zipf", "length", "syllables", "level", "complexity", "simple_use",
    "kept_plain", "kept_easy", "seen", "gain_plain", "gain_easy", "content",
)  # fmt: skip
_CONTENT = ("NN", "VB", "JJ", "RB")
_AUXILIARY = frozenset(
    {"be", "is", "are", "was", "were", "been", "being", "have", "has", "had", "do", "did"}
)


@dataclass(frozen=True, eq=False)
class Resources:
    """The tables that features are looked up in; rows of words are remembered."""

    inventory: Inventory
    words: WordTable
    lexical: LexicalSimplifier
    verdicts: VerdictTable = NO_VERDICTS
    _facts: dict[str, NDArray[np.float32]] = field(default_factory=dict, repr=False)
    _vectors: dict[str, NDArray[np.float32] | None] = field(default_factory=dict, repr=False)
    _content: dict[str, bool] = field(default_factory=dict, repr=False)

    def facts(self, word: str) -> NDArray[np.float32]:
        """Numbers of a word in lowercase, `WORD_COLUMNS`."""
        row = self._facts.get(word)
        if row is None:
            row = self._facts[word] = self._look_up(word)
        return row

    def vector(self, word: str) -> NDArray[np.float32] | None:
        """The unit vector of a word in lowercase, of its most frequent reading; None without."""
        if word not in self._vectors:
            lexicon = self.lexical.lexicon
            row = None if word in _AUXILIARY else lexicon.find_any(word)
            vector = None if row is None else lexicon.unit_vectors(np.array([row]))[0]
            self._vectors[word] = vector if vector is not None and vector.any() else None
        return self._vectors[word]

    def is_content(self, word: str) -> bool:
        """Whether a word in lowercase is mostly a noun, verb, adjective or adverb."""
        content = self._content.get(word)
        if content is None:
            content = self._content[word] = bool(self.facts(word)[-1])
        return content

    def _look_up(self, word: str) -> NDArray[np.float32]:
        lexicon, own = self.lexical.lexicon, self.words[word]
        row = lexicon.find_any(word)
        zipf = zipf_frequency(word)
        guess = min(6.0, max(1.5, 6.5 - 0.8 * zipf))
        known = (guess, guess, 0.0)
        if row is not None:
            known = (
                float(lexicon.levels_or_estimates[row]),
                float(lexicon.complexity[row]),
                float(lexicon.simple_use[row]),
            )
        kept = [(k + 1.5) / (own.seen + 2.0) for k in own.kept]
        gains = [math.log((w + 1.0) / (own.seen + 1.0)) for w in own.written]
        tag = own.tags[0][0] if own.tags else "NN"
        content = tag[:2] in _CONTENT and word not in _AUXILIARY
        return np.array(
            [
                zipf,
                len(word),
                _syllables(word),
                *known,
                *kept,
                math.log1p(own.seen),
                *gains,
                content,
            ],
            dtype=np.float32,
        )


def _syllables(word: str) -> int:
    from seqlab.english import count_syllables

    return int(count_syllables(word))
