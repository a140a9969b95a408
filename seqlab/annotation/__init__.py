"""Simplification operations of aligned pairs at word, phrase and sentence level."""

from seqlab.annotation.annotate import annotate, annotate_pairs
from seqlab.annotation.label_sets import (
    DEFAULT_LABEL_SET,
    LABEL_SETS,
    source_labels,
    training_records,
)
from seqlab.annotation.options import DEFAULTS, AnnotationOptions
from seqlab.annotation.oracle import semi_oracle
from seqlab.annotation.phrase_labels import phrase_labels
from seqlab.annotation.record import LabelledPair, read_labelled, write_labelled
from seqlab.annotation.sentence_labels import OPERATIONS, sentence_operations
from seqlab.annotation.sources import read_any_pairs
from seqlab.annotation.statistics import OperationCounts, level_pair
from seqlab.annotation.word_labels import WordLabels, word_labels

__all__ = [
    "DEFAULTS",
    "DEFAULT_LABEL_SET",
    "LABEL_SETS",
    "OPERATIONS",
    "AnnotationOptions",
    "LabelledPair",
    "OperationCounts",
    "WordLabels",
    "annotate",
    "annotate_pairs",
    "level_pair",
    "phrase_labels",
    "read_any_pairs",
    "read_labelled",
    "semi_oracle",
    "sentence_operations",
    "source_labels",
    "training_records",
    "word_labels",
    "write_labelled",
]
