"""Evaluation: scores that say how they were made, what systems do, and a report."""

from seqlab.evaluation.bleu import Bleu
from seqlab.evaluation.compression import CompressionRatio, TokenF1
from seqlab.evaluation.evaluation import Evaluation, SystemResult, evaluate
from seqlab.evaluation.features import FEATURES, features
from seqlab.evaluation.ibleu import FkBleu, IBleu
from seqlab.evaluation.means import MeanOf, arithmetic_mean, geometric_mean, mean_score
from seqlab.evaluation.metric import Metric
from seqlab.evaluation.metrics import METRICS, load_metrics, metric_names
from seqlab.evaluation.operations import Operations
from seqlab.evaluation.options import DEFAULTS as EVALUATION_DEFAULTS
from seqlab.evaluation.options import EvaluationOptions
from seqlab.evaluation.readability import Fkgl, Fre, corpus_fkgl
from seqlab.evaluation.report import write_report
from seqlab.evaluation.samsa import Samsa
from seqlab.evaluation.sari import Sari, corpus_sari, sentence_sari
from seqlab.evaluation.score import Interval, Score
from seqlab.evaluation.segments import Segments
from seqlab.evaluation.signature import Signature
from seqlab.evaluation.significance import (
    Comparison,
    approximate_randomization,
    bootstrap_scores,
    interval,
    paired_bootstrap,
    paired_p,
    resampled_sums,
)
from seqlab.evaluation.tables import latex_table, markdown_table, text_table, to_json
from seqlab.evaluation.ter import Ter
from seqlab.evaluation.testset import (
    TEST_SETS,
    TestSet,
    load_test_set,
    looks_tokenised,
    named_paths,
    read_outputs,
    read_test_set,
    reference_paths,
)

__all__ = [
    "EVALUATION_DEFAULTS",
    "FEATURES",
    "METRICS",
    "TEST_SETS",
    "Bleu",
    "Comparison",
    "CompressionRatio",
    "Evaluation",
    "EvaluationOptions",
    "FkBleu",
    "Fkgl",
    "Fre",
    "IBleu",
    "Interval",
    "MeanOf",
    "Metric",
    "Operations",
    "Samsa",
    "Sari",
    "Score",
    "Segments",
    "Signature",
    "SystemResult",
    "Ter",
    "TestSet",
    "TokenF1",
    "approximate_randomization",
    "arithmetic_mean",
    "bootstrap_scores",
    "corpus_fkgl",
    "corpus_sari",
    "evaluate",
    "features",
    "geometric_mean",
    "interval",
    "latex_table",
    "load_metrics",
    "load_test_set",
    "looks_tokenised",
    "markdown_table",
    "mean_score",
    "metric_names",
    "named_paths",
    "paired_bootstrap",
    "paired_p",
    "read_outputs",
    "read_test_set",
    "reference_paths",
    "resampled_sums",
    "sentence_sari",
    "text_table",
    "to_json",
    "write_report",
]
