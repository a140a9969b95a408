"""Batch work: folders of documents simplified, format by format, whatever happens meanwhile."""

from seqlab.batch.formats import FORMATS, format_name, open_document
from seqlab.batch.leave import Leave

__all__ = ["FORMATS", "Leave", "format_name", "open_document"]
