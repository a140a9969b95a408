"""Links between single sentences joined into the groups they make: 1-N, N-1, N-N."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Link:
    """One complex and one simple sentence; the keys say which sentences of the document they are.

    Keys of one side are sorted to bring its sentences into document order.
    """

    source_key: Any
    target_key: Any
    source: str
    target: str


def joined(links: Iterable[Link]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Sources and targets of every connected group of links, in the order of their sources."""
    links = list(links)
    parents: dict[Hashable, Hashable] = {}

    def root(node: Hashable) -> Hashable:
        parents.setdefault(node, node)
        while parents[node] != node:
            parents[node] = parents[parents[node]]
            node = parents[node]
        return node

    for link in links:
        parents[root(("source", link.source_key))] = root(("target", link.target_key))
    groups: dict[Hashable, tuple[dict[Any, str], dict[Any, str]]] = {}
    for link in links:
        sources, targets = groups.setdefault(root(("source", link.source_key)), ({}, {}))
        sources.setdefault(link.source_key, link.source)
        targets.setdefault(link.target_key, link.target)
    for sources, targets in sorted(groups.values(), key=lambda group: min(group[0])):
        yield _in_order(sources), _in_order(targets)


def _in_order(sentences: dict[Any, str]) -> tuple[str, ...]:
    return tuple(sentences[key] for key in sorted(sentences))
