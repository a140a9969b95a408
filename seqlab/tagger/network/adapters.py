"""Low-rank adapters: an encoder learns on, and what it has learned is a thirtieth of its size.

A linear layer `W x + b` becomes `W x + U D x + b`, where D and U have a small rank (Hu et al. 2022,
LoRA). Only D and U are trained, from U = 0, so a model starts from what it was and differs from it
in its file by little more than them.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from seqlab.errors import UsageError

_NAMES = ("down", "up")


class AdaptedLinear(nn.Linear):
    """A linear layer with an adapter beside it; weight and bias keep their names."""

    def __init__(self, linear: nn.Linear, rank: int) -> None:
        super().__init__(
            linear.in_features, linear.out_features, linear.bias is not None, device="meta"
        )
        self.weight, self.bias = linear.weight, linear.bias
        self.down = nn.Parameter(torch.randn(rank, self.in_features) / self.in_features**0.5)
        self.up = nn.Parameter(torch.zeros(self.out_features, rank))

    def forward(self, input: Tensor) -> Tensor:
        """`W x + U D x + b`."""
        adapted = functional.linear(functional.linear(input, self.down), self.up)
        return functional.linear(input, self.weight, self.bias) + adapted


def add_adapters(blocks: nn.Module, rank: int) -> None:
    """Put an adapter beside every linear layer below `blocks`; those that have one keep it."""
    for parent in list(blocks.modules()):
        for name, child in list(parent.named_children()):
            if isinstance(child, AdaptedLinear):
                if len(child.down) != rank:
                    raise UsageError(
                        f"the model has adapters of rank {len(child.down)}; model.adapter_rank "
                        f"is {rank}"
                    )
            elif isinstance(child, nn.Linear):
                setattr(parent, name, AdaptedLinear(child, rank))


def train_adapters_only(network: nn.Module) -> None:
    """Leave all weights of a network as they are but its adapters and its heads' last layers."""
    for name, parameter in network.named_parameters():
        is_adapter = name.rpartition(".")[2] in _NAMES
        parameter.requires_grad_(is_adapter or name.startswith("outputs."))
