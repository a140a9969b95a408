"""Batch work: folders of documents simplified, format by format, whatever happens meanwhile."""

from seqlab.documents.engines import Engine, Limits, check_workers
from seqlab.documents.formats import FORMATS, format_name, open_document
from seqlab.documents.pairs import Annotator, annotate_with_engine
from seqlab.documents.paragraphs.protected import DEFAULT as DEFAULT_LEAVE
from seqlab.documents.paragraphs.protected import Leave
from seqlab.documents.report.page import write_folder_report
from seqlab.documents.report.summary import Summary
from seqlab.documents.run.run import BatchOptions, simplify_folder
from seqlab.documents.text import explain_text, simplify_text

__all__ = [
    "DEFAULT_LEAVE",
    "FORMATS",
    "Annotator",
    "BatchOptions",
    "Engine",
    "Leave",
    "Limits",
    "Summary",
    "annotate_with_engine",
    "check_workers",
    "explain_text",
    "format_name",
    "open_document",
    "simplify_folder",
    "simplify_text",
    "write_folder_report",
]
