"""The training step as a `LightningModule`."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import Any

import numpy as np
import pytorch_lightning as lightning
import torch
from torch import Tensor

from seqlab.tagger.network.batches import Batch
from seqlab.tagger.network.encoder import layer_number
from seqlab.tagger.network.model import LabellingModel
from seqlab.tagger.options import TrainingOptions
from seqlab.tagger.training.scores import HeadScores


class TaggerModule(lightning.LightningModule):
    """Trains a `LabellingModel`: losses of all heads, optimiser, development scores."""

    def __init__(self, model: LabellingModel, options: TrainingOptions, steps: int) -> None:
        super().__init__()
        self.model = model
        self.training_options = options
        self.steps = max(1, steps)
        self._confusion: dict[str, np.ndarray] = {}
        self.scores: dict[str, HeadScores] = {}

    def on_train_batch_start(self, batch: Batch, batch_index: int) -> None:
        """Seed what is random in this step."""
        # Dropout depends on the step only, not on what came before, so that a resumed run goes
        # on exactly as the uninterrupted one.
        seed = self.training_options.seed * 1_000_003 + self.global_step
        torch.manual_seed(seed * 1009 + self.global_rank)

    def training_step(self, batch: Batch, batch_index: int) -> Tensor:
        """The loss: for each head the mean over its labelled tokens in the whole batch."""
        losses = self.model.loss_sums(batch)
        counts = torch.zeros(len(self.model.labels), device=self.device)
        for number, head in enumerate(self.model.labels):
            if head in losses:
                counts[number] = losses[head][1]
        # Processes hold unequal shares of a batch. DDP averages their gradients, so each share
        # is divided by the tokens of the whole batch and multiplied by the number of processes.
        counts = self._summed(counts)
        total = torch.zeros((), device=self.device)
        for number, head in enumerate(self.model.labels):
            if head in losses:
                share = self.model.head_options(head).loss_weight
                mean = losses[head][0] / counts[number].clamp(min=1e-6)
                total = total + share * mean * self.trainer.world_size
        if not total.requires_grad:
            total = total + 0.0 * sum(p.sum() for p in self.parameters() if p.requires_grad)
        self.log(
            "train_loss", total, on_step=False, on_epoch=True, prog_bar=True,
            batch_size=1, sync_dist=self.trainer.world_size > 1,
        )  # fmt: skip
        return total

    def _summed(self, counts: Tensor) -> Tensor:
        if self.trainer.world_size > 1:
            torch.distributed.all_reduce(counts)
        return counts

    def on_validation_epoch_start(self) -> None:
        """Start counting anew."""
        self._confusion = {
            head: np.zeros((len(labels), len(labels)), dtype=np.int64)
            for head, labels in self.model.labels.items()
        }

    def validation_step(self, batch: Batch, batch_index: int) -> None:
        """Count right and wrong labels; every process sees all development data."""
        hidden = self.model.network.hidden(batch)
        mask = batch.mask
        for head, labels in batch.labels.items():
            known = labels >= 0
            if not bool(known.any()):
                continue
            best = self.model.head(head).best(self.model.network.scores(head, hidden), mask)
            pairs = (labels[known].cpu().numpy(), best[known].cpu().numpy())
            np.add.at(self._confusion[head], pairs, 1)

    def on_validation_epoch_end(self) -> None:
        """Score and log; `dev_score` chooses the best epoch."""
        self.scores = {
            head: HeadScores(self.model.labels[head].entries, confusion)
            for head, confusion in self._confusion.items()
        }
        values = [getattr(score, self.training_options.metric) for score in self.scores.values()]
        self.log("dev_score", float(np.mean(values)), prog_bar=True)
        for head, score in self.scores.items():
            self.log(f"dev_{head}_accuracy", score.accuracy)
            self.log(f"dev_{head}_macro_f1", score.macro_f1)

    def configure_optimizers(self) -> Any:
        """AdamW; the learning rate rises, then falls as the schedule says."""
        options = self.training_options
        encoder: defaultdict[int, list[Tensor]] = defaultdict(list)
        rest: list[Tensor] = []
        for name, parameter in self.model.named_parameters():
            if parameter.requires_grad:
                tuned = name.startswith("network.encoder.")
                (encoder[self._depth(name)] if tuned else rest).append(parameter)
        groups: list[dict[str, Any]] = [{"params": rest, "lr": options.learning_rate}]
        for depth, parameters in sorted(encoder.items()):
            rate = options.encoder_learning_rate * options.layer_decay**depth
            groups.append({"params": parameters, "lr": rate})
        optimizer = torch.optim.AdamW(groups, weight_decay=options.weight_decay)
        schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: self._rate(step))
        return {
            "optimizer": optimizer,
            "lr_scheduler": {"scheduler": schedule, "interval": "step"},
        }

    def _depth(self, parameter: str) -> int:
        """How many layers of the encoder lie above a parameter; those above all count as top."""
        encoder = self.model.tuned_encoder
        if encoder is None or self.training_options.layer_decay == 1.0:
            return 0
        layers: int = encoder.layers
        return max(0, layers - layer_number(parameter))

    def _rate(self, step: int) -> float:
        """Share of the highest learning rate at a step."""
        rising = self.training_options.warmup * self.steps
        if step < rising:
            return (step + 1) / (rising + 1)
        done = min(1.0, (step - rising) / max(1.0, self.steps - rising))
        if self.training_options.schedule == "linear":
            return 1.0 - 0.95 * done
        if self.training_options.schedule == "cosine":
            return 0.05 + 0.95 * (1 + math.cos(math.pi * done)) / 2
        return 1.0
