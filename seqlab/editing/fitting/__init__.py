"""What training needs of the judge: counted tables, features out of fold, trees, reader, blend.

Apart from the room's own face, so that simplifying does not load it.
"""

from seqlab.editing.judge.blending import blended, judged_factors
from seqlab.editing.judge.fitting import fit_blend
from seqlab.editing.judge.judge import READER, Judge
from seqlab.editing.judge.reader import EditReader
from seqlab.editing.judge.reader_training import MODEL as READER_MODEL
from seqlab.editing.judge.reader_training import TRAINING as READER_TRAINING
from seqlab.editing.judge.reader_training import reader_sentences, train_reader
from seqlab.editing.judge.training import (
    Sources,
    TrainingOptions,
    fit_judge,
    fold_of,
    judge_report,
    level_shift,
    promised_bars,
    read_levels,
    training_features,
)

__all__ = [
    "READER",
    "READER_MODEL",
    "READER_TRAINING",
    "EditReader",
    "Judge",
    "Sources",
    "TrainingOptions",
    "blended",
    "fit_blend",
    "fit_judge",
    "fold_of",
    "judge_report",
    "judged_factors",
    "level_shift",
    "promised_bars",
    "read_levels",
    "reader_sentences",
    "train_reader",
    "training_features",
]
