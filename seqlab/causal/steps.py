"""Training of a few parameters, taken up after a kill to the same weights."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

import torch
from torch import Tensor, nn

from seqlab.devices import limit_torch
from seqlab.progress import track

CHECKPOINT = "resume.ckpt"
History = list[dict[str, float]]


class StepOptions(Protocol):
    """How many steps there are, and how long each is."""

    @property
    def steps(self) -> int:
        """How many."""
        ...

    @property
    def learning_rate(self) -> float:
        """Highest learning rate."""
        ...

    @property
    def warmup(self) -> float:
        """Share of the steps in which the rate rises; then it falls to nothing."""
        ...

    @property
    def clip(self) -> float:
        """Largest norm of the gradients."""
        ...

    @property
    def check_every(self) -> int:
        """Steps between checkpoints."""
        ...


def take_steps(
    learned: Mapping[str, nn.Parameter],
    step_loss: Callable[[int], tuple[Tensor, int]],
    out: Path,
    options: StepOptions,
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
    first, spent, tokens = 0, 0.0, 0
    if (out / CHECKPOINT).is_file():
        state = torch.load(out / CHECKPOINT, map_location="cpu", weights_only=True)
        for name, weights in learned.items():
            weights.data.copy_(state["learned"][name])
        optimizer.load_state_dict(state["optimizer"])
        history, first, tokens = state["history"], state["step"], state["tokens"]
        spent = history[-1]["seconds"] if history else 0.0
    since, losses = time.monotonic() - spent, []
    what = f"train from step {first:,}" if first else "train"
    for step in track(range(first, options.steps), what):
        for group in optimizer.param_groups:
            group["lr"] = options.learning_rate * _rate(step, options)
        loss, size = step_loss(step)
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(learned.values(), options.clip)
        optimizer.step()
        losses.append(float(loss.detach()))
        tokens += size
        done = step + 1
        if done % options.check_every and done != options.steps:
            continue
        seconds = time.monotonic() - since
        mean = sum(losses) / len(losses)
        losses = []
        history.append({"step": done, "loss": mean, "seconds": seconds, "tokens": tokens})
        _save(out, learned, optimizer, {"history": history, "step": done, "tokens": tokens})
    return history


def _rate(step: int, options: StepOptions) -> float:
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
