"""Replacements that no link shows: words that stand in the same place of both sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from seqlab.alignment import Link, Links, is_punctuation


def phrase_links(source: Sequence[str], target: Sequence[str], links: Links, longest: int) -> Links:
    """Links of every word with every word in gaps of one word against one to `longest`.

    Between the same two kept words, `impounded` against `held back` is a phrase replaced by
    another even if only `held` was linked, or nothing was.
    """
    replaced: Links = set()
    for rows, columns in _gaps(source, target, links):
        if not rows or not columns or min(len(rows), len(columns)) > 1:
            continue
        if max(len(rows), len(columns)) > longest:
            continue
        inside = {(i, j) for i in rows for j in columns}
        # A word whose counterpart is elsewhere has not been replaced by what is here.
        if all((i in rows) == (j in columns) for i, j in links):
            replaced |= inside
    return replaced


def _gaps(
    source: Sequence[str], target: Sequence[str], links: Links
) -> Iterator[tuple[list[int], list[int]]]:
    """The words, without punctuation, between neighbouring kept words that are neighbours still."""
    of_source = Counter(i for i, _ in links)
    of_target = Counter(j for _, j in links)
    kept = {i: j for i, j in links if of_source[i] == of_target[j] == 1 and source[i] == target[j]}
    kept |= {-1: -1, len(source): len(target)}
    starts = sorted(kept)
    following = sorted(kept.values())
    next_target = dict(pairwise(following))
    for start, end in pairwise(starts):
        if next_target.get(kept[start]) == kept[end]:
            yield (
                [i for i in range(start + 1, end) if not is_punctuation(source[i])],
                [j for j in range(kept[start] + 1, kept[end]) if not is_punctuation(target[j])],
            )


def same_index(source_labels: Sequence[str], target_labels: Sequence[str]) -> list[Link]:
    """Places where a deleted and an added word have the same index, as the thesis asks."""
    return [
        (i, i)
        for i, (first, second) in enumerate(zip(source_labels, target_labels, strict=False))
        if first == "D" and second == "A"
    ]


def same_gap(
    source_labels: Sequence[str], target_labels: Sequence[str], links: Links
) -> list[Link]:
    """Deleted and added words between the same two linked neighbours, nearest in order first.

    The same index is the same place only until the first deletion; between the same neighbours it
    is the same place anywhere in the sentence.
    """
    places: list[tuple[int, Link]] = []
    sides = len(source_labels), len(target_labels)
    linked = links | {(-1, -1), sides}
    for i, j in sorted(linked - {sides}):
        end = i + 1
        while end < sides[0] and source_labels[end] == "D":
            end += 1
        other = j + 1
        while other < sides[1] and target_labels[other] == "A":
            other += 1
        if (end, other) in linked:
            places += [
                (abs((a - i) - (b - j)), (a, b))
                for a in range(i + 1, end)
                for b in range(j + 1, other)
            ]
    return [place for _, place in sorted(places)]
