"""Batch work: folders of documents simplified, format by format, whatever happens meanwhile."""

from seqlab.documents.engines import Engine, Limits, check_workers
from seqlab.documents.formats import FORMATS, format_name, open_document
from seqlab.documents.pairs import Annotator, annotate_with_engine
from seqlab.documents.report.page import write_folder_report
from seqlab.documents.report.summary import Summary
from seqlab.documents.run.record import Counts
from seqlab.documents.run.run import BatchOptions, simplify_folder
from seqlab.documents.run.writing import text_counts
from seqlab.text import DEFAULT_PROTECTED, ProtectedContent

__all__ = [
    "DEFAULT_PROTECTED",
    "FORMATS",
    "Annotator",
    "BatchOptions",
    "Counts",
    "Engine",
    "Limits",
    "ProtectedContent",
    "Summary",
    "annotate_with_engine",
    "check_workers",
    "format_name",
    "open_document",
    "simplify_folder",
    "text_counts",
    "write_folder_report",
]
