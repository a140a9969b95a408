"""Low-rank adapters (Hu et al. 2021) on the linear parts of the upper layers."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from torch import nn

from seqlab.errors import UsageError
from seqlab.tagger import AdaptedLinear, put_module


def add_adapters(
    model: Any, first_layer: int, rank: int, parts: Collection[str] = ()
) -> dict[str, nn.Parameter]:
    """Put adapters on linear maps of the layers from `first_layer`; gives what is learned.

    `parts` are the maps that get them; all do where none is named.
    """
    layers = model.model.layers
    if not 0 <= first_layer < len(layers):
        raise UsageError(f"first_layer {first_layer}: the base model has {len(layers)} layers")
    learned = {}
    for number in range(first_layer, len(layers)):
        for name, part in list(layers[number].named_modules()):
            if isinstance(part, nn.Linear) and (not parts or name in parts):
                adapted = AdaptedLinear(part, rank)
                put_module(layers[number], name, adapted)
                learned[f"{number}.{name}.down"] = adapted.down
                learned[f"{number}.{name}.up"] = adapted.up
    if not learned:
        raise UsageError(f"parts: the base model has no linear map {', '.join(parts)}")
    return learned


def merge_adapters(model: Any) -> None:
    """Add every adapter into the weights it stands on: generation is then as fast as without."""
    for layer in model.model.layers:
        for name, part in list(layer.named_modules()):
            if isinstance(part, AdaptedLinear):
                put_module(layer, name, part.merged())
