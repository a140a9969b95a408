"""The HTML report: one file that shows scores, behaviour and examples, and needs no network."""

from seqlab.evaluation.report.page import write_report

__all__ = ["write_report"]
