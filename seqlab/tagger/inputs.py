"""Sentences in numbers, as arrays: what the network reads, in torch and in onnxruntime alike."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from seqlab.tagger.forms import FormTable
from seqlab.tagger.sentence import LabelledSentence
from seqlab.tagger.vocabulary import Vocabulary

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
