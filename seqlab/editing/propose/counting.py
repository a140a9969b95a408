"""The inventory of a corpus: what its editor put for every phrase, counted.

What was put for what are the stretches between words that stayed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from seqlab.editing.parsed import Tagged
from seqlab.editing.propose.inventory import (
    _AUXILIARIES,
    LONGEST_SOURCE,
    LONGEST_TARGET,
    Inventory,
    is_common_word,
    same_word,
    units,
)

_COARSE = {"NN": "N", "VB": "V", "JJ": "J", "RB": "R"}


@dataclass(frozen=True, slots=True)
class Replacement:
    """Tokens `start` to `end` of the source became `first` to `last` of the target."""

    start: int
    end: int
    first: int
    last: int


def coarse(tag: str) -> str:
    """`N`, `V`, `J`, `R` for nouns, verbs, adjectives and adverbs; the tag itself otherwise."""
    return _COARSE.get(tag[:2], tag) if tag not in ("NNP", "NNPS") else "P"


def aligned_blocks(
    source: Sequence[str], target: Sequence[str]
) -> list[tuple[str, int, int, int, int]]:
    """Opcodes (equal, replace, delete, insert) between two texts, whatever their case and a/an."""
    matcher = SequenceMatcher(None, _plain(source), _plain(target), autojunk=False)
    return list(matcher.get_opcodes())


def _plain(tokens: Sequence[str]) -> list[str]:
    lower = (token.lower() for token in tokens)
    return ["a" if token == "an" else token for token in lower]


def replacements(source: Tagged, target: Tagged) -> Iterator[Replacement]:
    """The replacements and deletions between words that stayed, short enough to come again.

    A stretch whose words have the same parts of speech in the same order as what stands for them
    is also given word by word: "numerous inhabitants" → "many people".
    """
    for name, i1, i2, j1, j2 in aligned_blocks(source.tokens, target.tokens):
        if name in ("equal", "insert"):
            continue
        if not _is_phrase(source, i1, i2, LONGEST_SOURCE):
            continue
        if j2 > j1 and not _is_phrase(target, j1, j2, LONGEST_TARGET):
            continue
        if any(j1 < end < j2 for end in target.ends):
            continue
        yield Replacement(i1, i2, j1, j2)
        size = i2 - i1
        if size > 1 and size == j2 - j1:
            same = [
                coarse(a) == coarse(b)
                for a, b in zip(source.tags[i1:i2], target.tags[j1:j2], strict=True)
            ]
            if all(same):
                for k in range(size):
                    yield Replacement(i1 + k, i1 + k + 1, j1 + k, j1 + k + 1)


def _is_phrase(text: Tagged, start: int, end: int, longest: int) -> bool:
    """Whether the stretch is short and holds words only, no names, numbers or marks."""
    if not 0 < end - start <= longest:
        return False
    return all(is_common_word(text.tokens[k], text.tags[k]) for k in range(start, end))


# Forms that look alike, so that a tagger may give either tag.
_ALIKE = {"VBD": "past", "VBN": "past", "VB": "base", "VBP": "base"}


def template(source: Tagged, target: Tagged, change: Replacement) -> str:
    """What was put, with every word that has the form of a source word left uninflected."""
    pieces = []
    taken: set[int] = set()
    for j in range(change.first, change.last):
        token, tag, lemma = target.tokens[j], target.tags[j], target.lemmas[j]
        slot = _slot(source, change, tag, taken)
        if slot is None or token in _AUXILIARIES:
            lower = token.lower()
            pieces.append("a" if lower == "an" else token if token == "I" else lower)
        else:
            taken.add(slot)
            pieces.append(f"{lemma.lower()}/{tag[0]}{slot}")
    return " ".join(pieces)


def _slot(source: Tagged, change: Replacement, tag: str, taken: set[int]) -> int | None:
    """Which word of the replaced phrase has the same form; None where none has."""
    if tag not in ("NN", "NNS") and not tag.startswith("VB"):
        return None
    for k in range(change.start, change.end):
        own = source.tags[k]
        if k - change.start not in taken and (
            own == tag or (own in _ALIKE and _ALIKE[own] == _ALIKE.get(tag))
        ):
            return k - change.start
    return None


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
