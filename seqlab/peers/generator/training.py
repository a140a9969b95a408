"""Training of the adapters, taken up after a kill to the same weights."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from seqlab.devices import limit_torch
from seqlab.peers.generator.batches import Batch, Row, batch_of, rows_of_step
from seqlab.peers.generator.options import CriticOptions, GeneratorOptions

CHECKPOINT = "resume.ckpt"
# States compared with the vocabulary together; their scores stay in the cache of the processor.
_STATES = 64
History = list[dict[str, float]]


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


def take_steps(
    learned: Mapping[str, nn.Parameter],
    step_loss: Callable[[int], tuple[Tensor, int]],
    out: Path,
    options: GeneratorOptions | CriticOptions,
) -> History:
    """Train parameters in place; gives the history. `out` keeps what is resumed from.

    Args:
        learned: What is learned, by name.
        step_loss: The loss of a step, which depends on its number alone, and its tokens.
        out: The folder of the checkpoint.
        options: How many steps, and how long they are.
    """
    limit_torch()
    out.mkdir(parents=True, exist_ok=True)
    optimizer = torch.optim.AdamW(learned.values(), options.learning_rate, weight_decay=0.0)
    history: History = []
    step, spent, tokens = 0, 0.0, 0
    if (out / CHECKPOINT).is_file():
        state = torch.load(out / CHECKPOINT, map_location="cpu", weights_only=True)
        for name, weights in learned.items():
            weights.data.copy_(state["learned"][name])
        optimizer.load_state_dict(state["optimizer"])
        history, step, tokens = state["history"], state["step"], state["tokens"]
        spent = history[-1]["seconds"] if history else 0.0
    since, losses = time.monotonic() - spent, []
    while step < options.steps:
        for group in optimizer.param_groups:
            group["lr"] = options.learning_rate * _rate(step, options)
        loss, size = step_loss(step)
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(learned.values(), options.clip)
        optimizer.step()
        losses.append(float(loss.detach()))
        tokens += size
        step += 1
        if step % options.check_every and step != options.steps:
            continue
        seconds = time.monotonic() - since
        mean = sum(losses) / len(losses)
        losses = []
        history.append({"step": step, "loss": mean, "seconds": seconds, "tokens": tokens})
        logging.getLogger(__name__).info(
            "step %d: loss %.3f, %.0f tokens per second", step, mean, tokens / seconds
        )
        _save(out, learned, optimizer, {"history": history, "step": step, "tokens": tokens})
    return history


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


def _rate(step: int, options: GeneratorOptions | CriticOptions) -> float:
    warm = max(1, round(options.warmup * options.steps))
    if step < warm:
        return (step + 1) / warm
    return (options.steps - step) / max(1, options.steps - warm)


def _save(
    out: Path,
    learned: Mapping[str, nn.Parameter],
    optimizer: torch.optim.Optimizer,
    rest: Mapping[str, Any],
) -> None:
    part = out / (CHECKPOINT + ".part")
    weights = {name: value.detach() for name, value in learned.items()}
    with part.open("wb") as handle:
        torch.save({"learned": weights, "optimizer": optimizer.state_dict(), **rest}, handle)
        handle.flush()
        os.fsync(handle.fileno())
    part.replace(out / CHECKPOINT)
