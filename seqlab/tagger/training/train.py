"""From labelled sentences to a model folder."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import logging
import shutil
import sys
import time
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytorch_lightning as lightning
import torch
from pytorch_lightning.callbacks import Callback, EMAWeightAveraging, ModelCheckpoint
from torch.utils.data import DataLoader

from seqlab.devices import available_devices
from seqlab.errors import DataError, UsageError
from seqlab.files import atomic_write, read_text, remove_temporaries
from seqlab.tagger.folder.folder import save_model
from seqlab.tagger.inputs.pieces import length_batches
from seqlab.tagger.network.batches import BatchDataset, LengthSampler
from seqlab.tagger.network.model import LabellingModel, new_model
from seqlab.tagger.options import ModelOptions, TrainingOptions
from seqlab.tagger.runtime.export import export_onnx, is_exportable
from seqlab.tagger.sentence import LabelledSentence
from seqlab.tagger.tagger import Tagger
from seqlab.tagger.training.calibration import plot_reliability
from seqlab.tagger.training.callbacks import History, ResumableEarlyStopping, progress_callback
from seqlab.tagger.training.module import TaggerModule
from seqlab.tagger.training.report import write_report
from seqlab.tagger.training.start import continued_model
from seqlab.tagger.training.tuning import evaluate, tune_model

# So many sentences tell whether labels in 8 bits are those of 32.
_COMPARED = 300
# A batch of long sentences would need a multiple of the memory of the others.
_BATCH_TOKENS_PER_SENTENCE = 64


@dataclass(frozen=True)
class Trained:
    """A finished training run."""

    folder: Path
    metrics: Mapping[str, Any]


def train_tagger(
    sentences: Sequence[LabelledSentence],
    development: Sequence[LabelledSentence],
    out: str | Path,
    model: ModelOptions | None = None,
    training: TrainingOptions | None = None,
    notes: Mapping[str, Any] | None = None,
) -> Trained:
    """Train on `sentences`, choose epoch and thresholds on `development`, write the folder `out`.

    `notes` (plain values: data, licence, purpose) go into config.json and the model card. A run
    that was interrupted goes on where it stopped when called again with the same arguments.
    """
    out, model_options, options = Path(out), model or ModelOptions(), training or TrainingOptions()
    sentences = [sentence for sentence in sentences if sentence.tokens]
    development = [sentence for sentence in development if sentence.tokens]
    if not sentences or not development:
        raise UsageError("training needs sentences to train on and sentences for development")
    _quiet()
    work = out / "checkpoints"
    # A run that was killed while it drew its pictures left one half drawn.
    remove_temporaries(out)
    checkpoint = _checkpoint(work, _fingerprint(sentences, model_options, options), options.resume)
    lightning.seed_everything(options.seed, verbose=False)
    network = _initial(model, options, sentences)
    history = History(out / "training_log.csv")
    started = time.monotonic()
    trainer, module = _trainer(network, options, history, out, sentences)
    train_loader, dev_loader = _loaders(
        network, sentences, development, options, trainer, _epochs_done(checkpoint)
    )
    trainer.fit(module, train_loader, dev_loader, ckpt_path=checkpoint, weights_only=True)
    _load_best(network, work / "best.ckpt")
    if not all(bool(torch.isfinite(weight).all()) for weight in network.parameters()):
        raise UsageError("training diverged: a weight is not finite; lower training.learning_rate")
    seconds = time.monotonic() - started
    if not trainer.is_global_zero:
        return Trained(out, {})
    tagger = Tagger(network.float(), _device(trainer), feature_cache=_cache(options, network))
    calibration = tune_model(tagger, development)
    scores = evaluate(tagger, development)
    metrics = {
        "development": {head: score.to_json() for head, score in scores.items()},
        "thresholds": network.thresholds,
        "temperatures": network.temperatures,
        "calibration_error": {
            head: {"before": round(before.error, 4), "after": round(after.error, 4)}
            for head, (before, after) in calibration.items()
        },
        "epochs": len(history.rows),
        "best_epoch": _best_epoch(history),
        "seconds": round(seconds, 1),
        "train_tokens_per_second": round(history.tokens_per_second),
        "train_sentences": len(sentences),
        "development_sentences": len(development),
    }
    save_model(network.cpu(), out, options.half_weights, notes)
    if options.onnx != "none" and is_exportable(network):
        export_onnx(out, options.onnx, development[:_COMPARED])
    write_report(out, network, options, history.rows, scores, metrics, notes or {})
    plot_reliability(
        {head: before for head, (before, _) in calibration.items()},
        {head: after for head, (_, after) in calibration.items()},
        out / "reliability.png",
    )
    if not options.keep_checkpoints:
        shutil.rmtree(work)
    return Trained(out, metrics)


def _initial(
    model: ModelOptions | None, options: TrainingOptions, sentences: Sequence[LabelledSentence]
) -> LabellingModel:
    if options.start:
        return continued_model(options.start, sentences, model)
    chosen = model or ModelOptions()
    return new_model(chosen, sentences, _encoder(chosen))


def _trainer(
    network: LabellingModel,
    options: TrainingOptions,
    history: History,
    out: Path,
    sentences: Sequence[LabelledSentence],
) -> tuple[lightning.Trainer, TaggerModule]:
    lengths = [len(sentence.tokens) for sentence in sentences]
    steps = len(length_batches(lengths, options.batch_size, _batch_tokens(options)))
    on_gpu = torch.cuda.is_available() and options.accelerator in ("auto", "gpu", "cuda")
    if options.accelerator in ("gpu", "cuda") and available_devices() == ("cpu",):
        raise UsageError(
            f"training.accelerator: no GPU here (got {options.accelerator!r}); take auto or cpu"
        )
    precision = options.precision
    if precision == "auto":
        precision = "16-mixed" if on_gpu else "32-true"
    trainer = lightning.Trainer(
        accelerator=options.accelerator,
        devices=options.devices,
        strategy=_strategy(options, on_gpu),
        precision=precision,
        max_epochs=options.epochs,
        gradient_clip_val=options.clip,
        callbacks=[
            *_averaging(options),
            history,
            ResumableEarlyStopping("dev_score", patience=options.patience, mode="max"),
            ModelCheckpoint(
                out / "checkpoints",
                filename="best",
                monitor="dev_score",
                mode="max",
                save_last=True,
                enable_version_counter=False,
            ),
            progress_callback(),
        ],
        logger=_loggers(out),
        log_every_n_steps=50,
        num_sanity_val_steps=0,
        use_distributed_sampler=False,
        enable_progress_bar=sys.stderr.isatty(),
        enable_model_summary=False,
        # A CPU computes the same every time anyway; asking for it there only costs time.
        deterministic="warn" if on_gpu else False,
        default_root_dir=out,
    )
    return trainer, TaggerModule(network, options, steps * options.epochs)


def _averaging(options: TrainingOptions) -> list[Callback]:
    # Counters and tables of the model are no weights: they are copied, not averaged.
    return [EMAWeightAveraging(use_buffers=False, decay=options.average)] if options.average else []


def _strategy(options: TrainingOptions, on_gpu: bool) -> Any:
    if options.devices == 1:
        return "auto"
    from pytorch_lightning.strategies import DDPStrategy

    # A batch need not have labels for every head, so some weights may go unused in a step.
    backend = "nccl" if on_gpu else "gloo"
    return DDPStrategy(process_group_backend=backend, find_unused_parameters=True)


def _loaders(
    network: LabellingModel,
    sentences: Sequence[LabelledSentence],
    development: Sequence[LabelledSentence],
    options: TrainingOptions,
    trainer: lightning.Trainer,
    first_epoch: int,
) -> tuple[DataLoader, DataLoader]:
    collate = network.collator(_cache(options, network))
    pinned = trainer.strategy.root_device.type == "cuda"

    def loader(chosen: Sequence[LabelledSentence], rank: int, processes: int) -> DataLoader:
        sampler = LengthSampler(
            [len(sentence.tokens) for sentence in chosen],
            options.batch_size,
            _batch_tokens(options),
            options.seed,
            rank,
            processes,
            first_epoch,
        )
        dataset = BatchDataset(chosen, collate)
        return DataLoader(dataset, batch_size=None, sampler=sampler, pin_memory=pinned)

    # Every process judges the model by all development data, so all stop at the same epoch.
    return loader(sentences, trainer.global_rank, trainer.world_size), loader(development, 0, 1)


def _batch_tokens(options: TrainingOptions) -> int:
    return options.batch_size * _BATCH_TOKENS_PER_SENTENCE


def _encoder(options: ModelOptions) -> Any | None:
    if not options.encoder:
        return None
    from seqlab.tagger.network.encoder import load_encoder

    return load_encoder(options.encoder)


def _cache(options: TrainingOptions, network: LabellingModel) -> Any | None:
    if network.context_encoder is None:
        return None
    from seqlab.tagger.network.feature_cache import FeatureCache

    return FeatureCache(options.feature_cache or None)


def _fingerprint(
    sentences: Sequence[LabelledSentence], model: ModelOptions, options: TrainingOptions
) -> str:
    """What must be the same for a run to be the continuation of another."""
    digest = hashlib.sha256()
    kept = {**dataclasses.asdict(model), **dataclasses.asdict(options)}
    for name in ("resume", "keep_checkpoints", "half_weights", "onnx", "feature_cache", "devices"):
        kept.pop(name)
    digest.update(json.dumps(kept, sort_keys=True).encode())
    for sentence in sentences:
        digest.update(json.dumps(sentence.to_json(), sort_keys=True).encode())
    return digest.hexdigest()


def _checkpoint(work: Path, fingerprint: str, resume: bool) -> str | None:
    """The checkpoint to go on from, if there is one of the same run."""
    mark, last = work / "run.txt", work / "last.ckpt"
    if resume and last.is_file():
        if not mark.is_file() or read_text(mark).strip() != fingerprint:
            raise DataError(
                work,
                "holds the checkpoints of a run with other data or options",
                fix="remove the folder, or give --training.resume false",
            )
        return str(last)
    for stale in work.glob("*.ckpt"):
        stale.unlink()
    with atomic_write(mark) as handle:
        handle.write(fingerprint + "\n")
    return None


def _epochs_done(checkpoint: str | None) -> int:
    if checkpoint is None:
        return 0
    return int(torch.load(checkpoint, map_location="cpu", weights_only=True)["epoch"]) + 1


def _load_best(network: LabellingModel, path: Path) -> None:
    kept = torch.load(path, map_location="cpu", weights_only=True)["state_dict"]
    network.load_state_dict({name.removeprefix("model."): kept[name] for name in kept})


def _best_epoch(history: History) -> int:
    best = max(history.rows, key=lambda row: (row["dev_score"], -row["epoch"]))
    return int(best["epoch"])


def _device(trainer: lightning.Trainer) -> str:
    return str(trainer.strategy.root_device)


def _loggers(out: Path) -> Any:
    from importlib.util import find_spec

    if find_spec("tensorboard") is None:
        return False
    from pytorch_lightning.loggers import TensorBoardLogger

    return TensorBoardLogger(out, name="logs", version="")


def _quiet() -> None:
    """Leave Lightning's advertisements and advice about worker processes out of the log."""
    for name in ("pytorch_lightning", "lightning_fabric", "lightning.pytorch"):
        logging.getLogger(name).setLevel(logging.ERROR)
    warnings.filterwarnings("ignore", module="pytorch_lightning.*")
    warnings.filterwarnings("ignore", module="lightning_fabric.*")
