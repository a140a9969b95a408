"""What training needs of the judges: counted tables, features out of fold, fitted trees.

Apart from the room's own face, so that simplifying does not load it.
"""

from seqlab.editing.judge.judge import Judge
from seqlab.editing.judge.split_judge import FILES as SPLIT_FILES
from seqlab.editing.judge.split_judge import SplitJudge, fit_split_judge
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
    "SPLIT_FILES",
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
