"""The page: content, script and data put into one HTML file."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

from seqlab.evaluation.evaluate import Evaluation
from seqlab.evaluation.report.data import report_data
from seqlab.files import atomic_write
from seqlab.report_page import page_end, page_start

# In this order: later scripts use what earlier ones define.
SCRIPTS = ("draw.js", "charts.js", "tables.js", "examples.js", "main.js")


def write_report(evaluation: Evaluation, path: str | Path, title: str | None = None) -> None:
    """Write the report to `path`, whole or not at all."""
    with atomic_write(path) as handle:
        handle.write(report_page(evaluation, title))


def report_page(evaluation: Evaluation, title: str | None = None) -> str:
    """The report as one HTML text that asks for nothing from anywhere."""
    title = title or f"Simplification report: {evaluation.test_set.name}"
    script = "\n".join(_asset(name) for name in SCRIPTS)
    content = _asset("content.html").replace("{{data}}", _embedded(report_data(evaluation, title)))
    return page_start(title, has_script=True) + content + page_end(script)


def _embedded(data: object) -> str:
    """JSON that may stand inside a script element: no "<" can close it early."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _asset(name: str) -> str:
    return (
        resources.files("seqlab.evaluation.report")
        .joinpath("assets", name)
        .read_text(encoding="utf-8")
    )
