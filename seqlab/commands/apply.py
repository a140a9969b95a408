"""Apply edits of an edits file (`simplify --edits`) to their document: all, none or some.

seqlab apply letter.docx edits.json --accept 0.95 --out letter.plain.docx
"""

from __future__ import annotations

import sys
from pathlib import Path


def apply(
    file: Path,
    edits: Path,
    accept: str = "marked",
    partial: bool = False,
    tracked: bool = False,
    out: Path | None = None,
) -> int:
    """Make a document from its source and the edits that are accepted.

    Args:
        file: The document that the edits were made of, of any format.
        edits: The edits file that `simplify --edits` wrote, changed by hand or in the report.
        accept: `marked` (as the file says), `all`, `none`, a least probability such as 0.9, or ids
            such as `3.1,3.2`.
        partial: If the document has changed since, edit the sentences that still match.
        tracked: Show what goes and what comes as tracked changes, and write FILE.edits.json beside
            for `seqlab review`.
        out: File to write; a text goes to the screen without it.
    """
    from seqlab.desk import accepted_ids, apply_to_document, read_edits, write_edits
    from seqlab.errors import UsageError
    from seqlab.files import atomic_write

    if out is not None and out.exists() and file.exists() and out.samefile(file):
        raise UsageError(f"--out {out} is the document itself; name another file")
    found = read_edits(edits)
    accepted = accepted_ids(found, accept)
    raw = apply_to_document(file, edits, found, accepted, partial, tracked)
    if out is None and found.document.get("format") in ("docx", "epub"):
        raise UsageError(f"{file} is no text for the screen; name the new document with --out FILE")
    if out is None:
        sys.stdout.buffer.write(raw)
        sys.stdout.flush()
        return 0
    with atomic_write(out, "wb") as handle:
        handle.write(raw)
    if tracked:
        write_edits(out.with_name(f"{out.name}.edits.json"), found.as_taken(accepted))
    return 0
