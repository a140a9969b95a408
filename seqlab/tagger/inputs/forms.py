"""Tokens as numbers: their words, characters, shapes, casing and frequencies, padded to arrays."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from seqlab.dictionaries import word_frequencies
from seqlab.errors import DataError
from seqlab.files import atomic_write, read_text
from seqlab.tagger.sentence import LabelledSentence

# Entries may be any Unicode, line ends included, so these few are written as escapes.
_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r"}


class Vocabulary:
    """An ordered set of strings; number 0 stands for what is not in it, if `unknown` is set."""

    def __init__(self, entries: Iterable[str], unknown: bool = True) -> None:
        self.entries: tuple[str, ...] = tuple(entries)
        self.unknown = unknown
        self._numbers = {entry: n for n, entry in enumerate(self.entries, start=int(unknown))}
        if len(self._numbers) != len(self.entries):
            raise ValueError("an entry occurs twice in a vocabulary")

    def __len__(self) -> int:
        return len(self.entries) + self.unknown

    def __contains__(self, entry: str) -> bool:
        return entry in self._numbers

    def __getitem__(self, entry: str) -> int:
        if self.unknown:
            return self._numbers.get(entry, 0)
        return self._numbers[entry]

    def entry(self, number: int) -> str:
        """The string with this number."""
        return self.entries[number - self.unknown]

    @classmethod
    def build(
        cls, items: Iterable[str], min_count: int = 1, unknown: bool = True, limit: int = 0
    ) -> Vocabulary:
        """What occurs at least `min_count` times, most frequent first, ties by code point."""
        counts = Counter(items)
        ranked = sorted(counts, key=lambda item: (-counts[item], item))
        kept = [item for item in ranked if counts[item] >= min_count and is_text(item)]
        return cls(kept[:limit] if limit else kept, unknown)

    def save(self, path: str | Path) -> None:
        """Write one entry per line."""
        with atomic_write(path) as handle:
            handle.writelines(_escaped(entry) + "\n" for entry in self.entries)

    @classmethod
    def load(cls, path: str | Path, unknown: bool = True) -> Vocabulary:
        """The vocabulary that `save` wrote."""
        try:
            # Read whole: tens of thousands of lines one by one would delay every start.
            text = read_text(path)
            lines = text.removesuffix("\n").split("\n") if text else []
            return cls(map(_unescaped, lines), unknown)
        except ValueError as error:
            raise DataError(path, str(error), fix="take an unaltered copy of the model") from None


def _escaped(entry: str) -> str:
    return "".join(_ESCAPES.get(character, character) for character in entry)


def is_text(entry: str) -> bool:
    """False for lone surrogates, which damaged files hold and no file can be written with."""
    return not any("\ud800" <= character <= "\udfff" for character in entry)


def _unescaped(line: str) -> str:
    if "\\" not in line:
        return line
    plain = {escape[1]: character for character, escape in _ESCAPES.items()}
    characters = iter(line)
    return "".join(
        plain.get(next(characters, ""), "") if character == "\\" else character
        for character in characters
    )


def label_vocabulary(labels: Iterable[Sequence[str]], ignored: str) -> Vocabulary:
    """The labels of a head, most frequent first, without the mark of ignored tokens."""
    return Vocabulary.build(
        (label for of_sentence in labels for label in of_sentence if label != ignored),
        unknown=False,
    )


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

    def __getitem__(self, token: str) -> Form:
        form = self._seen.get(token)
        if form is None:
            if len(self._seen) >= _MAX_CACHED_FORMS:
                self._seen.clear()
            form = self._seen[token] = self._form(token)
        return form

    def _form(self, token: str) -> Form:
        kept = token
        if len(token) > MAX_CHARACTERS:
            kept = token[: MAX_CHARACTERS // 2] + token[-MAX_CHARACTERS // 2 :]
        shape, case, frequency = _looks(token)
        return Form(
            word=_word_number(self.words, token),
            shape=self.shapes[shape],
            casing=case,
            frequency=frequency,
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


def log_frequency(token: str) -> float:
    """The word's frequency from 0 (unknown) to about 1 (`the`), on a logarithmic scale."""
    share = word_frequencies()[token.lower()]
    return max(0.0, math.log10(share * 1e9) / 8) if share else 0.0


# Several models may read the same text, each with vocabularies of its own.
@lru_cache(maxsize=4096)
def _looks(token: str) -> tuple[str, int, float]:
    """Shape, casing and frequency of a word."""
    return word_shape(token), CASINGS.index(casing(token)), log_frequency(token)


# From sentences and the length of the longest to the input of a fine-tuned encoder.
Pieces = Callable[[Sequence[Sequence[str]], int], dict[str, np.ndarray]]


@dataclass(frozen=True)
class Inputs:
    """A batch. Word forms are stored once each: `form` points into the five arrays after it."""

    lengths: np.ndarray  # (sentences)
    form: np.ndarray  # (sentences, tokens)
    word: np.ndarray  # (forms)
    shape: np.ndarray  # (forms)
    casing: np.ndarray  # (forms)
    frequency: np.ndarray  # (forms)
    characters: np.ndarray  # (forms, characters)
    features: dict[str, np.ndarray] = field(default_factory=dict)  # (sentences, tokens)
    pieces: dict[str, np.ndarray] = field(default_factory=dict)  # (windows, pieces)

    @property
    def mask(self) -> np.ndarray:
        """True where there is a token."""
        return np.arange(self.form.shape[1])[None, :] < self.lengths[:, None]

    def arrays(self) -> dict[str, np.ndarray]:
        """Everything by the names that the exported network has for it."""
        forms = ("lengths", "form", "word", "shape", "casing", "frequency", "characters")
        return {
            **{name: getattr(self, name) for name in forms},
            **{f"feature_{name}": values for name, values in self.features.items()},
            **{f"piece_{name}": values for name, values in self.pieces.items()},
        }


def sentence_inputs(
    sentences: Sequence[LabelledSentence],
    forms: FormTable,
    features: Mapping[str, Vocabulary],
    pieces: Pieces | None = None,
) -> Inputs:
    """The batch of `sentences` by the vocabularies of a model."""
    lengths = [len(sentence.tokens) for sentence in sentences]
    longest = max([1, *lengths])
    rows: dict[str, int] = {}
    form = padded(
        [[rows.setdefault(token, len(rows)) for token in s.tokens] for s in sentences], longest
    )
    return Inputs(
        lengths=np.array(lengths, dtype=np.int64),
        form=form,
        **_tables(rows or ("",), forms),
        features={
            name: padded(
                [[vocabulary[value] for value in s.features.get(name, ())] for s in sentences],
                longest,
            )
            for name, vocabulary in features.items()
        },
        pieces=pieces([s.tokens for s in sentences], longest) if pieces is not None else {},
    )


def _tables(tokens: Collection[str], table: FormTable) -> dict[str, np.ndarray]:
    forms = [table[token] for token in tokens]
    longest = max(len(form.characters) for form in forms)
    return {
        "word": np.array([form.word for form in forms], dtype=np.int64),
        "shape": np.array([form.shape for form in forms], dtype=np.int64),
        "casing": np.array([form.casing for form in forms], dtype=np.int64),
        "frequency": np.array([form.frequency for form in forms], dtype=np.float32),
        "characters": padded([f.characters for f in forms], longest, len(table.characters)),
    }


def padded(rows: Sequence[Sequence[int]], width: int, padding: int = 0) -> np.ndarray:
    """Rows of unequal length as an array (rows, width)."""
    array = np.full((len(rows), width), padding, dtype=np.int64)
    for number, row in enumerate(rows):
        array[number, : len(row)] = row
    return array
