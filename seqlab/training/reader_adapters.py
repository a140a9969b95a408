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
    export_adapted,
    put_module,
)

_PREFIX = "network."


@dataclass(frozen=True)
class AdapterOptions:
    """How maps of low rank are learned.

    Args:
        rank: Their rank.
        steps: Steps of training.
        batch_size: Marked sentences of a step.
        learning_rate: Highest learning rate of AdamW.
        warmup: Share of the steps in which it rises.
        clip: Largest norm of the gradients.
        check_every: Steps between checkpoints.
    """

    rank: int = 24
    steps: int = 4500
    batch_size: int = 32
    learning_rate: float = 2.0e-3
    warmup: float = 0.05
    clip: float = 1.0
    check_every: int = 250


def adapt_reader(
    folder: str | Path,
    sentences: Sequence[LabelledSentence],
    work: str | Path,
    options: AdapterOptions | None = None,
    seed: int = 1,
) -> None:
    """Teach the reader of a folder marked sentences; `work` keeps what a killed training had.

    The encoder alone is adapted: what is above it stays.
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
    export_adapted(folder, arrays)


def _places(sentence: LabelledSentence) -> list[int]:
    labels = sentence.labels[VERDICT]
    return [place for place, label in enumerate(labels) if label != IGNORED]
