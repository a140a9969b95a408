"""A reader that goes on learning: maps of low rank beside its encoder's, taught more verdicts.

They are a hundredth of the reader's size, so that what is learned of new verdicts can be kept
without keeping another reader. The reader's own weights stay as they are stored.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from seqlab.causal import take_steps
from seqlab.editing.fitting import VERDICT
from seqlab.errors import UsageError
from seqlab.tagger import (
    IGNORED,
    AdaptedLinear,
    LabelledSentence,
    Tagger,
    export_adapter,
    put_module,
)

_PREFIX = "network."


@dataclass(frozen=True)
class AdapterOptions:
    """How maps of low rank are learned.

    Args:
        rank: Their rank while they learn.
        kept_rank: Their rank as they are stored: what goes is the least of what was learned.
        steps: Steps of training.
        batch_size: Marked sentences of a step.
        learning_rate: Highest learning rate of AdamW.
        warmup: Share of the steps in which it rises.
        clip: Largest norm of the gradients.
        check_every: Steps between checkpoints.
    """

    rank: int = 24
    kept_rank: int = 16
    steps: int = 4500
    batch_size: int = 32
    learning_rate: float = 2.0e-3
    warmup: float = 0.05
    clip: float = 1.0
    check_every: int = 250


def adapt_reader(
    folder: str | Path,
    adapter: str,
    sentences: Sequence[LabelledSentence],
    work: str | Path,
    options: AdapterOptions | None = None,
    seed: int = 1,
) -> None:
    """Teach an adapter of the reader of a folder marked sentences.

    The encoder alone is adapted: what is above it stays. `work` keeps what a killed training had.
    """
    options = options or AdapterOptions()
    model: Any = Tagger.load(folder, "cpu", engine="torch").model
    network, collate = model.network, model.collator(None)
    entries = model.labels[VERDICT].entries
    torch.manual_seed(seed)
    for value in model.parameters():
        value.requires_grad_(False)
    learned: dict[str, nn.Parameter] = {}
    if network.encoder is None:
        raise UsageError("judge.adapters needs a reader with an encoder: model.fine_tune: true")
    for name, part in list(network.encoder.named_modules()):
        if isinstance(part, nn.Linear) and ".layer." in name:
            adapted = AdaptedLinear(part, options.rank)
            put_module(network.encoder, name, adapted)
            learned[f"{_PREFIX}encoder.{name}.down"] = adapted.down
            learned[f"{_PREFIX}encoder.{name}.up"] = adapted.up
    taught = [one for one in sentences if _places(one)]
    lengths = np.array([len(one.tokens) for one in taught])

    def chosen(step: int) -> list[LabelledSentence]:
        # Sentences of like length beside each other; which ones depends on the step alone.
        chance = random.Random(f"{seed}.{step}")
        near = lengths[chance.randrange(len(taught))]
        close = np.flatnonzero(np.abs(lengths - near) <= 3)
        return [taught[chance.choice(close.tolist())] for _ in range(options.batch_size)]

    def step_loss(step: int) -> tuple[Tensor, int]:
        own = chosen(step)
        rows, places, wanted = [], [], []
        for row, one in enumerate(own):
            for place in _places(one):
                rows.append(row)
                places.append(place)
                wanted.append(entries.index(one.labels[VERDICT][place]))
        with torch.autocast("cpu", dtype=torch.bfloat16):
            hidden = [part[rows, places][:, None] for part in network.hidden(collate(own))]
            scores = network.scores(VERDICT, hidden)[:, 0]
        loss = nn.functional.cross_entropy(scores.float(), torch.tensor(wanted))
        return loss, sum(len(one.tokens) for one in own)

    network.eval()
    take_steps(learned, step_loss, Path(work), options)
    arrays = {name: value.detach().numpy().copy() for name, value in learned.items()}
    maps: dict[str, np.ndarray] = {}
    for layer in {name.rpartition(".")[0] for name in arrays}:
        down, up = f"{layer}.down", f"{layer}.up"
        maps[down], maps[up] = of_lower_rank(arrays[down], arrays[up], options.kept_rank)
    export_adapter(folder, adapter, maps)


def of_lower_rank(down: np.ndarray, up: np.ndarray, rank: int) -> tuple[np.ndarray, np.ndarray]:
    """The maps of a lower rank whose product is nearest to that of two maps (Eckart and Young)."""
    if rank >= len(down):
        return down, up
    (of_up, up_rest), (of_down, down_rest) = np.linalg.qr(up), np.linalg.qr(down.T)
    outer, sizes, inner = np.linalg.svd(up_rest @ down_rest.T)
    root = np.sqrt(sizes[:rank])
    low = (of_down @ inner[:rank].T * root).T
    high = of_up @ outer[:, :rank] * root
    return low.astype(np.float32), high.astype(np.float32)


def _places(sentence: LabelledSentence) -> list[int]:
    labels = sentence.labels[VERDICT]
    return [place for place, label in enumerate(labels) if label != IGNORED]
