"""What is known of a word from its form alone: identity, characters, shape, casing, frequency."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from seqlab.tagger.vocabulary import Vocabulary, is_text

CASINGS = ("lower", "title", "upper", "mixed", "number", "other")
# Of longer words the middle is left out: beginnings and endings tell the most.
MAX_CHARACTERS = 24
# A form takes a kilobyte; a stream of ever new words must not fill the memory.
_MAX_CACHED_FORMS = 20_000


@dataclass(frozen=True, slots=True)
class Form:
    """A word form in numbers, ready for the embeddings."""

    word: int
    shape: int
    casing: int
    frequency: float
    characters: tuple[int, ...]


class FormTable:
    """Turns word forms into numbers by the vocabularies, remembering those seen before."""

    def __init__(self, words: Vocabulary, characters: Vocabulary, shapes: Vocabulary) -> None:
        self.words = words
        self.characters = characters
        self.shapes = shapes
        self._seen: dict[str, Form] = {}
        self._frequencies: Mapping[str, float] | None = None

    def __getitem__(self, token: str) -> Form:
        form = self._seen.get(token)
        if form is None:
            if len(self._seen) >= _MAX_CACHED_FORMS:
                self._seen.clear()
            form = self._seen[token] = self._form(token)
        return form

    def _form(self, token: str) -> Form:
        if self._frequencies is None:
            self._frequencies = word_frequencies()
        kept = token
        if len(token) > MAX_CHARACTERS:
            kept = token[: MAX_CHARACTERS // 2] + token[-MAX_CHARACTERS // 2 :]
        return Form(
            word=_word_number(self.words, token),
            shape=self.shapes[word_shape(token)],
            casing=CASINGS.index(casing(token)),
            frequency=log_frequency(token, self._frequencies),
            characters=tuple(self.characters[character] for character in kept) or (0,),
        )


def build_words(
    tokens: Iterable[str], min_count: int, vectors: Any | None, vector_words: int
) -> Vocabulary:
    """Frequent words and number patterns, all words with a vector, and the vectors' top words."""
    counts: Counter[str] = Counter()
    for token in tokens:
        lower = token.lower()
        counts[lower] += 1
        if (pattern := number_pattern(lower)) != lower:
            counts[pattern] += 1
    ranked = sorted(counts, key=lambda word: (-counts[word], word))
    kept = {
        word: None
        for word in ranked
        if is_text(word)
        and (counts[word] >= min_count or (vectors is not None and word in vectors))
    }
    if vectors is not None:
        kept.update(dict.fromkeys(vectors.index_to_key[:vector_words]))
    return Vocabulary(kept)


def _word_number(words: Vocabulary, token: str) -> int:
    lower = token.lower()
    return words[lower] or words[number_pattern(lower)]


def number_pattern(word: str) -> str:
    """`word` with every digit made 0, so that 1,250 and 3,871 are the same word."""
    return re.sub(r"\d", "0", word)


def word_shape(token: str) -> str:
    """The kinds of characters in a word, runs cut to two: `NATO's` is `XX'x`."""
    shape: list[str] = []
    for character in token[: 2 * MAX_CHARACTERS]:
        if character.isupper():
            kind = "X"
        elif character.isalpha():
            kind = "x"
        elif character.isdigit():
            kind = "d"
        else:
            kind = character
        if shape[-2:] != [kind, kind]:
            shape.append(kind)
    return "".join(shape)


def casing(token: str) -> str:
    """One of `CASINGS`."""
    if any(character.isdigit() for character in token):
        return "number"
    if not any(character.isalpha() for character in token):
        return "other"
    if token.islower():
        return "lower"
    if token.isupper() and len(token) > 1:
        return "upper"
    if token[:1].isupper() and not any(character.isupper() for character in token[1:]):
        return "title"
    return "mixed"


def word_frequencies() -> Mapping[str, float]:
    """How often each word occurs in general English, as a share of all words."""
    import wordfreq

    return wordfreq.get_frequency_dict("en")  # type: ignore[no-any-return]


def log_frequency(token: str, frequencies: Mapping[str, float]) -> float:
    """The word's frequency from 0 (unknown) to about 1 (`the`), on a logarithmic scale."""
    share = frequencies.get(token.lower(), 0.0)
    return max(0.0, math.log10(share * 1e9) / 8) if share else 0.0
