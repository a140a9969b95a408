"""Training of MulTSS on Lightning, taken up after a kill to the same weights."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytorch_lightning as lightning
import torch
from lightning_fabric.utilities.exceptions import MisconfigurationException
from safetensors.torch import save_file
from torch import Tensor
from torch.utils.data import DataLoader

from seqlab.devices import limit_torch
from seqlab.errors import UsageError
from seqlab.peers.multss.batches import Batches, NumberPair, padded
from seqlab.peers.multss.network import Transformer
from seqlab.peers.multss.options import MulTSSOptions

CHECKPOINT = "resume.ckpt"
BEST = "best.safetensors"
# Larger is better; scores of the model as it is.
Check = Callable[[Transformer], float]


class _Module(lightning.LightningModule):
    def __init__(self, model: Transformer, options: MulTSSOptions, seed: int) -> None:
        super().__init__()
        self.model, self.options, self.seed = model, options, seed

    def training_step(self, batch: tuple[Tensor, Tensor], index: int) -> Tensor:
        # Dropout, too, depends on seed and step alone.
        torch.manual_seed(self.seed * 1_000_003 + self.global_step)
        return self.model.loss(*batch, smoothing=self.options.smoothing)

    def configure_optimizers(self) -> Any:
        options = self.options
        optimizer = torch.optim.AdamW(
            self.parameters(),
            options.learning_rate,
            betas=(0.9, 0.98),
            weight_decay=options.weight_decay,
        )
        warm = max(1, round(options.warmup * options.steps))

        def rate(step: int) -> float:
            if step < warm:
                return (step + 1) / warm
            if options.schedule == "inverse-sqrt":
                return float((warm / (step + 1)) ** 0.5)
            return max(0.02, (options.steps - step) / max(1, options.steps - warm))

        schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
        return [optimizer], [{"scheduler": schedule, "interval": "step"}]


class _Watch(lightning.Callback):
    """Validates and saves every so many steps; keeps the best weights and the history."""

    def __init__(self, out: Path, options: MulTSSOptions, check: Check) -> None:
        self.out, self.options, self.check = out, options, check
        self.history: list[dict[str, float]] = []
        self.best = -float("inf")
        self.seconds, self._since = 0.0, time.monotonic()
        self._losses: list[Tensor] = []

    def on_train_batch_end(self, trainer: Any, module: Any, outputs: Any, *_: Any) -> None:
        self._losses.append(outputs["loss"].detach())
        step = trainer.global_step
        if step % self.options.check_every and step != self.options.steps:
            return
        module.model.eval()
        score = self.check(module.model) if self.options.select != "last" else float(step)
        module.model.train()
        self.seconds, self._since = (
            self.seconds + time.monotonic() - self._since,
            time.monotonic(),
        )
        loss = float(torch.stack(self._losses).mean())
        self._losses = []
        self.history.append({"step": step, "loss": loss, "score": score, "seconds": self.seconds})
        logging.getLogger(__name__).info("step %d: loss %.3f, score %.3f", step, loss, score)
        if not trainer.is_global_zero:
            return
        if score > self.best:
            self.best = score
            _save(module.model, self.out / BEST)
        trainer.save_checkpoint(self.out / (CHECKPOINT + ".part"))
        (self.out / (CHECKPOINT + ".part")).replace(self.out / CHECKPOINT)

    def state_dict(self) -> dict[str, Any]:
        return {"history": self.history, "best": self.best, "seconds": self.seconds}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        self.history, self.best = state["history"], state["best"]
        self.seconds = state["seconds"]


def train(
    model: Transformer,
    tasks: dict[str, list[NumberPair]],
    chances: dict[str, float],
    out: Path,
    options: MulTSSOptions,
    seed: int,
    check: Check,
) -> list[dict[str, float]]:
    """Train `model` in place to the best weights; gives the history. `out` keeps what resumes."""
    limit_torch()
    for name in ("pytorch_lightning", "lightning_fabric"):
        logging.getLogger(name).setLevel(logging.ERROR)
    out.mkdir(parents=True, exist_ok=True)
    resumed = out / CHECKPOINT
    start = 0
    if resumed.is_file():
        start = int(torch.load(resumed, map_location="cpu", weights_only=True)["global_step"])
    watch = _Watch(out, options, check)
    try:
        trainer = lightning.Trainer(
            accelerator=options.accelerator,
            devices=options.devices,
            strategy=options.strategy,
            precision=options.precision,  # type: ignore[arg-type]
            max_steps=options.steps,
            gradient_clip_val=options.clip,
            callbacks=[watch],
            logger=False,
            enable_checkpointing=False,
            enable_progress_bar=False,
            enable_model_summary=False,
            num_sanity_val_steps=0,
            default_root_dir=out,
        )
    except (MisconfigurationException, ValueError) as error:
        reason = str(error).strip().split("\n")[0]
        raise UsageError(
            f"multss: accelerator {options.accelerator!r}, devices {options.devices}, strategy "
            f"{options.strategy!r} and precision {options.precision!r} do not go here: {reason}"
        ) from None
    batches = Batches(
        tasks, chances, options.batch_size, seed, start, trainer.global_rank, trainer.world_size
    )
    loader: DataLoader[Any] = DataLoader(batches, batch_size=None)
    # A model that is started from was loaded for use, without dropout.
    model.train()
    if start < options.steps:
        trainer.fit(
            _Module(model, options, seed),
            loader,
            ckpt_path=resumed if start else None,
            weights_only=True,
        )
    else:
        state = torch.load(resumed, map_location="cpu", weights_only=True)
        watch.load_state_dict(next(iter(state["callbacks"].values())))
    from safetensors.torch import load_file

    model.load_state_dict(load_file(out / BEST))
    return watch.history


def mean_loss(model: Transformer, pairs: Sequence[NumberPair], batch_size: int = 32) -> float:
    """The cross-entropy per piece of some pairs."""
    with torch.inference_mode():
        losses = [
            float(model.loss(*padded(pairs[n : n + batch_size])))
            for n in range(0, len(pairs), batch_size)
        ]
    return sum(losses) / max(1, len(losses))


def _save(model: Transformer, path: Path) -> None:
    weights = {
        name: value.detach().cpu().contiguous() for name, value in model.state_dict().items()
    }
    part = path.with_suffix(".part")
    save_file(weights, part)
    part.replace(path)
