"""Counting n-grams of originals, outputs and references for all sentences at once.

Tokens become integers, and an n-gram becomes one integer made of its (n-1)-gram's number and its
last token's. Numbering the different integers then counts everything; no n-gram is ever built as
a Python object.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from seqlab.evaluation.metrics.segments import Segments
from seqlab.evaluation.metrics.tokenizers import Tokenizer, spaced_text

Ints = NDArray[np.int64]

# Parts lines in one long text; no tokeniser attaches it to a word.
_LINE = "\x12"
# 2^64 divided by the golden ratio: multiplying by it spreads keys evenly (Knuth 6.4).
_SPREAD = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True)
class NgramCounts:
    """How often each n-gram of each sentence occurs; sorted by sentence."""

    sentence: Ints
    original: Ints
    output: Ints
    # Summed over the references.
    references: Ints

    def per_sentence(self, values: NDArray, sentences: int) -> NDArray:
        """Sums of the rows of `values`, one value an n-gram, over each sentence's n-grams."""
        starts = np.searchsorted(self.sentence, np.arange(sentences + 1))
        # Sentences too short for an n-gram of this order have none, and reduceat cannot say so.
        some = starts[:-1] < starts[1:]
        sums = np.zeros((sentences, len(values)), dtype=values.dtype)
        if some.any():
            sums[some] = np.add.reduceat(values, starts[:-1][some], axis=1).T
        return sums


def ngram_counts(
    segments: Segments, order: int, tokenizer: Tokenizer, lowercase: bool
) -> Iterator[NgramCounts]:
    """The counts of n-grams for n = 1 … `order`."""
    tokens, sentence, kind, left = _flat(segments, tokenizer, lowercase)
    vocabulary = int(tokens.max(initial=0)) + 1
    starts = np.arange(len(tokens))
    keys = sentence * vocabulary + tokens
    for n in range(1, order + 1):
        # A number belongs to one n-gram in one sentence.
        numbers, where = _numbered(keys)
        table = np.bincount(numbers * 3 + kind[starts], minlength=3 * len(where)).reshape(-1, 3)
        yield NgramCounts(sentence[starts[where]], table[:, 0], table[:, 1], table[:, 2])
        # On to the n-grams one token longer: those that the line has room for.
        room = left[starts] > n
        starts = starts[room]
        keys = numbers[room] * vocabulary + tokens[starts + n]


def _numbered(keys: Ints) -> tuple[Ints, Ints]:
    """The different keys numbered in order of place: each key's number, each number's place.

    A hash table filled by whole-array writes; it is faster here than the sort of `np.unique`.
    Where two keys meet in a slot the last one written stays, and the others try the next slot.
    """
    # Two to four slots a key, and small integers: the table should stay in the cache.
    bits = max(4, (2 * len(keys)).bit_length())
    slots = ((keys.astype(np.uint64) * _SPREAD) >> np.uint64(64 - bits)).astype(np.int32)
    table = np.empty(1 << bits, dtype=np.int32)
    leader = np.empty(len(keys), dtype=np.int32)
    pending = np.arange(len(keys), dtype=np.int32)
    while len(pending):
        table[slots] = pending
        leaders = table[slots]
        same = keys[leaders] == keys[pending]
        leader[pending[same]] = leaders[same]
        other = ~same
        pending = pending[other]
        slots = (slots[other] + 1) & ((1 << bits) - 1)
    leads = np.zeros(len(keys), dtype=bool)
    leads[leader] = True
    return (np.cumsum(leads) - 1)[leader], np.flatnonzero(leads)


def _flat(
    segments: Segments, tokenizer: Tokenizer, lowercase: bool
) -> tuple[Ints, Ints, Ints, Ints]:
    """Token, sentence, kind (0 original, 1 output, 2 reference), tokens left in its line.

    All the lines of the first sentence come first, then those of the second, and so on.
    """
    columns = [segments.originals, segments.outputs, *segments.references]
    # Outputs and references often repeat the original: every different line is read once.
    place: defaultdict[str, int] = defaultdict()
    place.default_factory = place.__len__
    rows = chain.from_iterable(zip(*columns, strict=True))
    line = np.fromiter(map(place.__getitem__, rows), dtype=np.int64)
    ids, lengths = _token_ids(list(place), tokenizer, lowercase)
    starts = np.cumsum(lengths) - lengths
    size = lengths[line]
    within = np.arange(int(size.sum())) - np.repeat(np.cumsum(size) - size, size)
    tokens = ids[np.repeat(starts[line], size) + within]
    number = np.repeat(np.arange(len(line)), size)
    kind = np.minimum(number % len(columns), 2)
    return tokens, number // len(columns), kind, size[number] - within


def _token_ids(lines: list[str], tokenizer: Tokenizer, lowercase: bool) -> tuple[Ints, Ints]:
    """The tokens of all lines as integers, and how many each line has."""
    text = spaced_text(lines, _LINE, tokenizer, lowercase)
    vocabulary: defaultdict[str, int] = defaultdict()
    vocabulary.default_factory = vocabulary.__len__
    vocabulary[_LINE] = 0
    ids = np.fromiter(map(vocabulary.__getitem__, text.split()), dtype=np.int64)
    ends = np.append(np.flatnonzero(ids == 0), len(ids))
    lengths = np.diff(ends, prepend=-1) - 1
    return ids[ids > 0], lengths
