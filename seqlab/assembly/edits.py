"""`Edit`: one thing that may be done to a sentence, and carrying out a set of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from seqlab.assembly.assemble import cased
from seqlab.assembly.rules import ALL_RULES, repaired
from seqlab.assembly.words import STOPS, Word, words_of, written
from seqlab.text import Token

Span = tuple[int, int]
# Deleting one of these leaves a phrase that can still be repeated, without it.
_MODIFIERS = frozenset({"adjective", "adverb", "intensifier"})


@dataclass(frozen=True, slots=True)
class Edit:
    """Delete a span, replace it by `text`, or split it off as a sentence of its own.

    A split writes `lead`, then the words of the span but for those at `dropped`, as a new
    sentence: after the rest, or before it if `first`; `rest_lead` opens the rest, and `changes`
    gives words of the span another form. A `sure` edit needs no language model's consent.
    """

    operation: str
    kind: str
    span: Span
    text: str = ""
    lead: tuple[Word, ...] = ()
    rest_lead: tuple[Word, ...] = ()
    dropped: tuple[int, ...] = ()
    changes: Mapping[int, str] = field(default_factory=dict, hash=False)
    first: bool = False
    sure: bool = False

    def conflicts(self, other: Edit) -> bool:
        """Whether the two cannot both be made."""
        if self.span[1] <= other.span[0] or other.span[1] <= self.span[0]:
            return self._needs(other) or other._needs(self)
        outer, inner = (self, other) if _covers(self.span, other.span) else (other, self)
        if outer.operation != "split" or not _covers(outer.span, inner.span):
            return True
        if outer.span == inner.span or inner.first:
            return True
        touched = {*outer.dropped, *outer.changes}
        return any(inner.span[0] <= place < inner.span[1] for place in touched)

    def _needs(self, other: Edit) -> bool:
        """Whether this split repeats words that `other` takes away."""
        if any(other.span[0] <= place < other.span[1] for place in self.changes):
            return True
        if other.operation == "replace" or other.kind in _MODIFIERS:
            return False
        return any(other.span[0] <= word.source < other.span[1] for word in self.lead)


def _covers(outer: Span, inner: Span) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def execute(
    tokens: Sequence[Token],
    edits: Sequence[Edit],
    tags: Sequence[str] = (),
    rules: Collection[str] = ALL_RULES,
) -> list[str]:
    """The sentences that `edits`, which must not conflict, make of one; itself without any."""
    return [written(words) for words in executed(tokens, edits, tags, rules)]


def executed(
    tokens: Sequence[Token],
    edits: Sequence[Edit],
    tags: Sequence[str] = (),
    rules: Collection[str] = ALL_RULES,
) -> list[list[Word]]:
    """The words of those sentences, each with the source token that it stands for."""
    source = words_of(tokens, tags)
    texts = _texts(source, edits)
    splits = sorted((e for e in edits if e.operation == "split"), key=lambda e: e.span)
    deleted = {
        place for e in edits if e.operation == "delete" for place in range(e.span[0], e.span[1])
    }
    texts.update((place, "") for place in deleted)
    owner = _owners(splits, len(source))
    parts: dict[int, list[Word]] = {number: [] for number in range(-1, len(splits))}
    for word in source:
        number = owner[word.source]
        if number >= 0 and word.source in splits[number].dropped:
            continue
        if text := texts.get(word.source, word.text):
            parts[number].append(replace(word, text=text))
    sentences = [(0, -1, _opened(_rest_lead(splits, -1), parts[-1], texts))]
    for number, edit in enumerate(splits):
        words = [*_with_texts(edit.lead, texts), *parts[number]]
        words = _opened(_rest_lead(splits, number), words, texts)
        place = -1 if edit.first else 1
        sentences.append((place, edit.span[0], _closed(words, source)))
    sentences.sort(key=lambda item: item[:2])
    repaired_parts = [repaired(words, source, rules) for _, _, words in sentences]
    return [words for words in repaired_parts if any(word.is_word for word in words)]


def _texts(source: Sequence[Word], edits: Sequence[Edit]) -> dict[int, str]:
    texts: dict[int, str] = {}
    for edit in edits:
        if edit.operation == "replace":
            start, end = edit.span
            texts[start] = cased(edit.text, source[start].text)
            texts.update((place, "") for place in range(start + 1, end))
        texts.update(edit.changes)
    return texts


def _owners(splits: Sequence[Edit], length: int) -> list[int]:
    """Which split each token goes with; -1 for what stays. The innermost span wins."""
    owner = [-1] * length
    by_size = sorted(range(len(splits)), key=lambda n: splits[n].span[0] - splits[n].span[1])
    for number in by_size:
        for place in range(*splits[number].span):
            owner[place] = number
    return owner


def _rest_lead(splits: Sequence[Edit], number: int) -> tuple[Word, ...]:
    """What opens part `number` because an edit inside it was split off."""
    for other, edit in enumerate(splits):
        holders = [
            n
            for n, outer in enumerate(splits)
            if n != other and _covers(outer.span, edit.span) and outer.span != edit.span
        ]
        holder = min(holders, key=lambda n: splits[n].span[1] - splits[n].span[0], default=-1)
        if edit.rest_lead and holder == number:
            return edit.rest_lead
    return ()


def _opened(lead: Sequence[Word], words: list[Word], texts: Mapping[int, str]) -> list[Word]:
    return [*_with_texts(lead, texts), *words]


def _with_texts(words: Sequence[Word], texts: Mapping[int, str]) -> list[Word]:
    """Repeated words, with what replaced them in the sentence."""
    named = [replace(word, text=texts.get(word.source, word.text)) for word in words]
    return [word for word in named if word.text]


def _closed(words: list[Word], source: Sequence[Word]) -> list[Word]:
    """The words with a full stop at the end."""
    while words and words[-1].text in (",", ";", ":", "-", "–", "—"):
        words = words[:-1]
    if words and words[-1].text not in STOPS and not words[-1].text.endswith("."):
        words = [*words, Word(".", source[-1].space, ".")]
    return words
