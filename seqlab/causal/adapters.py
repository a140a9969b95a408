"""Low-rank adapters (Hu et al. 2021) on the linear parts of the upper layers."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any

import torch
from torch import Tensor, nn

from seqlab.errors import UsageError


class AdaptedLinear(nn.Module):
    """A frozen linear map with a learned one of low rank added to it."""

    def __init__(self, frozen: nn.Linear, rank: int) -> None:
        super().__init__()
        self.frozen = frozen
        self.down = nn.Parameter(torch.empty(rank, frozen.in_features))
        self.up = nn.Parameter(torch.zeros(frozen.out_features, rank))
        nn.init.uniform_(self.down, -1, 1)
        self.down.data /= math.sqrt(frozen.in_features)

    def forward(self, states: Tensor) -> Tensor:
        """The states, mapped by both."""
        down, up = self.down.to(states.dtype), self.up.to(states.dtype)
        result: Tensor = self.frozen(states) + (states @ down.T) @ up.T
        return result

    def merged(self) -> nn.Linear:
        """The frozen map with the learned one added into its weights."""
        change = self.up.data @ self.down.data
        weight = self.frozen.weight.data
        self.frozen.weight.data = (weight.float() + change).to(weight.dtype)
        return self.frozen


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
                _put(layers[number], name, adapted)
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
                _put(layer, name, part.merged())


def _put(layer: Any, name: str, part: nn.Module) -> None:
    *path, last = name.split(".")
    parent = layer
    for step in path:
        parent = getattr(parent, step)
    setattr(parent, last, part)
