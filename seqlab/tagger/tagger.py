"""`Tagger`: labels for any stream of sentences, in length-sorted batches and constant memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from seqlab.devices import choose_device
from seqlab.errors import DataError, UsageError
from seqlab.tagger.folder.description import Description, read_description
from seqlab.tagger.folder.hashes import NETWORK
from seqlab.tagger.inputs.pieces import length_batches
from seqlab.tagger.runtime.names import STATES
from seqlab.tagger.runtime.session import (
    OnnxModel,
    Transitions,
    best_labels,
    decide,
    probabilities,
    threshold_row,
)
from seqlab.tagger.sentence import LabelledSentence

if TYPE_CHECKING:
    from seqlab.tagger.network.model import LabellingModel

Sentence = LabelledSentence | Sequence[str]
Rows = Sequence[Any] | np.ndarray

# So many sentences are sorted by length together; more would only use more memory.
CHUNK = 2048
_BATCH_SENTENCES = 128


class Scorer(Protocol):
    """What runs a network: torch or onnxruntime."""

    batch_tokens: int

    def sizes(self, sentences: Sequence[LabelledSentence]) -> list[int]:
        """How long each sentence is for the network, so that like goes with like."""
        ...

    def scores(
        self, sentences: Sequence[LabelledSentence], heads: Sequence[str], adapter: str = ""
    ) -> tuple[dict[str, np.ndarray], np.ndarray]:
        """Scores (sentences, tokens, labels) by head, and where there are tokens."""
        ...

    def transitions(self, head: str) -> Transitions | None:
        """The CRF of one head, if it has one."""
        ...


class Tagger:
    """A trained tagger.

    Args:
        model: The model: a `LabellingModel` runs in torch, an `OnnxModel` in onnxruntime.
        device: Where torch runs it.
        thresholds: Decision thresholds in place of the model's own.
        feature_cache: Keeps the vectors of an encoder that is not part of the model.
    """

    def __init__(
        self,
        model: LabellingModel | OnnxModel,
        device: str = "cpu",
        thresholds: Mapping[str, Mapping[str, float]] | None = None,
        feature_cache: Any | None = None,
    ) -> None:
        self.model = model
        self.device = device
        if thresholds is not None:
            self._check_thresholds(thresholds)
        self.thresholds = model.thresholds if thresholds is None else thresholds
        self._scorer: Scorer
        if isinstance(model, OnnxModel):
            self._scorer = model
        else:
            from seqlab.tagger.network.torch_scores import TorchScores

            self._scorer = TorchScores(model, device, feature_cache)

    @classmethod
    def load(
        cls,
        folder: str | Path,
        device: str = "auto",
        threads: int | None = None,
        engine: str = "auto",
        **options: Any,
    ) -> Tagger:
        """The tagger of a model folder.

        Args:
            folder: The model folder.
            device: `cpu` runs the network in onnxruntime, where the folder has it for that;
                `cuda`, `cuda:N` and `mps` in torch; `auto` is the GPU if there is one.
            threads: Threads of one prediction; those of the process (`seqlab.devices`) unless
                given.
            engine: `torch` or `onnx` instead of the engine that the device asks for.
            options: `thresholds` and `feature_cache`, as for the constructor.
        """
        if engine not in ("auto", "torch", "onnx"):
            raise UsageError(f"no engine {engine!r}; known: auto, torch, onnx")
        device = choose_device(device)
        description = read_description(folder)
        if device == "cpu" and engine != "torch" and _has_network(description, engine):
            return cls(OnnxModel(description, threads), "cpu", **options)
        from seqlab.devices import limit_torch
        from seqlab.tagger.folder.folder import build_model

        torch = limit_torch()
        if threads is not None:
            torch.set_num_threads(threads)
        return cls(build_model(description), device, **options)

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
        self,
        sentences: Iterable[Sentence],
        heads: Sequence[str] | None = None,
        states: bool = False,
        adapter: str = "",
    ) -> Iterator[dict[str, np.ndarray]]:
        """Label probabilities (tokens, labels) by head for each sentence.

        With `states` also the vectors that the heads read (tokens, size), under that name. A
        network may have adapters (`export_adapter`): only the one of this name is added, and
        none where it has none of it. They are in the ONNX file alone; torch has none.
        """
        wanted = (*self._chosen(heads), *([STATES] if states else []))
        return self._run(sentences, wanted, self._probabilities, adapter)

    def scores(
        self, sentences: Sequence[LabelledSentence], heads: Sequence[str] | None = None
    ) -> dict[str, np.ndarray]:
        """Scores (sentences, tokens, labels) by head of one batch, before any decoding."""
        return self._scorer.scores(sentences, self._chosen(heads))[0]

    def _check_thresholds(self, thresholds: Mapping[str, Mapping[str, float]]) -> None:
        """A label that the model does not have would silently leave all others unchosen."""
        self._chosen(tuple(thresholds))
        for head, own in thresholds.items():
            if unknown := [label for label in own if label not in self.model.labels[head]]:
                known = ", ".join(self.labels[head][:20])
                raise UsageError(f"no label {unknown[0]!r} of the head {head!r}; known: {known}")

    def _chosen(self, heads: Sequence[str] | None) -> tuple[str, ...]:
        for head in heads or ():
            if head not in self.heads:
                raise UsageError(f"no head {head!r} in the model; known: {', '.join(self.heads)}")
        return self.heads if heads is None else tuple(heads)

    def _run(
        self,
        sentences: Iterable[Sentence],
        heads: tuple[str, ...],
        finish: Callable[[str, np.ndarray, np.ndarray], Rows],
        adapter: str = "",
    ) -> Iterator[Any]:
        stream = iter(sentences)
        while chunk := [_labelled(sentence) for sentence in islice(stream, CHUNK)]:
            results: list[Any] = [None] * len(chunk)
            lengths = [len(sentence.tokens) for sentence in chunk]
            sizes = self._scorer.sizes(chunk)
            for numbers in length_batches(sizes, _BATCH_SENTENCES, self._scorer.batch_tokens):
                batch = [chunk[number] for number in numbers]
                scores, mask = self._scorer.scores(batch, heads, adapter)
                found = {head: finish(head, scores[head], mask) for head in heads}
                for row, number in enumerate(numbers):
                    results[number] = {
                        head: rows[row][: lengths[number]] for head, rows in found.items()
                    }
            yield from results

    def _probabilities(self, head: str, scores: np.ndarray, mask: np.ndarray) -> np.ndarray:
        if head == STATES:
            return scores
        # Calibrated: a temperature above 1 makes a head less sure of itself.
        scores = scores / np.float32(self.model.temperatures.get(head, 1.0))
        return probabilities(scores, mask, self._scorer.transitions(head))

    def _labels(self, head: str, scores: np.ndarray, mask: np.ndarray) -> list[tuple[str, ...]]:
        entries = self.model.labels[head].entries
        thresholds = self.thresholds.get(head)
        if thresholds:
            found = self._probabilities(head, scores, mask)
            flat = found.reshape(-1, len(entries))
            # Labels are kept most frequent first; the first is what is left without evidence.
            chosen = decide(flat, threshold_row(entries, thresholds), fallback=0)
            numbers = chosen.reshape(found.shape[:2]).tolist()
        else:
            numbers = best_labels(scores, mask, self._scorer.transitions(head)).tolist()
        return [tuple(entries[number] for number in row) for row in numbers]


def _has_network(description: Description, engine: str) -> bool:
    if (description.folder / NETWORK).is_file():
        return True
    if engine == "onnx":
        raise DataError(
            description.folder / NETWORK,
            "not exported yet",
            fix=f"seqlab export {description.folder}",
        )
    return False


def _labelled(sentence: Sentence) -> LabelledSentence:
    if isinstance(sentence, LabelledSentence):
        return sentence
    if isinstance(sentence, str):
        raise UsageError(f"a sentence must be a list of tokens (got the text {sentence[:40]!r})")
    return LabelledSentence(tuple(sentence))
