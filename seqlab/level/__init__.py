"""Reading level: how hard a sentence or paragraph is, on the CEFR scale, with its uncertainty."""

from seqlab.level.features import FEATURES, LevelFeatures
from seqlab.level.words import Vectors, WordKnowledge, zipf

__all__ = ["FEATURES", "LevelFeatures", "Vectors", "WordKnowledge", "zipf"]
