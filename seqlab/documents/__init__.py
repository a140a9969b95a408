"""Batch work: folders of documents simplified, format by format, whatever happens meanwhile."""

from seqlab.documents.engines import Engine, Limits, check_workers
from seqlab.documents.formats import FORMATS, Archive, TextFile, format_name, open_document
from seqlab.documents.formats.word_notes import with_footnotes
from seqlab.documents.pairs import Annotator, annotate_with_engine
from seqlab.documents.paragraphs.markup import Changes
from seqlab.documents.paragraphs.prose import Prose
from seqlab.documents.paragraphs.sentences import Paragraph
from seqlab.documents.report.page import write_folder_report
from seqlab.documents.report.summary import Summary
from seqlab.documents.run.lots import Lot, Tick
from seqlab.documents.run.options import BatchOptions
from seqlab.documents.run.record import Counts, Record
from seqlab.documents.run.run import simplify_folder
from seqlab.documents.run.writing import Job, Rules, put_in_place, raise_if_no_place, text_counts
from seqlab.text import DEFAULT_PROTECTED, ProtectedContent

__all__ = [
    "DEFAULT_PROTECTED",
    "FORMATS",
    "Annotator",
    "Archive",
    "BatchOptions",
    "Changes",
    "Counts",
    "Engine",
    "Job",
    "Limits",
    "Lot",
    "Paragraph",
    "Prose",
    "ProtectedContent",
    "Record",
    "Rules",
    "Summary",
    "TextFile",
    "Tick",
    "annotate_with_engine",
    "check_workers",
    "format_name",
    "open_document",
    "put_in_place",
    "raise_if_no_place",
    "simplify_folder",
    "text_counts",
    "with_footnotes",
    "write_folder_report",
]
