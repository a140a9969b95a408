"""A learned linear map of low rank beside a frozen one (Hu et al. 2021)."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn


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


def put_module(parent: nn.Module, name: str, part: nn.Module) -> None:
    """Put `part` in the place of the module of this dotted name."""
    *path, last = name.split(".")
    for step in path:
        parent = getattr(parent, step)
    setattr(parent, last, part)
