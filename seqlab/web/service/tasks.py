"""What is done to a document in a process of its own (`sandbox`)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from typing import Any

from seqlab.desk import (
    BadEdits,
    EditsFile,
    accepted_ids,
    apply_to_document,
    edit_document,
    edits_of,
)
from seqlab.documents import BatchOptions, format_name, simplify_folder
from seqlab.errors import DataError
from seqlab.files import atomic_write
from seqlab.pipeline import Wish
from seqlab.web.service.readability import readability, why_hard

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def simplify_document(
    simplifier: Any, source: Path, output: Path, options: BatchOptions, wish: Wish
) -> tuple[Path, int]:
    """Write the simplified document into a folder; where it is, and how many sentences changed."""
    load = partial(_revisions, simplifier, wish)
    summary = simplify_folder(source, output, options, workers=0, load=load)
    if summary.failures:
        _, reason = summary.failures[0]
        raise DataError("document", reason.removeprefix(f"{source}: ").removeprefix(f"{source}, "))
    written = [path for path in output.iterdir() if path.is_file()]
    if not written:
        raise DataError("document", "nothing could be read from it")
    return written[0], summary.changed


def _revisions(simplifier: Any, wish: Wish, options: BatchOptions) -> Any:
    return partial(simplifier.revisions, wish=wish)


def document_edits(
    simplifier: Any, source: Path, output: Path, wish: Wish, columns: tuple[str, ...], name: str
) -> tuple[Path, int]:
    """Write the edits of a document as data."""
    edits = edit_document(simplifier, source, wish, columns)
    values = edits.to_json()
    values["document"]["name"] = name
    for record, sentence in zip(edits.sentences, values["sentences"], strict=True):
        if not record.left:
            sentence["hard"] = why_hard(record.output, wish.level)
    for when, texts in (
        ("before", [one.text for one in edits.sentences]),
        ("after", [one.output for one in edits.sentences]),
    ):
        values[when] = readability(texts).model_dump()
    output.mkdir()
    target = output / "edits.json"
    with atomic_write(target) as handle:
        json.dump(values, handle, ensure_ascii=False)
    return target, sum(one.output != one.text for one in edits.sentences)


def apply_edits_file(
    simplifier: Any,
    source: Path,
    output: Path,
    edits: dict[str, Any],
    accept: str,
    tracked: bool,
) -> tuple[Path, int]:
    """Write the document with the edits that are accepted."""
    try:
        file = edits_of(edits)
    except BadEdits as error:
        raise DataError("edits", str(error), fix="make them with /v1/documents/edits") from None
    accepted = accepted_ids(file, accept)
    return _applied(source, output, file, accepted, tracked)


def track_document(
    simplifier: Any, source: Path, output: Path, wish: Wish, columns: tuple[str, ...]
) -> tuple[Path, int]:
    """Write the simplified document with every change as a tracked one."""
    edits = edit_document(simplifier, source, wish, columns)
    return _applied(source, output, edits, accepted_ids(edits, "all"), tracked=True)


def _applied(
    source: Path, output: Path, edits: EditsFile, accepted: Collection[str], tracked: bool
) -> tuple[Path, int]:
    content = apply_to_document(source, Path("edits"), edits, accepted, tracked=tracked)
    output.mkdir()
    is_text_now = format_name(source) == "pdf"
    target = output / (f"{source.name}.txt" if is_text_now else source.name)
    target.write_bytes(content)
    return target, len({name.split(".")[0] for name in accepted})


def export_text(simplifier: Any, source: Path, output: Path, kind: str) -> tuple[Path, int]:
    """Write a plain text as a new document, a paragraph for each of its paragraphs."""
    import docx

    paragraphs = [one for one in source.read_text(encoding="utf-8").split("\n\n") if one.strip()]
    output.mkdir()
    target = output / f"document.{kind}"
    document = docx.Document()
    for paragraph in paragraphs:
        # XML has no place for control characters.
        document.add_paragraph(_CONTROL.sub("", paragraph.strip("\n")))
    document.save(str(target))
    return target, 0


TASKS: dict[str, Callable[..., Any]] = {
    "simplify": simplify_document,
    "edits": document_edits,
    "apply": apply_edits_file,
    "track": track_document,
    "export": export_text,
}
