"""Split sentences → a `SplitWriter`: scripts read off them, and a network that learned them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from seqlab.annotation import (
    KEEP,
    MOVE,
    NOTHING,
    OTHER_OPENING,
    OTHER_WORDS,
)
from seqlab.devices import limit_torch
from seqlab.editing.fitting import AHEAD, FAR, INSERT, NO_CUT, WORD, SplitWriter, companions
from seqlab.errors import DataError
from seqlab.progress import track

_SIZE, _STATE, _TAG, _STEP, _POINTER, _CHOICE = 192, 192, 24, 64, 96, 192
_UNKNOWN = frozenset({OTHER_OPENING, OTHER_WORDS})
Place = tuple[int, str]


@dataclass(frozen=True)
class SplitOptions:
    """How a split writer is trained.

    Args:
        epochs: Passes over the scripts.
        batch_size: Scripts of a step.
        learning_rate: Highest learning rate of AdamW; it rises and falls once.
        dropout: Share of the tagger's vectors, and of what is computed of them, left out.
    """

    epochs: int = 6
    batch_size: int = 64
    learning_rate: float = 1.5e-3
    dropout: float = 0.3


@dataclass(frozen=True)
class WrittenSplit:
    """A cut of a sentence with its script; `states` are the vectors of its words."""

    states: NDArray[np.float16]
    tags: Sequence[str]
    cut: int
    steps: tuple[Place, ...]


def scripts_of(insert: Sequence[str], word: Sequence[str]) -> list[tuple[int, tuple[Place, ...]]]:
    """For each cut of a labelled sentence the steps that belong to it, in order.

    A sentence in which a clause was moved has none: a cut moves nothing. Neither has a cut whose
    labels do not say what was written.
    """
    if MOVE in word:
        return []
    cuts = [place for place, label in enumerate(insert) if label.startswith(".")]
    found = []
    for number, cut in enumerate(cuts):
        before = cuts[number - 1] if number else 0
        after = cuts[number + 1] if number + 1 < len(cuts) else NO_CUT
        near = range(before, min(after, len(word)))
        words = {place: word[place] for place in near if word[place] != KEEP}
        inserts = {
            place: insert[place] for place in near if insert[place] != NOTHING and place != cut
        }
        inserts = {place: label for place, label in inserts.items() if label[0] != "."}
        own = companions((before, cut, after), words, inserts)
        steps: list[Place] = []
        for place in sorted({*own, cut}):
            label = insert[cut] if place == cut else inserts.get(place)
            if label is not None:
                steps.append((place, INSERT + label))
            if place in own and place in words:
                steps.append((place, WORD + words[place]))
        if not any(step.removeprefix(INSERT) in _UNKNOWN for _, step in steps):
            found.append((cut, tuple(steps)))
    return found


def fit_split_writer(
    written: Sequence[WrittenSplit],
    options: SplitOptions | None = None,
    seed: int = 1,
    after_epoch: Callable[[int, float], None] | None = None,
) -> SplitWriter:
    """A split writer that learned these scripts; `after_epoch` hears of each pass and its loss."""
    options = options or SplitOptions()
    if not written:
        raise DataError("splits", "no cut with a script to learn from", fix="give split sentences")
    limit_torch()
    torch.manual_seed(seed)
    steps = tuple(sorted({step for one in written for _, step in one.steps}))
    tags = {tag: n for n, tag in enumerate(sorted({t for one in written for t in one.tags}), 1)}
    numbers = {step: n for n, step in enumerate(steps)}
    network = _Network(written[0].states.shape[1], len(tags) + 1, len(steps), options.dropout)
    order = random.Random(seed)
    optimizer = torch.optim.AdamW(network.parameters(), lr=options.learning_rate, weight_decay=0.01)
    batches = -(-len(written) // options.batch_size)
    total = options.epochs * batches

    def rate(step: int) -> float:
        return min(1.0, (step + 1) / min(200, total), max(0.02, 1 - step / total))

    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    for epoch in range(options.epochs):
        network.train()
        # Sentences of like length beside each other, but never the same ones.
        ranked = sorted(written, key=lambda one: len(one.tags) + order.random() * 8)
        groups = [
            ranked[start : start + options.batch_size]
            for start in range(0, len(ranked), options.batch_size)
        ]
        order.shuffle(groups)
        loss_sum = 0.0
        for group in track(groups, f"split writer, pass {epoch + 1} of {options.epochs}"):
            loss = network.loss(_Batch.of(group, tags, numbers))
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            loss_sum += loss.item()
        if after_epoch is not None:
            after_epoch(epoch, loss_sum / len(groups))
    weights = {name: tensor.numpy().copy() for name, tensor in network.state_dict().items()}
    return SplitWriter(steps, tags, weights)


@dataclass(frozen=True)
class _Batch:
    states: Tensor
    tags: Tensor
    mask: Tensor
    cuts: Tensor
    places: Tensor
    steps: Tensor
    lengths: Tensor

    @classmethod
    def of(
        cls, group: Sequence[WrittenSplit], tags: dict[str, int], steps: dict[str, int]
    ) -> _Batch:
        longest = max(len(one.tags) for one in group)
        most = max(len(one.steps) for one in group) + 1
        size = group[0].states.shape[1]
        batch = cls(
            torch.zeros(len(group), longest, size),
            torch.zeros(len(group), longest, dtype=torch.long),
            torch.zeros(len(group), longest, dtype=torch.bool),
            torch.tensor([one.cut for one in group]),
            torch.zeros(len(group), most, dtype=torch.long),
            torch.zeros(len(group), most, dtype=torch.long),
            torch.tensor([len(one.steps) for one in group]),
        )
        for row, one in enumerate(group):
            count = len(one.tags)
            batch.states[row, :count] = torch.from_numpy(one.states.astype(np.float32))
            batch.tags[row, :count] = torch.tensor([tags[tag] for tag in one.tags])
            batch.mask[row, :count] = True
            for number, (place, step) in enumerate(one.steps):
                batch.places[row, number] = place
                batch.steps[row, number] = steps[step]
        return batch


class _Network(nn.Module):
    """What `seqlab.editing.propose.split_writer` computes, for training; names are the same."""

    def __init__(self, size: int, tags: int, steps: int, dropout: float) -> None:
        super().__init__()
        self.states = nn.Linear(size, _SIZE)
        self.tags = nn.Embedding(tags, _TAG)
        self.of_tags = nn.Linear(_TAG, _SIZE, bias=False)
        self.distance = nn.Embedding(2 * FAR + 1, _SIZE)
        self.norm = nn.LayerNorm(_SIZE)
        self.start = nn.Linear(2 * _SIZE, _STATE)
        self.steps = nn.Embedding(steps, _STEP)
        self.cell = nn.GRUCell(2 * _SIZE + _STEP, _STATE)
        self.keys = nn.Linear(_SIZE, _POINTER)
        self.asked = nn.Linear(_STATE, _POINTER)
        self.ahead = nn.Embedding(AHEAD + 2, _POINTER)
        self.pointer = nn.Linear(_POINTER, 1)
        self.stop = nn.Linear(_STATE, 1)
        self.of_word = nn.Linear(_SIZE, _CHOICE)
        self.of_cut = nn.Linear(_SIZE, _CHOICE, bias=False)
        self.of_state = nn.Linear(_STATE, _CHOICE, bias=False)
        self.chosen = nn.Linear(_CHOICE, steps)
        self.dropout = nn.Dropout(dropout)

    def loss(self, batch: _Batch) -> Tensor:
        """The mean negative log-probability of the scripts."""
        rows, count = torch.arange(len(batch.cuts)), batch.mask.shape[1]
        words = self.states(self.dropout(batch.states)) + self.of_tags(self.tags(batch.tags))
        distance = (torch.arange(count)[None] - batch.cuts[:, None]).clamp(-FAR, FAR) + FAR
        memory = torch.tanh(self.norm(words + self.distance(distance)))
        at_cut = memory[rows, batch.cuts]
        mean = (memory * batch.mask[..., None]).sum(1) / batch.mask.sum(1, keepdim=True)
        state = torch.tanh(self.start(torch.cat([at_cut, mean], dim=1)))
        keys, choices, of_cut = self.keys(memory), self.of_word(memory), self.of_cut(at_cut)
        last = torch.zeros_like(batch.cuts)
        total = torch.zeros(())
        for number in range(batch.places.shape[1]):
            place, step = batch.places[:, number], batch.steps[:, number]
            going, live = number < batch.lengths, number <= batch.lengths
            ahead = torch.arange(count)[None] - last[:, None]
            met = keys + self.asked(state)[:, None] + self.ahead(ahead.clamp(-1, AHEAD) + 1)
            scores = self.pointer(torch.relu(met))[..., 0]
            scores = scores.masked_fill(~batch.mask | (ahead < 0), -1e4)
            pointed = torch.log_softmax(torch.cat([scores, self.stop(state)], dim=1), dim=1)
            wanted = torch.where(going, place, torch.full_like(place, count))
            total = total - (pointed[rows, wanted] * live).sum()
            met = choices[rows, place] + of_cut + self.of_state(state)
            told = torch.log_softmax(self.chosen(self.dropout(torch.relu(met))), dim=1)
            total = total - (told[rows, step] * going).sum()
            given = torch.cat([memory[rows, place], at_cut, self.steps(step)], dim=1)
            state, last = self.cell(given, state), place
        return total / len(rows)
