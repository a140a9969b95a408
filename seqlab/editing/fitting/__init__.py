"""What training needs of the judges: counted tables, features out of fold, fitted trees.

Apart from the room's own face, so that simplifying does not load it.
"""

from seqlab.editing.judge.fitting import fit_split_judge
from seqlab.editing.judge.judge import Judge, matrix
from seqlab.editing.judge.mixing import (
    bars_of_taken,
    hearing_report,
    held_out,
    proposed_splits,
    with_hearing,
    with_last_word,
    with_reader,
)
from seqlab.editing.judge.read_sets import JudgedEdit, JudgedEdits
from seqlab.editing.judge.reader import FOLDER as READER_FOLDER
from seqlab.editing.judge.reader import (
    SPLITS,
    VERDICT,
    WORDS,
    labelled,
    mark_split,
    marked_copies,
)
from seqlab.editing.judge.records import Verdict, case_of
from seqlab.editing.judge.training import (
    Sources,
    Told,
    TrainingOptions,
    edited_corpus,
    fit_judge,
    fit_level,
    fold_of,
    judge_report,
    read_levels,
    recall_at,
    row_features,
    training_features,
)
from seqlab.editing.judge.trees import SplitJudge, feature_rows
from seqlab.editing.judge.word_facts import Resources
from seqlab.editing.propose import (
    AHEAD,
    FAR,
    INSERT,
    NO_CUT,
    SUBSTITUTION,
    WORD,
    SplitWriter,
    Tagged,
    companions,
    known_labels,
    substitution_labels,
    substitution_vocabulary,
)

__all__ = [
    "AHEAD",
    "FAR",
    "INSERT",
    "NO_CUT",
    "READER_FOLDER",
    "SPLITS",
    "SUBSTITUTION",
    "VERDICT",
    "WORD",
    "WORDS",
    "Judge",
    "JudgedEdit",
    "JudgedEdits",
    "Resources",
    "Sources",
    "SplitJudge",
    "SplitWriter",
    "Tagged",
    "Told",
    "TrainingOptions",
    "Verdict",
    "bars_of_taken",
    "case_of",
    "companions",
    "edited_corpus",
    "feature_rows",
    "fit_judge",
    "fit_level",
    "fit_split_judge",
    "fold_of",
    "hearing_report",
    "held_out",
    "judge_report",
    "known_labels",
    "labelled",
    "mark_split",
    "marked_copies",
    "matrix",
    "proposed_splits",
    "read_levels",
    "recall_at",
    "row_features",
    "substitution_labels",
    "substitution_vocabulary",
    "training_features",
    "with_hearing",
    "with_last_word",
    "with_reader",
]
