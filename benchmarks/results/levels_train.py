"""Train the tagger of `train/default` alone, on some or all of levels, for docs/results/levels.md.

    python -m benchmarks.results.levels_train OUT [--seed 1] [--sentences 5000] [--steps 1250]

Labels are made, or taken from the cache, as `train/default` has them; of the sentences the first by
a hash of their documents are taken, so that a smaller set lies in a larger one. Every size is
trained for as many steps: those of `train/default`, or `--steps`. A learning curve of many
trainings is affordable with fewer steps, a running mean of the weights that moves faster, a lower
layer of the encoder and fewer sentences to choose the epoch by:

    … --steps 1250 --average 0.995 --layer 4 --frozen 2 --development 660
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path

from seqlab.devices import use_threads
from seqlab.files import read_mapping
from seqlab.tagger import LabelledSentence, train_tagger
from seqlab.training import TrainSettings, labelled_sentences
from seqlab.training.config import from_plain

CONFIG = Path("configs/train/default.yaml")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.results.levels_train")
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sentences", type=int, default=0, help="how many; all unless given")
    parser.add_argument("--steps", type=int, default=0, help="as the configuration unless given")
    parser.add_argument("--average", type=float, help="instead of the configuration's")
    parser.add_argument("--layer", type=int, help="the encoder's layer that is read")
    parser.add_argument("--frozen", type=int, help="the encoder's lowest layers that stay")
    parser.add_argument("--development", type=int, default=0, help="sentences; all unless given")
    options = parser.parse_args()
    use_threads(1)
    settings = default_settings()
    data = labelled_sentences(settings)
    train, valid = first(data.train, options.sentences), first(data.valid, options.development)
    # As many steps for a small set as for all: the running mean of the weights needs them.
    steps = settings.training.epochs * len(data.train) / settings.training.batch_size
    epochs = passes(options.steps or steps, len(train), settings.training.batch_size)
    training = replace(settings.training, seed=options.seed, epochs=epochs, patience=epochs)
    model = settings.model
    if options.average is not None:
        training = replace(training, average=options.average)
    if options.layer is not None:
        model = replace(model, encoder_layer=options.layer)
    if options.frozen is not None:
        model = replace(model, frozen_layers=options.frozen)
    train_tagger(train, valid, options.out, model, training)


def default_settings() -> TrainSettings:
    """What the configuration of the model that ships says of data, labels and network."""
    known = {field.name for field in fields(TrainSettings)}
    values = {key: value for key, value in read_mapping(CONFIG).items() if key in known}
    return from_plain(TrainSettings, values)


def first(sentences: Sequence[LabelledSentence], count: int) -> list[LabelledSentence]:
    """The first by a hash of their documents, as they stand if all are wanted."""
    return sorted(sentences, key=_order)[:count] if count else list(sentences)


def passes(steps: float, sentences: int, batch: int) -> int:
    """Passes over so many sentences that come nearest to a number of steps, at least one."""
    return max(1, round(steps * batch / sentences))


def _order(sentence: LabelledSentence) -> tuple[str, str]:
    digest = hashlib.md5(sentence.document.encode(), usedforsecurity=False).hexdigest()
    return digest, sentence.id


if __name__ == "__main__":
    main()
