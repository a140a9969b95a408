"""Applying edits: the sentences that a compatible set of edits makes of one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from seqlab.editing.apply.assemble import cased
from seqlab.editing.apply.repairs import ALL_RULES, repaired
from seqlab.editing.edit import Edit, covers
from seqlab.editing.words import STOPS, Word, detokenize, words_of
from seqlab.text import Token


def apply_edits(
    tokens: Sequence[Token],
    edits: Sequence[Edit],
    tags: Sequence[str] = (),
    rules: Collection[str] = ALL_RULES,
) -> list[str]:
    """The sentences that `edits`, which must not conflict, make of one; itself without any."""
    return [detokenize(words) for words in edited_sentences(tokens, edits, tags, rules)]


def edited_sentences(
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
            if n != other and covers(outer.span, edit.span) and outer.span != edit.span
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
