"""What can be chosen when the ranker is trained."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RankerOptions:
    """How the ranker is trained.

    Args:
        hidden: Width of the hidden layer.
        members: How many networks, from different seeds, are averaged.
        epochs: Passes over the examples.
        learning_rate: Learning rate of AdamW.
        weight_decay: Weight decay of AdamW.
        dropout: Share of hidden units left out in training.
        seed: Seed of initialisation and shuffling.
    """

    hidden: int = 48
    members: int = 3
    epochs: int = 6
    learning_rate: float = 2e-3
    weight_decay: float = 1e-4
    dropout: float = 0.2
    seed: int = 0
