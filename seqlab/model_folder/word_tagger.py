"""`WordTagger`: any trained tagger, giving COPY, DELETE and REPLACE for plain words.

Models differ in what they read (tags, placeholders) and in what they predict (label sets). The
simplifier, and a comparison of models, want three labels for the words as they are written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from corpora import normalize_entities
from seqlab.model_folder.folder import Decisions
from seqlab.syntax import Syntax, load_syntax
from seqlab.tagger import STATES, LabelledSentence

LABELS = ("C", "D", "R")
OPERATION = "operation"


def load_word_tagger(
    folder: Path, decisions: Decisions, syntax: Syntax | str = "embedded", **options: Any
) -> Any:
    """The tagger of a folder; wrapped only where it reads or says something else than C, D and R.

    `options` are those of `Tagger.load`.
    """
    from seqlab.tagger import Tagger

    tagger = Tagger.load(folder, **options)
    features = tuple(tagger.model.options.features)
    heads = [labels for head, labels in tagger.labels.items() if is_operation(head)]
    usual = all(set(labels) <= set(LABELS) and len(labels) == 3 for labels in heads)
    if usual and not features and decisions == _plain(decisions):
        return tagger
    return WordTagger(tagger, decisions, syntax)


def _plain(decisions: Decisions) -> Decisions:
    return Decisions(lexical=decisions.lexical)


class WordTagger:
    """A tagger behind the labels that the simplifier needs.

    Args:
        tagger: The tagger.
        decisions: Thresholds, bias and whether it reads placeholders.
        syntax: The backend for tags, where the tagger reads them.
    """

    def __init__(
        self, tagger: Any, decisions: Decisions | None = None, syntax: Syntax | str = "embedded"
    ) -> None:
        self.tagger = tagger
        self.decisions = decisions or Decisions()
        self._syntax = None
        if "tag" in tagger.model.options.features:
            self._syntax = load_syntax(syntax) if isinstance(syntax, str) else syntax
        self._places = {
            head: [LABELS.index(word_label(name)) for name in names]
            for head, names in tagger.labels.items()
            if is_operation(head)
        }

    @property
    def heads(self) -> tuple[str, ...]:
        """The names of the heads."""
        return tuple(self.tagger.labels)

    @property
    def labels(self) -> dict[str, tuple[str, ...]]:
        """The labels of each head, in the order of the columns of `predict_proba`."""
        return {
            head: LABELS if head in self._places else names
            for head, names in self.tagger.labels.items()
        }

    def predict_proba(
        self, sentences: Iterable[Any], heads: Sequence[str] | None = None, states: bool = False
    ) -> Iterator[dict[str, np.ndarray]]:
        """The probabilities of each head's labels at each word, and with `states` its vectors."""
        for found, _ in self._own(sentences, heads, states):
            yield {head: self._merged(head, rows) for head, rows in found.items()}

    def predict(
        self, sentences: Iterable[Any], heads: Sequence[str] | None = None
    ) -> Iterator[dict[str, tuple[str, ...]]]:
        """The labels of each word by head, as thresholds or the most probable label decide."""
        for found, best in self._own(sentences, heads):
            yield {head: self._chosen(head, rows, best[head]) for head, rows in found.items()}

    def _merged(self, head: str, rows: np.ndarray) -> np.ndarray:
        if head not in self._places:
            return rows
        merged = np.zeros((len(rows), len(LABELS)))
        for column, place in enumerate(self._places[head]):
            merged[:, place] += rows[:, column]
        return merged

    def _chosen(self, head: str, rows: np.ndarray, best: np.ndarray) -> tuple[str, ...]:
        from seqlab.tagger import decide

        names = self.tagger.labels[head]
        thresholds = self.tagger.thresholds.get(head, {})
        chosen = best
        if thresholds and self.decisions.thresholds and len(rows):
            limits = np.array([thresholds.get(name, np.inf) for name in names])
            chosen = decide(rows, limits, fallback=0)
        elif self.decisions.bias and head in self._places:
            chosen = rows.argmax(axis=1)
        if head not in self._places:
            return tuple(names[number] for number in chosen)
        return tuple(LABELS[self._places[head][number]] for number in chosen)

    def _own(
        self, sentences: Iterable[Any], heads: Sequence[str] | None, states: bool = False
    ) -> Iterator[tuple[dict[str, np.ndarray], dict[str, np.ndarray]]]:
        """The tagger's own probabilities, biased, and its most probable labels, by head."""
        given = [_labelled(sentence) for sentence in sentences]
        read, widths = self._read(given)
        names = heads or self.heads
        numbers = {
            head: {name: number for number, name in enumerate(self.tagger.labels[head])}
            for head in names
        }
        plain = type(self.tagger)(self.tagger.model, thresholds={})
        told = self.tagger.predict_proba(read, names, states)
        both = zip(told, plain.predict(read, names), strict=True)
        for (chances, labels), times in zip(both, widths, strict=True):
            rows, best = {}, {}
            if STATES in chances:
                rows[STATES] = np.repeat(chances[STATES], times, axis=0)
            for head in names:
                biased = chances[head].astype(np.float64) * np.exp(self._bias(head))
                biased /= np.maximum(biased.sum(axis=1, keepdims=True), 1e-12)
                rows[head] = np.repeat(biased, times, axis=0)
                own = np.array([numbers[head][label] for label in labels[head]], dtype=int)
                best[head] = np.repeat(own, times)
            yield rows, best

    def _bias(self, head: str) -> np.ndarray:
        places = self._places.get(head, [0] * len(self.tagger.labels[head]))
        return np.array([self.decisions.bias * (place > 0) for place in places])

    def _read(
        self, given: Sequence[LabelledSentence]
    ) -> tuple[list[LabelledSentence], list[list[int]]]:
        """What the tagger reads, and how many words each of its tokens stands for."""
        texts, features = [s.tokens for s in given], [s.features for s in given]
        widths = [[1] * len(text) for text in texts]
        if self.decisions.entities:
            normal = [normalize_entities(text) for text in texts]
            # Features belong to words, not to placeholders.
            features = [{} for _ in normal]
            texts = [found.sides[0] for found in normal]
            widths = [[len(n.entities.get(t, (t,))) for t in n.sides[0]] for n in normal]
        tags: Iterable[Mapping[str, tuple[str, ...]]] = ({} for _ in texts)
        if self._syntax is not None:
            tags = ({"tag": tuple(found.tags)} for found in self._syntax.analyse(texts))
        sentences = [
            LabelledSentence(text, features={**own, **found})
            for text, own, found in zip(texts, features, tags, strict=True)
        ]
        return sentences, widths


def _labelled(sentence: Any) -> LabelledSentence:
    if isinstance(sentence, LabelledSentence):
        return sentence
    return LabelledSentence(tuple(sentence))


def is_operation(head: str) -> bool:
    """Whether a head gives operations of words: `operation`, `plain.operation`."""
    return head == OPERATION or head.endswith(f".{OPERATION}")


def word_label(name: str) -> str:
    """The word label that any label set's label stands for: `B-DC` → `D`, `M` → `C`."""
    letter = name.rsplit("-", 1)[-1][:1]
    return letter if letter in LABELS else "C"
