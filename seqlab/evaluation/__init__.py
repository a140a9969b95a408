"""Evaluation: scores that say how they were made, what systems do, and a report."""

from seqlab.evaluation.metric import Metric
from seqlab.evaluation.sari import Sari, corpus_sari, sentence_sari
from seqlab.evaluation.score import Interval, Score
from seqlab.evaluation.signature import Signature

__all__ = ["Interval", "Metric", "Sari", "Score", "Signature", "corpus_sari", "sentence_sari"]
