"""REORDER: which kept words changed their place (thesis Algorithm 2, and a steadier reading)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from seqlab.alignment import Links, is_punctuation, is_stop_word
from seqlab.annotation.options import AnnotationOptions

# In a crossing of links the lighter side is what moved.
CONTENT, STOP, PUNCTUATION = 10, 5, 1


def moved_words(
    source: Sequence[str],
    source_labels: Sequence[str],
    target_labels: Sequence[str],
    links: Links,
    options: AnnotationOptions,
) -> set[int]:
    """Source positions whose counterpart stands elsewhere in the order of the sentence."""
    if options.reorder == "relative-index":
        moved = _by_relative_index(source_labels, target_labels, links)
    else:
        weights = [_weight(*word) for word in zip(source, source_labels, strict=True)]
        moved = _outside_increasing(weights, links)
    if not options.move_punctuation:
        moved = {i for i in moved if not is_punctuation(source[i])}
    return moved


def _by_relative_index(
    source_labels: Sequence[str], target_labels: Sequence[str], links: Links
) -> set[int]:
    """Algorithm 2 as its prose says: an index less the DELETEs (or ADDs) before it has changed.

    The algorithm as printed also counts REPLACEs as if they left no word behind, and then writes
    its label on the target; the prose names neither, and its output is the source labels.
    """
    deleted = _count_before(source_labels, "D")
    added = _count_before(target_labels, "A")
    first: dict[int, int] = {}
    for i, j in sorted(links):
        first.setdefault(i, j)
    return {i for i, j in first.items() if i - deleted[i] != j - added[j]}


def _count_before(labels: Sequence[str], label: str) -> list[int]:
    counts = [0]
    for item in labels:
        counts.append(counts[-1] + (item == label))
    return counts


def _outside_increasing(weights: Sequence[int], links: Links) -> set[int]:
    """The linked words outside the heaviest run of links that never goes back.

    One wrong link then costs one wrong label, where in Algorithm 2 it costs every later word.
    Heaviest, not longest: content words anchor the order, grammar and punctuation follow them.
    """
    places: list[tuple[int, int]] = []
    for i, j in sorted(links):
        if not places or places[-1][0] != i:
            places.append((i, j))
    # Best chains by their last target position; both lists increase together.
    ends: list[int] = []
    totals: list[int] = []
    heads: list[int] = []
    before: list[int] = []
    for index, (i, j) in enumerate(places):
        at = bisect_right(ends, j)
        total = weights[i] + (totals[at - 1] if at else 0)
        before.append(heads[at - 1] if at else -1)
        while at < len(ends) and totals[at] <= total:
            del ends[at], totals[at], heads[at]
        if at and ends[at - 1] == j:
            at -= 1
            del ends[at], totals[at], heads[at]
        ends.insert(at, j)
        totals.insert(at, total)
        heads.insert(at, index)
    kept = set()
    index = heads[-1] if heads else -1
    while index >= 0:
        kept.add(places[index][0])
        index = before[index]
    return {i for i, _ in places} - kept


def _weight(word: str, label: str) -> int:
    if is_punctuation(word):
        return PUNCTUATION
    weight = STOP if is_stop_word(word) else CONTENT
    # A kept word says more surely where it went than a replaced one.
    return weight if label != "R" else weight // 2
