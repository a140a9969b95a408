"""Evaluation: scores that say how they were made, what systems do, and a report."""

from seqlab.evaluation.bleu import Bleu
from seqlab.evaluation.compression import CompressionRatio, TokenF1
from seqlab.evaluation.ibleu import FkBleu, IBleu
from seqlab.evaluation.means import arithmetic_mean, geometric_mean, mean_score
from seqlab.evaluation.metric import Metric
from seqlab.evaluation.readability import Fkgl, Fre, corpus_fkgl
from seqlab.evaluation.sari import Sari, corpus_sari, sentence_sari
from seqlab.evaluation.score import Interval, Score
from seqlab.evaluation.signature import Signature
from seqlab.evaluation.ter import Ter

__all__ = [
    "Bleu",
    "CompressionRatio",
    "FkBleu",
    "Fkgl",
    "Fre",
    "IBleu",
    "Interval",
    "Metric",
    "Sari",
    "Score",
    "Signature",
    "Ter",
    "TokenF1",
    "arithmetic_mean",
    "corpus_fkgl",
    "corpus_sari",
    "geometric_mean",
    "mean_score",
    "sentence_sari",
]
