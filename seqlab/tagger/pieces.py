"""Sentences as the word pieces of an encoder, cut into windows it can read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

# A longer "word" is a URL or noise; its beginning is enough.
_MAX_PIECES_PER_WORD = 16
_OVERLAP = 64


@dataclass(frozen=True, slots=True)
class Window:
    """Part of a sentence as encoder input: piece numbers, and the word each belongs to.

    The word is -1 for special tokens and for pieces that are there only as context.
    """

    sentence: int
    ids: tuple[int, ...]
    words: tuple[int, ...]


def windows(
    tokenizer: Any, sentences: Sequence[Sequence[str]], capacity: int, overlap: int = _OVERLAP
) -> list[Window]:
    """One window a sentence, several with `overlap` pieces of context for long ones.

    Every word is in exactly one window with its number, even if it has no pieces of its own.
    """
    # Not every encoder has both special tokens.
    before = [n for n in (tokenizer.cls_token_id,) if n is not None]
    after = [n for n in (tokenizer.sep_token_id,) if n is not None]
    found = []
    filled = [number for number, sentence in enumerate(sentences) if len(sentence)]
    for number, pieces in zip(filled, _pieces(tokenizer, sentences, filled), strict=True):
        sizes = [len(of_word) for of_word in pieces]
        for first, start, stop, last in _cuts(sizes, capacity, overlap):
            ids, words = list(before), [-1] * len(before)
            for word in range(first, last):
                ids += pieces[word]
                words += [word if start <= word < stop else -1] * len(pieces[word])
            ids += after
            words += [-1] * len(after)
            found.append(Window(number, tuple(ids), tuple(words)))
    return found


def _pieces(
    tokenizer: Any, sentences: Sequence[Sequence[str]], numbers: Sequence[int]
) -> list[list[list[int]]]:
    if not numbers:
        return []
    # Lone surrogates, which damaged files may hold, cannot be passed to the tokeniser.
    clean = [
        [token.encode("utf-8", "replace").decode("utf-8") for token in sentences[number]]
        for number in numbers
    ]
    encoded = tokenizer(
        clean, is_split_into_words=True, add_special_tokens=False, truncation=False, verbose=False
    )
    unknown = tokenizer.unk_token_id
    if unknown is None:
        unknown = tokenizer.eos_token_id or 0
    result = []
    for row, number in enumerate(numbers):
        pieces: list[list[int]] = [[] for _ in sentences[number]]
        for piece, word in zip(encoded["input_ids"][row], encoded.word_ids(row), strict=True):
            if word is not None and len(pieces[word]) < _MAX_PIECES_PER_WORD:
                pieces[word].append(piece)
        result.append([of_word or [unknown] for of_word in pieces])
    return result


def _cuts(sizes: Sequence[int], capacity: int, overlap: int) -> list[tuple[int, int, int, int]]:
    """Where windows begin and end: (context from, words from, words to, context to)."""
    overlap = min(overlap, capacity // 4)
    if sum(sizes) <= capacity:
        return [(0, 0, len(sizes), len(sizes))]
    cuts = []
    start = 0
    while start < len(sizes):
        first, used = start, 0
        while first > 0 and used + sizes[first - 1] <= overlap:
            first -= 1
            used += sizes[first]
        stop = start
        # Room is kept for the context after the words, except at the sentence's end.
        while stop < len(sizes) and (
            stop == start
            or used + sizes[stop] <= capacity - overlap
            or used + sum(sizes[stop:]) <= capacity
        ):
            used += sizes[stop]
            stop += 1
        last = stop
        while last < len(sizes) and used + sizes[last] <= capacity:
            used += sizes[last]
            last += 1
        cuts.append((first, start, stop, last))
        start = stop
    return cuts
