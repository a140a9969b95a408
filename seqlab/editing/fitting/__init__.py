"""What training needs of the judges: counted tables, features out of fold, fitted trees.

Apart from the room's own face, so that simplifying does not load it.
"""

from seqlab.editing.judge.fitting import fit_split_judge
from seqlab.editing.judge.judge import Judge, SplitJudge
from seqlab.editing.judge.training import (
    Sources,
    Told,
    TrainingOptions,
    fit_judge,
    fold_of,
    judge_report,
    level_shift,
    read_levels,
    recall_at,
    training_features,
)
from seqlab.editing.propose import (
    SUBSTITUTION,
    Tagged,
    known_labels,
    substitution_labels,
    substitution_vocabulary,
)

__all__ = [
    "SUBSTITUTION",
    "Judge",
    "Sources",
    "SplitJudge",
    "Tagged",
    "Told",
    "TrainingOptions",
    "fit_judge",
    "fit_split_judge",
    "fold_of",
    "judge_report",
    "known_labels",
    "level_shift",
    "read_levels",
    "recall_at",
    "substitution_labels",
    "substitution_vocabulary",
    "training_features",
]
