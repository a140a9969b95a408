"""Analyses in the forms that people and other programs read."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from seqlab.files import read_lines, read_text, write_or_print
from seqlab.syntax.analysis import Analysis, Syntax
from seqlab.syntax.training.scores import iob_spans
from seqlab.text import Document

FORMS: dict[str, Callable[[Analysis], str]] = {
    "trees": lambda analysis: str(analysis.tree),
    "tags": lambda analysis: " ".join(map("{}/{}".format, analysis.tokens, analysis.tags)),
    "chunks": lambda analysis: chunked(analysis),
    "json": lambda analysis: json.dumps(to_json(analysis), ensure_ascii=False),
}


def chunked(analysis: Analysis) -> str:
    """The sentence with its chunks in square brackets: `[NP The dog] [VP slept] .`"""
    starts = {start: (kind, end) for kind, start, end in iob_spans(analysis.chunks)}
    parts: list[str] = []
    place = 0
    while place < len(analysis.tokens):
        kind, end = starts.get(place, ("", place + 1))
        words = " ".join(analysis.tokens[place:end])
        parts.append(f"[{kind} {words}]" if kind else words)
        place = end
    return " ".join(parts)


def to_json(analysis: Analysis) -> dict[str, Any]:
    """The analysis as one line of a file; entities are left out where not looked for."""
    record: dict[str, Any] = {
        "tokens": list(analysis.tokens),
        "tags": list(analysis.tags),
        "lemmas": list(analysis.lemmas),
        "chunks": list(analysis.chunks),
        "tree": str(analysis.tree),
    }
    if analysis.entities is not None:
        record["entities"] = list(analysis.entities)
    return record


def read_tokens(path: str, tokenized: bool) -> Iterator[list[str]]:
    """The sentences of a text, or of standard input (`-`), as tokens."""
    if tokenized:
        lines = sys.stdin if path == "-" else read_lines(path)
        yield from (line.split() for line in lines)
    else:
        text = sys.stdin.read() if path == "-" else read_text(path)
        for sentence in Document.parse(text).sentences:
            yield [token.text for token in sentence.tokens]


def print_analyses(analyses: Iterable[Analysis], form: str, out: str | Path | None) -> None:
    """One analysis per line, to a file or to standard output."""
    write_or_print(out, (FORMS[form](analysis) for analysis in analyses))


def parse_file(
    path: str, syntax: Syntax, form: str, tokenized: bool, out: str | Path | None
) -> None:
    """Analyse a text and print or write the result."""
    print_analyses(syntax.analyse(read_tokens(path, tokenized)), form, out)
