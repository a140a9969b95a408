"""Quality estimation: what an output is worth, from itself and its original alone."""

from seqlab.quality.alignment_features import SCALARS, alignment_features
from seqlab.quality.data import RATED_SETS, RatedPair, read_rated
from seqlab.quality.estimator import ASPECTS, DEFAULT_FOLDER, PairReader, Quality, QualityEstimator
from seqlab.quality.metrics import (
    QualityMetric,
    context_likeness,
    quality_metrics,
    quality_values,
)
from seqlab.quality.training import train_shipped

__all__ = [
    "ASPECTS",
    "DEFAULT_FOLDER",
    "RATED_SETS",
    "SCALARS",
    "PairReader",
    "Quality",
    "QualityEstimator",
    "QualityMetric",
    "RatedPair",
    "alignment_features",
    "context_likeness",
    "quality_metrics",
    "quality_values",
    "read_rated",
    "train_shipped",
]
