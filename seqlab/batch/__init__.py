"""Batch work: folders of documents simplified, format by format, whatever happens meanwhile."""

from seqlab.batch.engines import Engine
from seqlab.batch.formats import FORMATS, format_name, open_document
from seqlab.batch.leave import DEFAULT as DEFAULT_LEAVE
from seqlab.batch.leave import Leave
from seqlab.batch.pairs import Annotator, annotate_with_engine
from seqlab.batch.report import write_folder_report
from seqlab.batch.run import BatchOptions, simplify_folder
from seqlab.batch.summary import Summary
from seqlab.batch.text import explain_text, simplify_text

__all__ = [
    "DEFAULT_LEAVE",
    "FORMATS",
    "Annotator",
    "BatchOptions",
    "Engine",
    "Leave",
    "Summary",
    "annotate_with_engine",
    "explain_text",
    "format_name",
    "open_document",
    "simplify_folder",
    "simplify_text",
    "write_folder_report",
]
