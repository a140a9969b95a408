"""Evaluation: scores that say how they were made, what systems do, and a report."""

from seqlab.evaluation.description import (
    CorpusDescription,
    DescribeOptions,
    describe_pairs,
    description_tables,
    write_description,
)
from seqlab.evaluation.evaluate import Evaluation, SystemResult, evaluate
from seqlab.evaluation.metrics.bleu import Bleu
from seqlab.evaluation.metrics.compression import CompressionRatio, TokenF1
from seqlab.evaluation.metrics.ibleu import FkBleu, IBleu
from seqlab.evaluation.metrics.means import MeanOf, arithmetic_mean, geometric_mean, mean_score
from seqlab.evaluation.metrics.metric import Metric
from seqlab.evaluation.metrics.operations import Operations
from seqlab.evaluation.metrics.readability import Fkgl, Fre, corpus_fkgl
from seqlab.evaluation.metrics.registry import METRICS, load_metrics, metric_names
from seqlab.evaluation.metrics.samsa import Samsa
from seqlab.evaluation.metrics.sari import Sari, corpus_sari, sentence_sari
from seqlab.evaluation.metrics.score import Interval, Score
from seqlab.evaluation.metrics.segments import Segments
from seqlab.evaluation.metrics.signature import Signature
from seqlab.evaluation.metrics.ter import Ter
from seqlab.evaluation.options import DEFAULTS as EVALUATION_DEFAULTS
from seqlab.evaluation.options import EvaluationOptions
from seqlab.evaluation.report import write_report
from seqlab.evaluation.report.tables import latex_table, markdown_table, text_table, to_json
from seqlab.evaluation.statistics.edit_distance import common_subsequence
from seqlab.evaluation.statistics.edit_distance import similarity as text_similarity
from seqlab.evaluation.statistics.features import FEATURES, features
from seqlab.evaluation.statistics.significance import (
    Comparison,
    approximate_randomization,
    bootstrap_scores,
    interval,
    paired_bootstrap,
    paired_p,
    resampled_sums,
)
from seqlab.evaluation.test_sets import (
    TEST_SETS,
    TestSet,
    files_of_test_set,
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
    "CorpusDescription",
    "DescribeOptions",
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
    "common_subsequence",
    "corpus_fkgl",
    "corpus_sari",
    "describe_pairs",
    "description_tables",
    "evaluate",
    "features",
    "files_of_test_set",
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
    "text_similarity",
    "text_table",
    "to_json",
    "write_description",
    "write_report",
]
