"""`VariantLabeller`: any variant's labeller, giving COPY, DELETE and REPLACE for plain words.

Variants differ in what they read (tags, placeholders) and in what they predict (label sets). All
are judged on the same words by the same labels, and the simplifier needs these three.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from corpora import normalize_entities
from seqlab.syntax import Syntax, load_syntax
from seqlab.tagger import LabelledSentence

LABELS = ("C", "D", "R")
_HEAD = "operation"


class VariantLabeller:
    """A labeller with the settings of its variant.

    Args:
        folder: The model.
        settings: The sections `alignment`, `annotation` and `decision` as plain values.
        syntax: The backend for tags, where one is loaded already.
    """

    def __init__(
        self, folder: Path, settings: Mapping[str, Any], syntax: Syntax | None = None
    ) -> None:
        from seqlab.tagger import Tagger

        self.tagger = Tagger.load(folder, "cpu")
        self.entities: bool = settings["alignment"]["entities"]
        self.decision: Mapping[str, Any] = settings["decision"]
        self._syntax = None
        if "tag" in self.tagger.model.options.features:
            self._syntax = syntax or load_syntax(settings["annotation"]["syntax"])
        names = self.tagger.labels[_HEAD]
        self._places = [LABELS.index(word_label(name)) for name in names]
        self._bias = np.array([self.decision["bias"] * (place > 0) for place in self._places])

    @property
    def labels(self) -> dict[str, tuple[str, ...]]:
        """The labels in the order of the columns of `predict_proba`."""
        return {_HEAD: LABELS}

    def predict_proba(
        self, sentences: Iterable[Any], heads: Sequence[str] | None = None
    ) -> Iterator[dict[str, np.ndarray]]:
        """The probabilities of COPY, DELETE and REPLACE at each word."""
        for rows, _ in self._own(sentences):
            merged = np.zeros((len(rows), len(LABELS)))
            for column, place in enumerate(self._places):
                merged[:, place] += rows[:, column]
            yield {_HEAD: merged}

    def predict(self, sentences: Iterable[Any]) -> Iterator[tuple[str, ...]]:
        """The label of each word, as thresholds or the most probable label decide."""
        from seqlab.tagger import decide

        names = self.tagger.labels[_HEAD]
        thresholds = self.tagger.thresholds.get(_HEAD, {})
        limits = np.array([thresholds.get(name, np.inf) for name in names])
        for rows, best in self._own(sentences):
            chosen = best
            if thresholds and self.decision["thresholds"] and len(rows):
                chosen = decide(rows, limits, fallback=0)
            elif self.decision["bias"]:
                chosen = rows.argmax(axis=1)
            yield tuple(LABELS[self._places[number]] for number in chosen)

    def _own(self, sentences: Iterable[Any]) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """The model's own probabilities, biased, and its most probable labels, by word."""
        from seqlab.tagger import Tagger

        words = [tuple(getattr(s, "tokens", s)) for s in sentences]
        read, widths = self._read(words)
        names = {name: number for number, name in enumerate(self.tagger.labels[_HEAD])}
        plain = Tagger(self.tagger.model, thresholds={})
        found = zip(
            self.tagger.predict_proba(read, [_HEAD]), plain.predict(read, [_HEAD]), strict=True
        )
        for (chances, labels), times in zip(found, widths, strict=True):
            rows = chances[_HEAD].astype(np.float64) * np.exp(self._bias)
            rows /= np.maximum(rows.sum(axis=1, keepdims=True), 1e-12)
            best = np.array([names[label] for label in labels[_HEAD]], dtype=int)
            yield np.repeat(rows, times, axis=0), np.repeat(best, times)

    def _read(
        self, words: Sequence[tuple[str, ...]]
    ) -> tuple[list[LabelledSentence], list[list[int]]]:
        """What the model reads, and how many words each of its tokens stands for."""
        texts, widths = list(words), [[1] * len(sentence) for sentence in words]
        if self.entities:
            normal = [normalize_entities(sentence) for sentence in words]
            texts = [found.sides[0] for found in normal]
            widths = [[len(n.entities.get(t, (t,))) for t in n.sides[0]] for n in normal]
        tags: Iterable[Mapping[str, tuple[str, ...]]] = ({} for _ in texts)
        if self._syntax is not None:
            tags = ({"tag": tuple(found.tags)} for found in self._syntax.analyse(texts))
        sentences = [
            LabelledSentence(text, features=own) for text, own in zip(texts, tags, strict=True)
        ]
        return sentences, widths


def word_label(name: str) -> str:
    """The word label that any label set's label stands for: `B-DC` → `D`, `M` → `C`."""
    letter = name.rsplit("-", 1)[-1][:1]
    return letter if letter in LABELS else "C"
