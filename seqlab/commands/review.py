"""Read back what an editor accepted, refused or wrote over, as feedback for `train --feedback`.

seqlab review letter.tracked.docx --feedback feedback.jsonl
"""

from __future__ import annotations

from pathlib import Path


def review(file: Path, edits: Path | None = None, feedback: Path = Path("feedback.jsonl")) -> int:
    """Read a document with tracked changes that an editor has seen, and keep the verdicts.

    Args:
        file: The document, some changes accepted, some rejected, some written over. What is still
            open is left out.
        edits: Its edits file; `FILE.edits.json`, which `--tracked` writes, unless given.
        feedback: File that the verdicts are added to; `train --feedback` learns from it.
    """
    from seqlab.desk import append_feedback, feedback_rows, read_edits, review_document
    from seqlab.errors import DataError

    beside = edits or file.with_name(f"{file.name}.edits.json")
    if not beside.exists():
        raise DataError(
            beside, "no such file", fix="name the edits file of the document with --edits"
        )
    found = read_edits(beside)
    outcomes = review_document(file, found, beside)
    rows = feedback_rows(found, outcomes)
    total = append_feedback(feedback, rows)
    counts = {name: sum(one.verdict == name for one in outcomes) for name in ("y", "m", "s", "")}
    print(
        f"{counts['y']} accepted, {counts['m']} refused, {counts['s']} written over, "
        f"{counts['']} open; {feedback} has {total} verdicts"
    )
    return 0
