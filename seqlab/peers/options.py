"""Size and training of the Transformer, apart from its code: reading settings needs no torch."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TransformerOptions:
    """Size and training of the Transformer.

    Args:
        size: Width of the Transformer.
        layers: Its layers, in the encoder and in the decoder.
        heads: Its attention heads.
        dropout: Share of its units dropped in training.
        vocabulary: How many words it knows; rarer ones are copied where attention points.
        epochs: Most passes over the training pairs.
        patience: Epochs without a lower validation loss before stopping.
        batch_size: Pairs in a batch.
        learning_rate: Highest learning rate.
    """

    size: int = 128
    layers: int = 2
    heads: int = 4
    dropout: float = 0.2
    vocabulary: int = 8000
    epochs: int = 20
    patience: int = 3
    batch_size: int = 64
    learning_rate: float = 1e-3
