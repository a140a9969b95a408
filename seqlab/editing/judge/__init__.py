"""Edits judged: how likely each is good and acceptable, and which of them are made together."""

from seqlab.editing.judge.choose import Bars, choose, gain, needed_strengths
from seqlab.editing.judge.feedback import Feedback, Judged, feedback_edits, fit_feedback
from seqlab.editing.judge.fitting import calibration_error, fit_curve, forest_of
from seqlab.editing.judge.judge import Judge
from seqlab.editing.judge.reader import Hearing, five
from seqlab.editing.judge.records import Batch, Case, Row, Verdict, texts_of
from seqlab.editing.judge.trees import Curve, Forest, LastWord
from seqlab.editing.judge.word_facts import Resources, WordTable, count_words
from seqlab.editing.judge.word_features import label_chances

__all__ = [
    "Bars",
    "Batch",
    "Case",
    "Curve",
    "Feedback",
    "Forest",
    "Hearing",
    "Judge",
    "Judged",
    "LastWord",
    "Resources",
    "Row",
    "Verdict",
    "WordTable",
    "calibration_error",
    "choose",
    "count_words",
    "feedback_edits",
    "fit_curve",
    "fit_feedback",
    "five",
    "forest_of",
    "gain",
    "label_chances",
    "needed_strengths",
    "texts_of",
]
