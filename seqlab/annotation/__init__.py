"""Simplification operations of aligned pairs at word, phrase and sentence level."""

from seqlab.annotation.annotate import annotate, annotate_pairs
from seqlab.annotation.display.page import drawing, write_page
from seqlab.annotation.display.plots import plot_confusion, plot_operations
from seqlab.annotation.display.statistics import OperationCounts, level_pair
from seqlab.annotation.display.view import show_pairs
from seqlab.annotation.labels.label_sets import (
    DEFAULT_LABEL_SET,
    LABEL_SETS,
    soft_sentences,
    source_labels,
    training_sentences,
)
from seqlab.annotation.labels.phrase_labels import phrase_labels
from seqlab.annotation.labels.sentence_labels import OPERATIONS, sentence_operations
from seqlab.annotation.labels.word_labels import WordLabels, word_labels
from seqlab.annotation.options import DEFAULTS, AnnotationOptions
from seqlab.annotation.quality.gold import FROM_LINKS, read_gold, read_multimwa
from seqlab.annotation.quality.oracle import semi_oracle
from seqlab.annotation.quality.scoring import (
    LabelScores,
    relabel,
    score_operations,
    score_phrases,
    score_words,
)
from seqlab.annotation.record import LabelledPair, read_labelled, write_labelled
from seqlab.annotation.silver import score_gold, write_silver
from seqlab.annotation.sources import read_any_pairs

__all__ = [
    "DEFAULTS",
    "DEFAULT_LABEL_SET",
    "FROM_LINKS",
    "LABEL_SETS",
    "OPERATIONS",
    "AnnotationOptions",
    "LabelScores",
    "LabelledPair",
    "OperationCounts",
    "WordLabels",
    "annotate",
    "annotate_pairs",
    "drawing",
    "level_pair",
    "phrase_labels",
    "plot_confusion",
    "plot_operations",
    "read_any_pairs",
    "read_gold",
    "read_labelled",
    "read_multimwa",
    "relabel",
    "score_gold",
    "score_operations",
    "score_phrases",
    "score_words",
    "semi_oracle",
    "sentence_operations",
    "show_pairs",
    "soft_sentences",
    "source_labels",
    "training_sentences",
    "word_labels",
    "write_labelled",
    "write_page",
    "write_silver",
]
