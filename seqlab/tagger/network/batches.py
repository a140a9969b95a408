"""Sentences in numbers, gathered in batches of almost equal length."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import torch
from torch import Tensor
from torch.utils.data import Sampler

from seqlab.tagger.inputs.forms import FormTable, Pieces, Vocabulary, padded, sentence_inputs
from seqlab.tagger.inputs.pieces import length_batches
from seqlab.tagger.sentence import IGNORED, LabelledSentence

# Positions with this number count in no loss; torch's own default.
NO_LABEL = -100


@dataclass
class Batch:
    """Sentences as tensors. Word forms are stored once each: `form` points into the others."""

    lengths: Tensor  # (sentences)
    form: Tensor  # (sentences, tokens), a row of the five tensors below
    word: Tensor  # (forms)
    shape: Tensor  # (forms)
    casing: Tensor  # (forms)
    frequency: Tensor  # (forms)
    characters: Tensor  # (forms, characters)
    features: dict[str, Tensor] = field(default_factory=dict)  # (sentences, tokens)
    context: Tensor | None = None  # (sentences, tokens, size) fixed encoder features
    pieces: dict[str, Tensor] = field(default_factory=dict)  # input of a fine-tuned encoder
    labels: dict[str, Tensor] = field(default_factory=dict)  # (sentences, tokens)
    soft: dict[str, Tensor] = field(default_factory=dict)  # (sentences, tokens, labels)
    weight: Tensor | None = None  # (sentences)

    @property
    def mask(self) -> Tensor:
        """True where there is a token."""
        positions = torch.arange(self.form.shape[1], device=self.form.device)
        return positions[None, :] < self.lengths[:, None]

    def to(self, device: Any, **options: Any) -> Batch:
        """The same batch on another device."""
        return self._mapped(lambda tensor: tensor.to(device, **options))

    def pin_memory(self) -> Batch:
        """The same batch in page-locked memory, from where a GPU fetches it faster."""
        return self._mapped(lambda tensor: tensor.pin_memory())

    def _mapped(self, change: Any) -> Batch:
        changed: dict[str, Any] = {}
        for item in fields(self):
            value = getattr(self, item.name)
            if isinstance(value, dict):
                changed[item.name] = {name: change(tensor) for name, tensor in value.items()}
            else:
                changed[item.name] = None if value is None else change(value)
        return Batch(**changed)


class Collator:
    """Makes a `Batch` of sentences by the vocabularies of a model."""

    def __init__(
        self,
        forms: FormTable,
        features: Mapping[str, Vocabulary],
        labels: Mapping[str, Vocabulary],
        context: Any | None = None,
        pieces: Pieces | None = None,
    ) -> None:
        self.forms = forms
        self.features = features
        self.labels = labels
        # `context(sentences)` gives fixed encoder features, `pieces(sentences)` encoder input.
        self.context = context
        self.pieces = pieces

    def __call__(
        self, sentences: Sequence[LabelledSentence], labelled: bool = False, counted: bool = True
    ) -> Batch:
        """The batch; with `labelled`, labels too; without `counted`, it weighs nothing."""
        inputs = sentence_inputs(sentences, self.forms, self.features, self.pieces)
        longest = inputs.form.shape[1]
        given: dict[str, Any] = {}
        for item in fields(inputs):
            value = getattr(inputs, item.name)
            given[item.name] = (
                {name: torch.from_numpy(array) for name, array in value.items()}
                if isinstance(value, dict)
                else torch.from_numpy(value)
            )
        batch = Batch(**given)
        if self.context is not None:
            tokens = [sentence.tokens for sentence in sentences]
            batch.context = torch.nn.utils.rnn.pad_sequence(self.context(tokens), batch_first=True)
            if batch.context.shape[1] < longest:  # nothing but empty sentences
                batch.context = batch.context.new_zeros(
                    len(sentences), longest, batch.context.shape[2]
                )
        if labelled:
            self._add_labels(batch, sentences, longest)
            weights = [sentence.weight if counted else 0.0 for sentence in sentences]
            batch.weight = torch.tensor(weights, dtype=torch.float32)
        return batch

    def _add_labels(
        self, batch: Batch, sentences: Sequence[LabelledSentence], longest: int
    ) -> None:
        for head, vocabulary in self.labels.items():
            numbers = [
                [
                    vocabulary[label] if label != IGNORED and label in vocabulary else NO_LABEL
                    for label in sentence.labels.get(head, ())
                ]
                for sentence in sentences
            ]
            batch.labels[head] = torch.from_numpy(padded(numbers, longest, NO_LABEL))
            if any(head in sentence.soft for sentence in sentences):
                batch.soft[head] = self._soft(head, batch.labels[head], sentences)

    def _soft(self, head: str, hard: Tensor, sentences: Sequence[LabelledSentence]) -> Tensor:
        """Label distributions: the given ones, elsewhere all on the hard label."""
        vocabulary = self.labels[head]
        soft = torch.nn.functional.one_hot(hard.clamp(min=0), len(vocabulary)).float()
        soft[hard == NO_LABEL] = 0.0
        # Gathered first and set at once: single elements of a tensor are slow to set.
        rows: list[int] = []
        positions: list[int] = []
        numbers: list[int] = []
        values: list[float] = []
        for row, sentence in enumerate(sentences):
            for position, shares in enumerate(sentence.soft.get(head, ())):
                known = {label: share for label, share in shares.items() if label in vocabulary}
                total = sum(known.values())
                if total <= 0:
                    continue
                for label, share in known.items():
                    rows.append(row)
                    positions.append(position)
                    numbers.append(vocabulary[label])
                    values.append(share / total)
        if rows:
            soft[rows, positions] = 0.0
            soft[rows, positions, numbers] = torch.tensor(values)
        return soft


@dataclass(frozen=True, slots=True)
class Share:
    """One process's part of a batch; not counted if it only fills in for an empty part."""

    numbers: tuple[int, ...]
    counted: bool = True


class LengthSampler(Sampler[Share]):
    """Batches in a new order each epoch, the same for the same seed, divided among processes."""

    def __init__(
        self,
        lengths: Sequence[int],
        batch_size: int,
        batch_tokens: int,
        seed: int,
        rank: int = 0,
        processes: int = 1,
        first_epoch: int = 0,
    ) -> None:
        self.lengths = lengths
        self.batch_size = batch_size
        self.batch_tokens = batch_tokens
        self.seed = seed
        self.rank = rank
        self.processes = processes
        # Lightning takes the first batches of a resumed run before it says which epoch it is.
        self.epoch = self.first_epoch = first_epoch

    def set_epoch(self, epoch: int) -> None:
        """Lightning says which epoch begins, so that a resumed run has the same batches."""
        self.epoch = max(epoch, self.first_epoch)

    def batches(self) -> list[list[int]]:
        """The batches of this epoch, all processes together."""
        order = random.Random(self.seed * 1_000_003 + self.epoch)
        return length_batches(self.lengths, self.batch_size, self.batch_tokens, order)

    def __iter__(self) -> Iterator[Share]:
        for batch in self.batches():
            mine = tuple(batch[self.rank :: self.processes])
            # Every process must take part in every step; one without a share repeats a sentence.
            yield Share(mine) if mine else Share((batch[0],), counted=False)

    def __len__(self) -> int:
        # The order of equally long sentences never changes where batches are cut.
        return len(length_batches(self.lengths, self.batch_size, self.batch_tokens))


class BatchDataset(torch.utils.data.Dataset[Batch]):
    """Labelled sentences by the share of a batch that is asked for."""

    def __init__(self, sentences: Sequence[LabelledSentence], collate: Collator) -> None:
        self.sentences = sentences
        self.collate = collate

    def __getitem__(self, share: Share) -> Batch:
        chosen = [self.sentences[number] for number in share.numbers]
        return self.collate(chosen, labelled=True, counted=share.counted)

    def __len__(self) -> int:
        return len(self.sentences)
