"""Batch work: folders of documents simplified, format by format, whatever happens meanwhile.

Names are imported when first used: one sentence need not wait for formats, engines and reports.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from seqlab.lazy import lazy_names

if TYPE_CHECKING:
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
    from seqlab.documents.run.writing import (
        Job,
        Rules,
        put_in_place,
        raise_if_no_place,
        text_counts,
    )
    from seqlab.text import DEFAULT_PROTECTED, ProtectedContent

_HOMES = {
    "Engine": ".engines",
    "Limits": ".engines",
    "check_workers": ".engines",
    "FORMATS": ".formats",
    "Archive": ".formats",
    "TextFile": ".formats",
    "format_name": ".formats",
    "open_document": ".formats",
    "with_footnotes": ".formats.word_notes",
    "Annotator": ".pairs",
    "annotate_with_engine": ".pairs",
    "Changes": ".paragraphs.markup",
    "Prose": ".paragraphs.prose",
    "Paragraph": ".paragraphs.sentences",
    "write_folder_report": ".report.page",
    "Summary": ".report.summary",
    "Lot": ".run.lots",
    "Tick": ".run.lots",
    "BatchOptions": ".run.options",
    "Counts": ".run.record",
    "Record": ".run.record",
    "simplify_folder": ".run.run",
    "Job": ".run.writing",
    "Rules": ".run.writing",
    "put_in_place": ".run.writing",
    "raise_if_no_place": ".run.writing",
    "text_counts": ".run.writing",
    "DEFAULT_PROTECTED": "seqlab.text",
    "ProtectedContent": "seqlab.text",
}

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


__getattr__ = lazy_names(__name__, _HOMES)
