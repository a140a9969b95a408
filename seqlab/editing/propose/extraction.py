"""What an editor put for what: the stretches between words that stayed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

# Longer stretches are rewritten clauses, which hardly ever come again.
LONGEST_SOURCE, LONGEST_TARGET = 5, 6
_COARSE = {"NN": "N", "VB": "V", "JJ": "J", "RB": "R"}


@dataclass(frozen=True, slots=True)
class Tagged:
    """A text's tokens with their Penn tags and lemmas; `ends` are where its sentences end."""

    tokens: tuple[str, ...]
    tags: tuple[str, ...]
    lemmas: tuple[str, ...]
    ends: tuple[int, ...] = ()


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


def is_common_word(token: str, tag: str) -> bool:
    """Whether a token is a word that may be replaced: no name, number or mark."""
    if not token[:1].isalpha() and token not in ("'s", "’s", "n't", "-"):
        return False
    return tag not in ("NNP", "NNPS", "CD", "FW") or (tag in ("NNP", "NNPS") and token.islower())
