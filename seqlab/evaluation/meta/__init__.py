"""Meta-evaluation: how far metrics agree with people, and people with each other (thesis 5)."""

from seqlab.evaluation.meta.correlation import (
    Correlation,
    correlate,
    correlation_value,
    williams_p,
)
from seqlab.evaluation.meta.evaluate import MetaEvaluation, MetricTable, meta_evaluate
from seqlab.evaluation.meta.metric_values import (
    computed_values,
    merged_values,
    read_metric_values,
    selected_references,
)
from seqlab.evaluation.meta.ratings import KNOWN_SETS, RatedOutput, Ratings, read_ratings
from seqlab.evaluation.meta.reliability import Reliability, rater_reliability
from seqlab.evaluation.meta.report import meta_tables, reliability_table, write_meta_report
from seqlab.evaluation.meta.splits import SPLITS, split_items

__all__ = [
    "KNOWN_SETS",
    "SPLITS",
    "Correlation",
    "MetaEvaluation",
    "MetricTable",
    "RatedOutput",
    "Ratings",
    "Reliability",
    "computed_values",
    "correlate",
    "correlation_value",
    "merged_values",
    "meta_evaluate",
    "meta_tables",
    "rater_reliability",
    "read_metric_values",
    "read_ratings",
    "reliability_table",
    "selected_references",
    "split_items",
    "williams_p",
    "write_meta_report",
]
