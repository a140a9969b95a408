"""What happens beside the training steps: log, early stopping, progress."""

from __future__ import annotations

import csv
import sys
import time
from pathlib import Path
from typing import Any

import pytorch_lightning as lightning
from pytorch_lightning.callbacks import Callback, EarlyStopping, RichProgressBar

from seqlab.files import atomic_write


class History(Callback):
    """Losses and scores of every epoch, kept across resumed runs, in `training_log.csv`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows: list[dict[str, float]] = []
        self.tokens_per_second = 0.0
        self._started = self._tokens = 0.0

    def on_train_epoch_start(self, trainer: lightning.Trainer, module: Any) -> None:
        """Start the clock of the epoch."""
        self._started, self._tokens = time.monotonic(), 0.0

    def on_train_batch_end(
        self, trainer: lightning.Trainer, module: Any, outputs: Any, batch: Any, index: int
    ) -> None:
        """Count the tokens."""
        self._tokens += float(batch.lengths.sum())

    def on_validation_start(self, trainer: lightning.Trainer, module: Any) -> None:
        """Validation comes at the end of an epoch and is no training time."""
        if self._tokens:
            self.tokens_per_second = self._tokens / (time.monotonic() - self._started)

    def on_train_epoch_end(self, trainer: lightning.Trainer, module: Any) -> None:
        """Add a row and write the file."""
        row = {"epoch": float(trainer.current_epoch + 1)}
        row |= {name: float(value) for name, value in sorted(trainer.callback_metrics.items())}
        row["learning_rate"] = float(trainer.optimizers[0].param_groups[0]["lr"])
        # A resumed run may do an epoch again of which the row was already kept.
        self.rows = [kept for kept in self.rows if kept["epoch"] < row["epoch"]] + [row]
        if not trainer.is_global_zero:
            return
        with atomic_write(self.path) as handle:
            writer = csv.DictWriter(handle, fieldnames=list(row), lineterminator="\n")
            writer.writeheader()
            writer.writerows(
                {name: f"{value:.6g}" for name, value in kept.items()} for kept in self.rows
            )

    def state_dict(self) -> dict[str, Any]:
        """What a checkpoint keeps."""
        return {"rows": self.rows}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take up the rows of the interrupted run."""
        self.rows = list(state_dict["rows"])


class ResumableEarlyStopping(EarlyStopping):
    """Early stopping that also stops when a run is resumed after its last epoch."""

    def on_train_start(self, trainer: lightning.Trainer, module: Any) -> None:
        """Without this a run killed after its last epoch would train one more when resumed."""
        if self.wait_count >= self.patience:
            trainer.should_stop = True


class EpochLines(Callback):
    """One plain line an epoch on stderr, for logs and pipes."""

    def on_train_epoch_end(self, trainer: lightning.Trainer, module: Any) -> None:
        """Say how the epoch went."""
        found = trainer.callback_metrics
        print(
            f"epoch {trainer.current_epoch + 1}: loss {float(found['train_loss']):.4f}, "
            f"development score {float(found['dev_score']):.4f}",
            file=sys.stderr,
            flush=True,
        )


def progress_callback() -> Callback:
    """A bar on a terminal, plain lines elsewhere."""
    if sys.stderr.isatty():
        return RichProgressBar(console_kwargs={"stderr": True})
    return EpochLines()
