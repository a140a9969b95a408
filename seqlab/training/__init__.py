"""Training: the one chain from a corpus to a model folder."""

from seqlab.training.distillation import teacher_labels, text_sentences
from seqlab.training.labelled_data import (
    SilverOptions,
    SplitSentences,
    published_parts,
    silver_sentences,
    split_by_document,
)
from seqlab.training.simplifier_model import (
    RewritingOptions,
    SettingsFile,
    WikipediaOptions,
    build_simplifier,
    default_corpora,
    write_settings,
)
from seqlab.training.train import train_and_test

__all__ = [
    "RewritingOptions",
    "SettingsFile",
    "SilverOptions",
    "SplitSentences",
    "WikipediaOptions",
    "build_simplifier",
    "default_corpora",
    "published_parts",
    "silver_sentences",
    "split_by_document",
    "teacher_labels",
    "text_sentences",
    "train_and_test",
    "write_settings",
]
