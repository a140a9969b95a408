"""Names, places and numbers replaced by placeholders (`PERSON@1`), and exactly put back.

A tagger that has seen `PERSON@1` knows any person. The placeholders are those of WikiLarge
(Zhang and Lapata 2017). The same entity has the same placeholder on both sides of a pair.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from corpora.entities.recognizer import Entity, recognize_entities
from corpora.pair import Pair
from seqlab.text import Document

Recognizer = Callable[[Sequence[str]], Iterable[Entity]]

_PLACEHOLDER = re.compile(r"[A-Z]+@\d+")


@dataclass(frozen=True, slots=True)
class NormalizedTokens:
    """The sides of a pair (or one side) with placeholders, and what each stands for."""

    sides: tuple[tuple[str, ...], ...]
    entities: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class NormalizedPair:
    """A pair whose sentences hold placeholders, and the text that each stands for."""

    pair: Pair
    entities: Mapping[str, str]


def normalize_entities(
    *sides: Sequence[str], recognizer: Recognizer = recognize_entities
) -> NormalizedTokens:
    """Token lists with every entity as one placeholder token, the same for the same words.

    Numbers count up from 1 for each type in order of appearance. A placeholder that stands in the
    text already (WikiLarge) is left alone, and its number is not given to another entity.

    Args:
        sides: One token list, or the two of a pair.
        recognizer: Finds the entities of a token list; of two that overlap the first is taken.
    """
    replaced = _placeholders(sides, recognizer)
    normalized = []
    for tokens, spans in zip(sides, replaced, strict=True):
        side, position = [], 0
        for start, end, placeholder in spans:
            side += [*tokens[position:start], placeholder]
            position = end
        normalized.append((*side, *tokens[position:]))
    entities = {
        placeholder: tuple(tokens[start:end])
        for tokens, spans in zip(sides, replaced, strict=True)
        for start, end, placeholder in spans
    }
    return NormalizedTokens(tuple(normalized), entities)


def restore_entities(
    tokens: Sequence[str], entities: Mapping[str, Sequence[str]]
) -> tuple[str, ...]:
    """The inverse of `normalize_entities` for one side; other tokens are left as they are."""
    return tuple(word for token in tokens for word in entities.get(token, (token,)))


def normalize_pair(pair: Pair, recognizer: Recognizer = recognize_entities) -> NormalizedPair:
    """A pair with placeholders in its sentences; their spaces are kept."""
    texts = (*pair.sources, *pair.targets)
    parsed = [Document.parse(text).tokens for text in texts]
    tokens = [[token.text for token in sentence] for sentence in parsed]
    entities: dict[str, str] = {}
    normalized = []
    for text, sentence, spans in zip(texts, parsed, _placeholders(tokens, recognizer), strict=True):
        written, position = "", 0
        for start, end, placeholder in spans:
            first, last = sentence[start].start, sentence[end - 1].end
            written += text[position:first] + placeholder
            entities.setdefault(placeholder, text[first:last])
            position = last
        normalized.append(written + text[position:])
    count = len(pair.sources)
    result = NormalizedPair(
        replace(pair, sources=tuple(normalized[:count]), targets=tuple(normalized[count:])),
        entities,
    )
    # Odd spacing inside a name, or a digit written against one, could not be put back exactly:
    # such a pair keeps its words.
    return result if restore_pair(result) == pair else NormalizedPair(pair, {})


def restore_pair(normalized: NormalizedPair) -> Pair:
    """The inverse of `normalize_pair`."""
    pair, entities = normalized.pair, normalized.entities
    return replace(
        pair,
        sources=tuple(restore_text(text, entities) for text in pair.sources),
        targets=tuple(restore_text(text, entities) for text in pair.targets),
    )


def restore_text(text: str, entities: Mapping[str, str]) -> str:
    """`text`, for instance a system's output, with the placeholders in `entities` filled."""
    return _PLACEHOLDER.sub(lambda match: entities.get(match.group(), match.group()), text)


_Replaced = list[tuple[int, int, str]]


def _placeholders(sides: Sequence[Sequence[str]], recognizer: Recognizer) -> list[_Replaced]:
    """For every side the spans to replace, with their placeholders, from left to right."""
    entities = [_apart(recognizer(tokens)) for tokens in sides]
    types: dict[tuple[str, ...], str] = {}
    for tokens, spans in zip(sides, entities, strict=True):
        for span in spans:
            words = tuple(tokens[span.start : span.end])
            # One side may know more: `NAME` is what the recogniser says when it knows nothing.
            if types.get(words, "NAME") == "NAME":
                types[words] = span.type
    taken = {token for tokens in sides for token in tokens}
    numbers: dict[str, int] = {}
    names: dict[tuple[str, ...], str] = {}

    def placeholder(words: tuple[str, ...]) -> str:
        if words not in names:
            kind = types[words]
            numbers[kind] = numbers.get(kind, 0) + 1
            while f"{kind}@{numbers[kind]}" in taken:
                numbers[kind] += 1
            names[words] = f"{kind}@{numbers[kind]}"
        return names[words]

    return [
        [
            (start, end, placeholder(tuple(tokens[start:end])))
            for start, end in _all_spans(tokens, spans, types)
        ]
        for tokens, spans in zip(sides, entities, strict=True)
    ]


def _apart(entities: Iterable[Entity]) -> list[Entity]:
    """Entities from left to right, without those that are empty or overlap one before."""
    kept: list[Entity] = []
    for entity in sorted(entities, key=lambda entity: entity.start):
        if entity.end > entity.start >= (kept[-1].end if kept else 0):
            kept.append(entity)
    return kept


def _all_spans(
    tokens: Sequence[str], entities: Sequence[Entity], known: Mapping[tuple[str, ...], str]
) -> list[tuple[int, int]]:
    """What was found on this side, and outside of it what only the other side gave away."""
    longest = max((len(words) for words in known), default=0)
    ends = {span.start: span.end for span in entities}
    spans, position = [], 0
    while position < len(tokens):
        end = ends.get(position)
        if end is None:
            limit = min((start for start in ends if start > position), default=len(tokens))
            for size in range(min(longest, limit - position), 0, -1):
                if tuple(tokens[position : position + size]) in known:
                    end = position + size
                    break
        if end is None:
            position += 1
        else:
            spans.append((position, end))
            position = end
    return spans
