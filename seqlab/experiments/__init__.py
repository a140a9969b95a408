"""The stages joined for training and for experiments."""

from seqlab.experiments.silver import (
    SilverOptions,
    SplitSentences,
    silver_sentences,
    split_by_document,
)
from seqlab.experiments.training import train_and_test

__all__ = [
    "SilverOptions",
    "SplitSentences",
    "silver_sentences",
    "split_by_document",
    "train_and_test",
]
