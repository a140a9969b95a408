"""Benchmarks of lexical simplification, their metrics, and scores of a simplifier on them."""

from lexical_simplifier.evaluation.complexity import (
    ComplexityScore,
    complex_word_scores,
    estimate_scores,
)
from lexical_simplifier.evaluation.datasets import (
    Instance,
    read_benchls,
    read_lexmturk,
    read_swords,
)
from lexical_simplifier.evaluation.evaluate import (
    ablation,
    benchmarks,
    evaluation_table,
    generation,
    is_development,
    pipeline,
    ranking,
    requests_of,
)
from lexical_simplifier.evaluation.metrics import (
    GenerationScore,
    PipelineScore,
    generation_score,
    pipeline_score,
    tsar_scores,
)

__all__ = [
    "ComplexityScore",
    "GenerationScore",
    "Instance",
    "PipelineScore",
    "ablation",
    "benchmarks",
    "complex_word_scores",
    "estimate_scores",
    "evaluation_table",
    "generation",
    "generation_score",
    "is_development",
    "pipeline",
    "pipeline_score",
    "ranking",
    "read_benchls",
    "read_lexmturk",
    "read_swords",
    "requests_of",
    "tsar_scores",
]
