"""Reading level: how hard a sentence or paragraph is, on the CEFR scale, with its uncertainty."""

from seqlab.level.estimate import (
    DEFAULT_FILE,
    FORMAT,
    LEVELS,
    LevelEstimate,
    LevelEstimator,
    reaches,
)
from seqlab.level.features import FEATURES, LevelFeatures
from seqlab.level.model import LevelModel, fit_levels
from seqlab.level.training import LevelledText, levelled_texts, sampled, train_levels
from seqlab.level.tsar import (
    Task,
    TaskScores,
    order_of_levels,
    read_submission,
    read_tasks,
    score_submission,
    scores_json,
    write_submission,
)
from seqlab.level.words import Vectors, WordKnowledge, zipf

__all__ = [
    "DEFAULT_FILE",
    "FEATURES",
    "FORMAT",
    "LEVELS",
    "LevelEstimate",
    "LevelEstimator",
    "LevelFeatures",
    "LevelModel",
    "LevelledText",
    "Task",
    "TaskScores",
    "Vectors",
    "WordKnowledge",
    "fit_levels",
    "levelled_texts",
    "order_of_levels",
    "reaches",
    "read_submission",
    "read_tasks",
    "sampled",
    "score_submission",
    "scores_json",
    "train_levels",
    "write_submission",
    "zipf",
]
