"""The loss of a generator's adapters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from seqlab.causal import History, rows_of_step, take_steps
from seqlab.peers.generator.batches import Batch, Row, batch_of
from seqlab.peers.generator.options import GeneratorOptions

# States compared with the vocabulary together; their scores stay in the cache of the processor.
_STATES = 64


def train(
    model: Any,
    learned: Mapping[str, nn.Parameter],
    rows: Sequence[Row],
    out: Path,
    options: GeneratorOptions,
    seed: int,
) -> History:
    """Train the adapters in place; gives the history. `out` keeps what is resumed from."""
    padding = model.config.pad_token_id or 0

    def step_loss(step: int) -> tuple[Tensor, int]:
        batch = batch_of(rows_of_step(rows, step, options.batch_size, seed), padding)
        return batch_loss(model, batch), batch.numbers.numel()

    return take_steps(learned, step_loss, out, options)


def batch_loss(model: Any, batch: Batch) -> Tensor:
    """The cross-entropy per token of what follows the prompts."""
    # Added to the scores; a mask of truth values is converted in every layer, and takes longer.
    mask = torch.zeros(batch.sees.shape, dtype=model.dtype)
    mask.masked_fill_(~batch.sees, torch.finfo(model.dtype).min)
    states = model.model(
        input_ids=batch.numbers,
        attention_mask=mask,
        position_ids=batch.positions,
        use_cache=False,
    ).last_hidden_state
    # Only what is learned is compared with the whole vocabulary: that is a fifth of the work.
    loss: Tensor = _VocabularyLoss.apply(
        states.flatten(0, 1)[batch.predicts], model.lm_head.weight, batch.targets
    )  # type: ignore[no-untyped-call]
    return loss


class _VocabularyLoss(torch.autograd.Function):
    """The cross-entropy of states against a frozen vocabulary, a few states at a time.

    The scores of all states would be hundreds of megabytes, written and read again four times.
    """

    @staticmethod
    def forward(ctx: Any, states: Tensor, weight: Tensor, targets: Tensor) -> Tensor:
        """The mean; the gradient of the states is made on the way."""
        total, gradient = torch.zeros(()), torch.empty_like(states)
        for start in range(0, len(states), _STATES):
            own = slice(start, start + _STATES)
            scores = (states[own] @ weight.T).float()
            wanted = targets[own, None]
            logs = scores.logsumexp(-1, keepdim=True)
            total += (logs - scores.gather(1, wanted)).sum()
            chances = scores.sub_(logs).exp_()
            chances.scatter_add_(1, wanted, -torch.ones(wanted.shape))
            gradient[own] = chances.to(weight.dtype) @ weight
        ctx.save_for_backward(gradient.div_(len(states)))
        return total / len(states)

    @staticmethod
    def backward(ctx: Any, *scale: Tensor) -> tuple[Tensor, None, None]:
        """The gradient of the states."""
        (gradient,) = ctx.saved_tensors
        return gradient * scale[0].to(gradient.dtype), None, None
