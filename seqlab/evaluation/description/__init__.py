"""Data sets described: counts, operations and textual features, as tables and pictures."""

from seqlab.evaluation.description.describe import (
    CorpusDescription,
    DescribeOptions,
    describe_pairs,
)
from seqlab.evaluation.description.page import write_description
from seqlab.evaluation.description.tables import description_tables

__all__ = [
    "CorpusDescription",
    "DescribeOptions",
    "describe_pairs",
    "description_tables",
    "write_description",
]
