"""Batches that depend only on seed and step, so that a training can be taken up anywhere."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

import torch
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import IterableDataset

from seqlab.peers.multss.vocabulary import PAD

NumberPair = tuple[list[int], list[int]]
# So many batches are drawn together and sorted by length, so that little is padding.
GROUP = 32


class Batches(IterableDataset):  # type: ignore[type-arg]
    """Endless batches of drawn tasks, from a step on."""

    def __init__(
        self,
        tasks: Mapping[str, Sequence[NumberPair]],
        chances: Mapping[str, float],
        batch_size: int,
        seed: int,
        start: int = 0,
        rank: int = 0,
        ranks: int = 1,
    ) -> None:
        self.tasks, self.chances = tasks, chances
        self.batch_size, self.seed, self.start = batch_size, seed, start
        self.rank, self.ranks = rank, ranks

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor]]:
        step = self.start
        while True:
            group = self._group(step // GROUP)
            for batch in group[step % GROUP :]:
                yield padded(batch)
                step += 1

    def _group(self, number: int) -> list[list[NumberPair]]:
        chance = random.Random(f"{self.seed}/{number}/{self.rank}")
        names = list(self.tasks)
        weights = [self.chances[name] for name in names]
        drawn = [
            chance.choice(self.tasks[task])
            for task in chance.choices(names, weights, k=GROUP * self.batch_size)
        ]
        drawn.sort(key=lambda pair: (len(pair[0]), len(pair[1])))
        size = self.batch_size
        batches = [drawn[n : n + size] for n in range(0, len(drawn), size)]
        chance.shuffle(batches)
        return batches


def padded(pairs: Sequence[NumberPair]) -> tuple[Tensor, Tensor]:
    """Sources and targets as two tables."""
    sources, targets = zip(*pairs, strict=True)
    return (
        pad_sequence([torch.tensor(side) for side in sources], True, PAD),
        pad_sequence([torch.tensor(side) for side in targets], True, PAD),
    )
