"""What a trained model does on held-out articles, beside the model that ships."""

from seqlab.training.report.make import Example, LabelTable, Report, TextScore, make_report
from seqlab.training.report.render import report_text, write_report

__all__ = [
    "Example",
    "LabelTable",
    "Report",
    "TextScore",
    "make_report",
    "report_text",
    "write_report",
]
