"""Links of words that stand several times on one side: one is kept, the others are extra."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from seqlab.alignment import Link, Links


def without_repeats(source: Sequence[str], target: Sequence[str], links: Links) -> Links:
    """`links` without those that join a kept word to further copies of itself.

    A split sentence says its subject twice, and two commas may become one. By the links alone such
    a word is linked to two and would count as replaced; it was kept, and the other copy was added
    or deleted. Of several copies the one whose neighbours are linked alike is the one kept. What
    stands apart from the copy (`the firm … it`) is no part of a phrase that replaces the word.
    """
    kept = set(links)
    of_source, of_target = defaultdict(set), defaultdict(set)
    for i, j in links:
        of_source[i].add(j)
        of_target[j].add(i)
    for i, columns in of_source.items():
        same = [(i, j) for j in sorted(columns) if target[j] == source[i]]
        if len(columns) > 1 and same:
            _, j = _best(same, links)
            beside = {j - 1, j, j + 1}
            kept -= {
                (i, k) for k in columns if k != j and (target[k] == source[i] or k not in beside)
            }
    for j, rows in of_target.items():
        same = [(i, j) for i in sorted(rows) if source[i] == target[j] and (i, j) in kept]
        if len(same) > 1:
            kept -= set(same) - {_best(same, links)}
    return kept


def _best(copies: Sequence[Link], links: Links) -> Link:
    def support(link: Link) -> int:
        i, j = link
        return sum((i + step, j + step) in links for step in (-2, -1, 1, 2))

    return max(copies, key=lambda link: (support(link), -link[0], -link[1]))
