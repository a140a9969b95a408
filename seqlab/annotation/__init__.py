"""Simplification operations of aligned pairs at word, phrase and sentence level.

Names are imported when first used: reading split labels then need not wait for corpora.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from seqlab.lazy import lazy_names

if TYPE_CHECKING:
    from seqlab.annotation.display.page import drawing, write_page
    from seqlab.annotation.display.plots import plot_confusion, plot_operations
    from seqlab.annotation.display.statistics import OperationCounts, level_pair
    from seqlab.annotation.display.view import show_pairs
    from seqlab.annotation.labels.label_sets import (
        DEFAULT_LABEL_SET,
        LABEL_SETS,
        levelled_sentences,
        soft_sentences,
        source_labels,
        training_sentences,
    )
    from seqlab.annotation.labels.phrase_labels import phrase_labels
    from seqlab.annotation.labels.sentence_labels import OPERATIONS, sentence_operations
    from seqlab.annotation.labels.split_corpus import (
        SplitRow,
        insert_labels,
        insert_vocabulary,
        labelled_splits,
        read_split_rows,
        training_split,
    )
    from seqlab.annotation.labels.split_labels import SplitLabels, split_labels
    from seqlab.annotation.labels.split_points import split_points
    from seqlab.annotation.labels.split_slots import (
        BOUNDARY,
        DROP,
        INSERT_HEAD,
        KEEP,
        MOVE,
        NOTHING,
        OTHER_OPENING,
        OTHER_WORDS,
        WORD_HEAD,
        SlotReader,
        filled,
        opening_pieces,
    )
    from seqlab.annotation.labels.word_labels import WordLabels, word_labels
    from seqlab.annotation.options import DEFAULTS, AnnotationOptions
    from seqlab.annotation.pair_labels import annotate, annotate_pairs
    from seqlab.annotation.quality.gold import FROM_LINKS, read_gold, read_multimwa
    from seqlab.annotation.quality.gold_report import score_gold
    from seqlab.annotation.quality.oracle import semi_oracle
    from seqlab.annotation.quality.scoring import (
        LabelScores,
        relabel,
        score_operations,
        score_phrases,
        score_words,
    )
    from seqlab.annotation.record import LabelledPair, read_labelled, write_labelled
    from seqlab.annotation.sources import read_any_pairs

_HOMES = {
    "annotate": ".pair_labels",
    "annotate_pairs": ".pair_labels",
    "drawing": ".display.page",
    "write_page": ".display.page",
    "plot_confusion": ".display.plots",
    "plot_operations": ".display.plots",
    "OperationCounts": ".display.statistics",
    "level_pair": ".display.statistics",
    "show_pairs": ".display.view",
    "DEFAULT_LABEL_SET": ".labels.label_sets",
    "LABEL_SETS": ".labels.label_sets",
    "levelled_sentences": ".labels.label_sets",
    "split_points": ".labels.split_points",
    "soft_sentences": ".labels.label_sets",
    "source_labels": ".labels.label_sets",
    "training_sentences": ".labels.label_sets",
    "phrase_labels": ".labels.phrase_labels",
    "OPERATIONS": ".labels.sentence_labels",
    "sentence_operations": ".labels.sentence_labels",
    "INSERT_HEAD": ".labels.split_slots",
    "WORD_HEAD": ".labels.split_slots",
    "SplitRow": ".labels.split_corpus",
    "insert_labels": ".labels.split_corpus",
    "insert_vocabulary": ".labels.split_corpus",
    "labelled_splits": ".labels.split_corpus",
    "read_split_rows": ".labels.split_corpus",
    "training_split": ".labels.split_corpus",
    "SplitLabels": ".labels.split_labels",
    "filled": ".labels.split_slots",
    "opening_pieces": ".labels.split_slots",
    "split_labels": ".labels.split_labels",
    "SlotReader": ".labels.split_slots",
    "BOUNDARY": ".labels.split_slots",
    "DROP": ".labels.split_slots",
    "KEEP": ".labels.split_slots",
    "MOVE": ".labels.split_slots",
    "NOTHING": ".labels.split_slots",
    "OTHER_OPENING": ".labels.split_slots",
    "OTHER_WORDS": ".labels.split_slots",
    "WordLabels": ".labels.word_labels",
    "word_labels": ".labels.word_labels",
    "DEFAULTS": ".options",
    "AnnotationOptions": ".options",
    "FROM_LINKS": ".quality.gold",
    "read_gold": ".quality.gold",
    "read_multimwa": ".quality.gold",
    "semi_oracle": ".quality.oracle",
    "LabelScores": ".quality.scoring",
    "relabel": ".quality.scoring",
    "score_operations": ".quality.scoring",
    "score_phrases": ".quality.scoring",
    "score_words": ".quality.scoring",
    "LabelledPair": ".record",
    "read_labelled": ".record",
    "write_labelled": ".record",
    "score_gold": ".quality.gold_report",
    "read_any_pairs": ".sources",
}

__all__ = [
    "BOUNDARY",
    "DEFAULTS",
    "DEFAULT_LABEL_SET",
    "DROP",
    "FROM_LINKS",
    "INSERT_HEAD",
    "KEEP",
    "LABEL_SETS",
    "MOVE",
    "NOTHING",
    "OPERATIONS",
    "OTHER_OPENING",
    "OTHER_WORDS",
    "WORD_HEAD",
    "AnnotationOptions",
    "LabelScores",
    "LabelledPair",
    "OperationCounts",
    "SlotReader",
    "SplitLabels",
    "SplitRow",
    "WordLabels",
    "annotate",
    "annotate_pairs",
    "drawing",
    "filled",
    "insert_labels",
    "insert_vocabulary",
    "labelled_splits",
    "level_pair",
    "levelled_sentences",
    "opening_pieces",
    "phrase_labels",
    "plot_confusion",
    "plot_operations",
    "read_any_pairs",
    "read_gold",
    "read_labelled",
    "read_multimwa",
    "read_split_rows",
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
    "split_labels",
    "split_points",
    "training_sentences",
    "training_split",
    "word_labels",
    "write_labelled",
    "write_page",
]


__getattr__ = lazy_names(__name__, _HOMES)
