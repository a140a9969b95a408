"""The aligner that needs nothing: identical words, longest matching blocks first, then lemmas."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable, Sequence

from seqlab.alignment.links import Links, TokenPair
from seqlab.alignment.words import lemmas, normal


class ExactAligner:
    """Links one to one what is written the same, preferring long blocks and near positions."""

    def __init__(self, lemma: bool = True) -> None:
        self.lemma = lemma

    def align(self, pairs: Iterable[TokenPair]) -> list[Links]:
        """Links of identical words and, unless `lemma` is off, of what is left by lemma."""
        aligned = []
        for source, target in pairs:
            links = block_links(
                [normal(word) for word in source], [normal(word) for word in target]
            )
            if self.lemma:
                links |= _lemma_links(source, target, links)
            aligned.append(links)
        return aligned


def block_links(source: Sequence[str], target: Sequence[str], shortest: int = 1) -> Links:
    """Links of the longest common blocks of words, each word in one block, blocks in any order."""
    stretch = len(target) / max(len(source), 1)
    heap = [
        (-size, abs(start * stretch - other), start, other)
        for start, other, size in _blocks(source, target)
        if size >= shortest
    ]
    heapq.heapify(heap)
    links: Links = set()
    taken_source = bytearray(len(source))
    taken_target = bytearray(len(target))
    while heap:
        size, _, start, other = heapq.heappop(heap)
        size = -size
        # What an earlier, longer block took splits this one; its rests compete again by size.
        free = [not (taken_source[start + k] or taken_target[other + k]) for k in range(size)]
        if all(free):
            for k in range(size):
                taken_source[start + k] = taken_target[other + k] = 1
                links.add((start + k, other + k))
            continue
        k = 0
        while k < size:
            if free[k]:
                end = k
                while end < size and free[end]:
                    end += 1
                if end - k >= shortest:
                    distance = abs((start + k) * stretch - (other + k))
                    heapq.heappush(heap, (k - end, distance, start + k, other + k))
                k = end
            k += 1
    return links


def _blocks(source: Sequence[str], target: Sequence[str]) -> list[tuple[int, int, int]]:
    """Every maximal run of equal words as (source start, target start, length)."""
    places: dict[str, list[int]] = defaultdict(list)
    for j, word in enumerate(target):
        places[word].append(j)
    blocks = []
    running: dict[int, int] = {}  # target position of a run's last word -> its length
    for i, word in enumerate(source):
        now = {j: running.get(j - 1, 0) + 1 for j in places.get(word, ())}
        for j, size in running.items():
            if j + 1 not in now:
                blocks.append((i - size, j - size + 1, size))
        running = now
    blocks += [(len(source) - size, j - size + 1, size) for j, size in running.items()]
    return blocks


def _lemma_links(source: Sequence[str], target: Sequence[str], links: Links) -> Links:
    linked_source = {i for i, _ in links}
    linked_target = {j for _, j in links}
    left = [j for j in range(len(target)) if j not in linked_target]
    if not left:
        return set()
    places: dict[str, list[int]] = defaultdict(list)
    for j in left:
        for lemma in lemmas(target[j]):
            places[lemma].append(j)
    stretch = len(target) / max(len(source), 1)
    candidates = sorted(
        {
            (abs(i * stretch - j), i, j)
            for i in range(len(source))
            if i not in linked_source
            for lemma in lemmas(source[i])
            for j in places.get(lemma, ())
        }
    )
    added: Links = set()
    for _, i, j in candidates:
        if i not in linked_source and j not in linked_target:
            linked_source.add(i)
            linked_target.add(j)
            added.add((i, j))
    return added
