"""The inventory of a corpus: what its editor put for every phrase, counted."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from seqlab.editing.propose.extraction import (
    LONGEST_SOURCE,
    Replacement,
    Tagged,
    aligned_blocks,
    replacements,
)
from seqlab.editing.propose.inventory import Inventory, same_word
from seqlab.editing.propose.patterns import template, units

# A neighbour that stayed is counted with the phrase: `in order to` → `to`.
_LONGEST_CONTEXT = 3
_LEAST_CONTEXT = 2
# Words that stand in so many sentences that their keep rate says enough without any target.
_LEAST_SEEN = 4


def build_inventory(
    pairs: Iterable[tuple[Tagged, Sequence[Tagged | None]]], least: int = 1
) -> Inventory:
    """The inventory of a corpus: sources with their rewritings at the levels, in their order.

    Args:
        pairs: Sources and rewritings; None where a level is missing.
        least: How often something must have been put for a phrase to be kept.
    """
    sources, seen_changes, stayed = [], [], []
    for source, rewritings in pairs:
        sources.append(source)
        seen_changes.append(tuple(changes_of(source, text) for text in rewritings))
        stayed.append(tuple(stayed_in(source, text) for text in rewritings))
    return count_inventory(sources, seen_changes, stayed, least)


Changes = tuple[tuple[str, str, bool], ...]


def count_inventory(
    sources: Sequence[Tagged],
    changes: Sequence[Sequence[Changes]],
    stayed: Sequence[Sequence[Sequence[bool]]],
    least: int = 1,
) -> Inventory:
    """The inventory from what was found in each pair (`changes_of`, `stayed_in`)."""
    counts: dict[str, dict[str, list[int]]] = defaultdict(dict)
    in_context: Counter[tuple[str, str]] = Counter()
    for own in changes:
        for level, items in enumerate(own):
            for key, new, context in items:
                counts[key].setdefault(new, [0, 0])[level] += 1
                if context:
                    in_context[key, new] += 1
    kept_options: dict[str, dict[str, list[int]]] = {}
    for key, options in counts.items():
        good = {
            new: n
            for new, n in options.items()
            if sum(n) >= (_LEAST_CONTEXT if in_context[key, new] == sum(n) else least)
        }
        if good:
            kept_options[key] = good
    seen: Counter[str] = Counter()
    kept: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for source, flags in zip(sources, stayed, strict=True):
        own_units = units(source)
        for start in range(len(own_units)):
            key = ""
            for end in range(start + 1, min(start + LONGEST_SOURCE + 1, len(own_units)) + 1):
                key = f"{key} {own_units[end - 1]}" if key else own_units[start]
                if end > start + 1 and key not in kept_options:
                    continue
                seen[key] += 1
                for level, stay in enumerate(flags):
                    if all(stay[start:end]):
                        kept[level][key] += 1
    lines = {}
    for key in {*kept_options, *(k for k, n in seen.items() if n >= _LEAST_SEEN)}:
        ranked = sorted(
            kept_options.get(key, {}).items(), key=lambda item: (-sum(item[1]), item[0])
        )
        head = f"{seen[key]} {kept[0][key]} {kept[1][key]}"
        lines[key] = "\t".join([head, *(f"{new}={n[0]},{n[1]}" for new, n in ranked)])
    return Inventory(lines)


def changes_of(source: Tagged, target: Tagged | None) -> Changes:
    """Pattern, template and whether a neighbour was taken in, for every replacement."""
    if target is None:
        return ()
    own = units(source)
    found: list[tuple[str, str, bool]] = []
    for change in replacements(source, target):
        variants = [(change, False)]
        if change.end - change.start <= _LONGEST_CONTEXT:
            variants += [(wide, True) for wide in _widened(source, target, change)]
        found += [
            (" ".join(own[part.start : part.end]), template(source, target, part), context)
            for part, context in variants
        ]
    return tuple(found)


def _widened(source: Tagged, target: Tagged, change: Replacement) -> Iterator[Replacement]:
    """The replacement with the word before it, and with the word after it, where they stayed."""
    start, end, first, last = change.start, change.end, change.first, change.last
    if start and first and same_word(target.tokens[first - 1], source.tokens[start - 1]):
        yield Replacement(start - 1, end, first - 1, last)
    after = end < len(source.tokens) and last < len(target.tokens)
    if after and same_word(target.tokens[last], source.tokens[end]):
        yield Replacement(start, end + 1, first, last + 1)


def stayed_in(source: Tagged, target: Tagged | None) -> list[bool]:
    """Which words of the source stand in the rewriting."""
    flags = [False] * len(source.tokens)
    if target is not None:
        for name, i1, i2, _, _ in aligned_blocks(source.tokens, target.tokens):
            if name == "equal":
                flags[i1:i2] = [True] * (i2 - i1)
    return flags
