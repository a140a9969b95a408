"""What training needs of the judges: counted tables, features out of fold, fitted trees.

Apart from the room's own face, so that simplifying does not load it.
"""

from seqlab.editing.judge.fitting import fit_split_judge
from seqlab.editing.judge.judge import Judge, SplitJudge
from seqlab.editing.judge.training import (
    Sources,
    TrainingOptions,
    fit_judge,
    fold_of,
    judge_report,
    level_shift,
    read_levels,
    training_features,
)

__all__ = [
    "Judge",
    "Sources",
    "SplitJudge",
    "TrainingOptions",
    "fit_judge",
    "fit_split_judge",
    "fold_of",
    "judge_report",
    "level_shift",
    "read_levels",
    "training_features",
]
