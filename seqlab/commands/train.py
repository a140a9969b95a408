"""Train a labeller: a corpus, pairs or labelled sentences in, a model folder out."""

from __future__ import annotations

from pathlib import Path

from seqlab.tagger import ModelOptions, TrainingOptions
from seqlab.training import SilverOptions

# What is said when it is ended from outside.
RESUMES = "the same command goes on from the last finished epoch"


def train(
    data: Path,
    out: Path,
    valid: Path | None = None,
    test: Path | None = None,
    silver: SilverOptions = SilverOptions(),  # noqa: B008
    model: ModelOptions = ModelOptions(),  # noqa: B008
    training: TrainingOptions = TrainingOptions(),  # noqa: B008
    split_seed: int = 13,
) -> int:
    """Train, and show how well each label is found in articles that training has not seen.

    A run that was killed goes on where it stopped when started again.

    Args:
        data: Folder of a corpus, or a file of pairs, labelled pairs or labelled sentences (JSONL).
        out: Model folder to write.
        valid: File of labelled sentences to choose epoch and thresholds by. Without it, `data` is
            parted by article: 80 % training, 10 % validation, 10 % test.
        test: File of labelled sentences to score the finished model on.
        silver: How a corpus becomes labelled sentences.
        model: The network.
        training: How it is trained.
        split_seed: Which articles go in which part.
    """
    from seqlab.training import train_and_test

    result = train_and_test(data, out, valid, test, silver, model, training, split_seed)
    if result is not None:
        print(result)
    return 0
