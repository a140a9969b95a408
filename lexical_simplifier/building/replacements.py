"""Words that editors replaced: spans of complex sentences with what stands for them in simple ones.

The substitution table counts them; the ranker learns from them.
"""

from __future__ import annotations

import math
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corpora import Pair
from lexical_simplifier.building.entries import dictionary_lemmas
from lexical_simplifier.building.pairs import sentence_key
from seqlab.alignment import load_aligner
from seqlab.annotation import LabelledPair, annotate_pairs
from seqlab.errors import DataError
from seqlab.files import read_jsonl, write_jsonl
from seqlab.progress import track
from seqlab.text import tokenize

MAX_WORDS = 3
# Sentences beyond this are paragraphs or damaged; their links are guesses.
MAX_TOKENS = 80
# One pair in so many is kept for development: not counted, not learned from.
DEV_SHARE = 12
# Pairs aligned and kept together.
PART = 2_500


@dataclass(frozen=True, slots=True)
class Replacement:
    """`tokens[start:end]` became `words` in the simple sentence."""

    tokens: tuple[str, ...]
    start: int
    end: int
    words: tuple[str, ...]
    corpus: str

    @property
    def is_dev(self) -> bool:
        """Whether its sentence is of the development part; the same in every run."""
        return zlib.crc32(sentence_key(" ".join(self.tokens)).encode()) % DEV_SHARE == 0

    def fold(self, folds: int) -> int:
        """Which of `folds` parts its sentence is in."""
        return zlib.crc32(sentence_key(" ".join(self.tokens)).encode()) // DEV_SHARE % folds

    def to_json(self) -> dict[str, Any]:
        """The replacement as one line of a file."""
        return {
            "tokens": list(self.tokens),
            "start": self.start,
            "end": self.end,
            "words": list(self.words),
            "corpus": self.corpus,
        }


def read_replacements(path: str | Path) -> Iterator[Replacement]:
    """The replacements of a JSONL file."""
    for number, row in read_jsonl(path):
        try:
            yield Replacement(
                tuple(row["tokens"]), row["start"], row["end"], tuple(row["words"]), row["corpus"]
            )
        except KeyError as error:
            raise DataError(path, f"no field {error}", line=number) from None


def aligned_replacements(pairs: Sequence[Pair], work: Path | None) -> Iterator[Replacement]:
    """The replacements of all pairs; with a `work` folder, found part by part and kept there.

    A part is known by what its pairs say, so a run that was stopped goes on where it was, and
    other pairs are aligned again.
    """
    for start in track(range(0, len(pairs), PART), f"align {PART:,} pairs a step"):
        part = pairs[start : start + PART]
        if work is None:
            yield from replacements(part)
            continue
        check = zlib.crc32("\n".join(f"{p.source}\t{p.target}" for p in part).encode())
        cache = work / "replacements" / f"{start:06}-{check:08x}.jsonl"
        if not cache.exists():
            write_jsonl(cache, (replacement.to_json() for replacement in replacements(part)))
        yield from read_replacements(cache)


def replacements(pairs: Iterable[Pair], aligner: str = "light") -> Iterator[Replacement]:
    """Every short replaced span of the pairs, found by the word aligner."""
    for labelled in annotate_pairs(pairs, load_aligner(aligner)):
        if len(labelled.source_tokens) <= MAX_TOKENS:
            yield from replaced_spans(labelled)


def replaced_spans(labelled: LabelledPair) -> Iterator[Replacement]:
    """The spans of one pair that are labelled REPLACE, unbroken on both sides."""
    for sources, targets in labelled.replacements:
        if not (_unbroken(sources) and _unbroken(targets)):
            continue
        if max(len(sources), len(targets)) > MAX_WORDS:
            continue
        words = tuple(labelled.target_tokens[j] for j in targets)
        span = labelled.source_tokens[sources[0] : sources[-1] + 1]
        if all(_is_plain(word) for word in (*words, *span)):
            yield Replacement(
                labelled.source_tokens, sources[0], sources[-1] + 1, words, labelled.corpus
            )


def _unbroken(positions: tuple[int, ...]) -> bool:
    return positions[-1] - positions[0] + 1 == len(positions)


def _is_plain(word: str) -> bool:
    return bool(re.fullmatch(r"[A-Za-z]+(?:[-'’][A-Za-z]+)*", word))


def simple_use(pairs: Iterable[Pair], smoothing: float = 5.0) -> dict[str, float]:
    """Logarithm of how much more often the simple sides have a word than the complex sides.

    Words are counted under their dictionary forms of every part of speech.
    """
    counts: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for pair in pairs:
        for count, text in zip(counts, (pair.source, pair.target), strict=True):
            for token in tokenize(text):
                word = token.lower()
                count.update({word, *dictionary_lemmas(word).values()})
    totals = [sum(count.values()) or 1 for count in counts]
    return {
        word: math.log((counts[1][word] + smoothing) / totals[1])
        - math.log((counts[0][word] + smoothing) / totals[0])
        for word in counts[0] | counts[1]
        if word.isalpha()
    }
