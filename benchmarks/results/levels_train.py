"""Train the tagger of `train/default` alone, on some or all of levels, for docs/results/levels.md.

    python -m benchmarks.results.levels_train OUT [--seed 1] [--sentences 5000]

Labels are made, or taken from the cache, as `train/default` has them; of the sentences the first by
a hash of their documents are taken, so that a smaller set lies in a larger one.
"""

from __future__ import annotations

import argparse
import hashlib
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
    options = parser.parse_args()
    use_threads(1)
    settings = default_settings()
    data = labelled_sentences(settings)
    train = data.train
    if options.sentences:
        train = sorted(train, key=_order)[: options.sentences]
    # As many steps for a small set as for all: the running mean of the weights needs them.
    epochs = round(settings.training.epochs * len(data.train) / len(train))
    training = replace(settings.training, seed=options.seed, epochs=epochs, patience=epochs)
    train_tagger(train, data.valid, options.out, settings.model, training)


def default_settings() -> TrainSettings:
    """What the configuration of the model that ships says of data, labels and network."""
    known = {field.name for field in fields(TrainSettings)}
    values = {key: value for key, value in read_mapping(CONFIG).items() if key in known}
    return from_plain(TrainSettings, values)


def _order(sentence: LabelledSentence) -> tuple[str, str]:
    digest = hashlib.md5(sentence.document.encode(), usedforsecurity=False).hexdigest()
    return digest, sentence.id


if __name__ == "__main__":
    main()
