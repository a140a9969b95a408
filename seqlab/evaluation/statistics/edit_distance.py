"""Edit distances over characters and words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np


def common_subsequence(first: Sequence[object], second: Sequence[object]) -> int:
    """Length of the longest common subsequence, one machine-word trick per item (Hyyrö 2004)."""
    places: dict[object, int] = {}
    for index, item in enumerate(first):
        places[item] = places.get(item, 0) | 1 << index
    full = (1 << len(first)) - 1
    row = full
    for item in second:
        matches = row & places.get(item, 0)
        row = ((row + matches) | (row - matches)) & full
    return len(first) - row.bit_count()


def similarity(first: str, second: str) -> float:
    """Levenshtein similarity: the share of characters that both have in the same order."""
    total = len(first) + len(second)
    return 2 * common_subsequence(first, second) / total if total else 1.0


def replacements(first: str, second: str) -> int:
    """Characters replaced on the way from one text to the other with the fewest edits.

    Where several such ways exist, the one with the fewest replacements counts.
    """
    start = _common_prefix(first, second)
    first, second = first[start:], second[start:]
    end = _common_prefix(first[::-1], second[::-1])
    first, second = first[: len(first) - end], second[: len(second) - end]
    if not first or not second:
        return 0
    codes = np.array([ord(character) for character in second])
    # A cost is edits x `unit` + replacements, so that the minimum settles ties too.
    unit = len(first) + len(second) + 1
    steps = np.arange(len(second) + 1, dtype=np.int64) * unit
    row = steps.copy()
    for character in first:
        along = np.where(codes == ord(character), 0, unit + 1) + row[:-1]
        row = row + unit
        np.minimum(row[1:], along, out=row[1:])
        # Insertions: the best cost so far along the row plus one unit a step.
        row = np.minimum.accumulate(row - steps) + steps
    return int(row[-1] % unit)


def moved(first: Sequence[str], second: Sequence[str]) -> int:
    """Words of the first that the second also has, but not in the same order."""
    shared = (Counter(first) & Counter(second)).total()
    return shared - common_subsequence(first, second)


def is_subsequence(short: Sequence[str], long: Sequence[str]) -> bool:
    """Whether `short` is what is left of `long` after deletions."""
    rest = iter(long)
    return all(item in rest for item in short)


def _common_prefix(first: str, second: str) -> int:
    count = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        count += 1
    return count
