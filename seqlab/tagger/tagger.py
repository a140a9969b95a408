"""`Tagger`: labels for any stream of sentences, in length-sorted batches and constant memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from torch import Tensor

from seqlab.errors import UsageError
from seqlab.tagger.batches import Batch, length_batches
from seqlab.tagger.folder import load_model
from seqlab.tagger.heads import Head
from seqlab.tagger.model import LabellingModel
from seqlab.tagger.sentence import LabelledSentence
from seqlab.tagger.thresholds import decide, threshold_row

T = TypeVar("T")
Sentence = LabelledSentence | Sequence[str]

# So many sentences are sorted by length together; more would only use more memory.
CHUNK = 2048
_BATCH_SENTENCES, _BATCH_TOKENS = 128, 4096


class Tagger:
    """A trained labeller."""

    def __init__(
        self,
        model: LabellingModel,
        device: str = "cpu",
        thresholds: Mapping[str, Mapping[str, float]] | None = None,
        feature_cache: Any | None = None,
    ) -> None:
        self.model = model.eval().to(device)
        self.device = device
        self.thresholds = model.thresholds if thresholds is None else thresholds
        self._collate = model.collator(feature_cache)

    @classmethod
    def load(cls, folder: str | Path, device: str = "auto", **options: Any) -> Tagger:
        """The tagger of a model folder; `auto` takes the GPU if there is one."""
        if device == "auto":
            device = "cuda" if torch.cuda.is_available() else "cpu"
        return cls(load_model(folder), device, **options)

    @property
    def heads(self) -> tuple[str, ...]:
        """The names of the heads."""
        return tuple(self.model.labels)

    @property
    def labels(self) -> dict[str, tuple[str, ...]]:
        """The labels of each head, in the order of the columns of `predict_proba`."""
        return {head: vocabulary.entries for head, vocabulary in self.model.labels.items()}

    def predict(
        self, sentences: Iterable[Sentence], heads: Sequence[str] | None = None
    ) -> Iterator[dict[str, tuple[str, ...]]]:
        """Labels by head for each sentence, in the order of the sentences.

        Sentences are token sequences, or `LabelledSentence`s where the model uses features.
        """
        return self._run(sentences, self._chosen(heads), self._labels)

    def predict_proba(
        self, sentences: Iterable[Sentence], heads: Sequence[str] | None = None
    ) -> Iterator[dict[str, np.ndarray]]:
        """Label probabilities (tokens, labels) by head for each sentence."""
        return self._run(sentences, self._chosen(heads), self._probabilities)

    def _chosen(self, heads: Sequence[str] | None) -> tuple[str, ...]:
        for head in heads or ():
            if head not in self.heads:
                raise UsageError(f"no head {head!r} in the model; known: {', '.join(self.heads)}")
        return self.heads if heads is None else tuple(heads)

    def _run(
        self, sentences: Iterable[Sentence], heads: tuple[str, ...], finish: Any
    ) -> Iterator[Any]:
        stream = iter(sentences)
        while chunk := [_labelled(sentence) for sentence in islice(stream, CHUNK)]:
            results: list[Any] = [None] * len(chunk)
            lengths = [len(sentence.tokens) for sentence in chunk]
            for numbers in length_batches(lengths, _BATCH_SENTENCES, _BATCH_TOKENS):
                batch = self._collate([chunk[number] for number in numbers])
                found = self._finished(batch, heads, finish)
                for row, number in enumerate(numbers):
                    results[number] = {
                        head: rows[row][: lengths[number]] for head, rows in found.items()
                    }
            yield from results

    def _finished(self, batch: Batch, heads: tuple[str, ...], finish: Any) -> dict[str, Any]:
        with torch.inference_mode():
            batch = batch.to(self.device)
            mask = batch.mask
            return {
                head: finish(head, scores, mask)
                for head, scores in self.scores(batch, heads).items()
            }

    def scores(self, batch: Batch, heads: tuple[str, ...]) -> dict[str, Tensor]:
        """Scores (sentences, tokens, labels) by head, before any decoding."""
        hidden = self.model.network.hidden(batch)
        return {head: self.model.network.scores(head, hidden) for head in heads}

    def _probabilities(self, head: str, scores: Tensor, mask: Tensor) -> np.ndarray:
        tempered = scores / self.model.temperatures.get(head, 1.0)
        return self._head(head).probabilities(tempered, mask).cpu().numpy()

    def _labels(self, head: str, scores: Tensor, mask: Tensor) -> list[tuple[str, ...]]:
        entries = self.model.labels[head].entries
        thresholds = self.thresholds.get(head)
        if thresholds:
            probabilities = self._probabilities(head, scores, mask)
            flat = probabilities.reshape(-1, len(entries))
            # Labels are kept most frequent first; the first is what is left without evidence.
            chosen = decide(flat, threshold_row(entries, thresholds), fallback=0)
            numbers = chosen.reshape(probabilities.shape[:2]).tolist()
        else:
            numbers = self._head(head).best(scores, mask).tolist()
        return [tuple(entries[number] for number in row) for row in numbers]

    def _head(self, name: str) -> Head:
        return self.model.head(name)


def _labelled(sentence: Sentence) -> LabelledSentence:
    if isinstance(sentence, LabelledSentence):
        return sentence
    if isinstance(sentence, str):
        raise UsageError(f"a sentence must be a list of tokens (got the text {sentence[:40]!r})")
    return LabelledSentence(tuple(sentence))
