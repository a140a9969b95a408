"""Large line files in parts: several workers share them, and a killed run goes on within them.

Where a file is cut depends on the file alone, never on the number of workers, so that what comes
out does not either.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from seqlab.documents.formats import format_name
from seqlab.documents.paragraphs.prose import Span
from seqlab.documents.run.record import Record
from seqlab.documents.run.writing import Job
from seqlab.files import atomic_write, text_hash

# A part has about so many bytes, a few minutes of one worker; smaller files are whole.
PART_BYTES = 1_000_000
# After so many lines without a blank one, plain text has a paragraph a line.
_LINES = 1000


def part_spans(path: Path, size: int) -> list[Span]:
    """Where to cut a text or JSONL file, or nothing if it is to stay whole.

    Quoted cells may hold line breaks and packed files cannot be entered in the middle, so tables
    and `.gz` stay whole.
    """
    name = format_name(path)
    if name not in ("text", "jsonl") or path.suffix == ".gz" or size < 2 * PART_BYTES:
        return []
    try:
        return list(pairwise(_cuts(path, size, name)))
    except OSError:
        return []  # reading it whole will say what is wrong


def _cuts(path: Path, size: int, name: str) -> list[int]:
    cuts = [0]
    with path.open("rb") as handle:
        while cuts[-1] + PART_BYTES < size:
            handle.seek(cuts[-1] + PART_BYTES)
            handle.readline()
            # Plain text is cut between two paragraphs.
            for _ in range(_LINES if name == "text" else 0):
                if not handle.readline().strip():
                    break
            cuts.append(min(handle.tell(), size))
    if cuts[-1] < size:
        cuts.append(size)
    return cuts


class Joining:
    """A document whose parts are under way."""

    def __init__(self, job: Job, digest: str, spans: list[Span], state: Path) -> None:
        self.job, self._digest, self._spans = job, digest, spans
        key = text_hash(job.name)
        self._folder, self._partial = state / "parts" / key, state / "partial" / key
        self._records: dict[str, Record] = {}

    def jobs(self) -> Iterator[Job]:
        """A job for each part; no path within a folder has two slashes, so no name is taken."""
        for number, (start, end) in enumerate(self._spans):
            yield replace(
                self.job,
                name=f"{self.job.name}//{number}",
                target=self._folder / f"{number:06}",
                size=end - start,
                span=(start, end),
                digest=self._digest,
            )

    def add(self, record: Record) -> None:
        """Note a part."""
        self._records[record.document] = record

    @property
    def is_whole(self) -> bool:
        """Whether all parts are done or have failed."""
        return len(self._records) == len(self._spans)

    def joined(self) -> Record:
        """Put the parts together; returns the record of the document."""
        records = [self._records[job.name] for job in self.jobs()]
        error = next((record.error for record in records if record.state == "failed"), "")
        first = records[0]
        before, after = first.before, first.after
        for record in records[1:]:
            before, after = before.plus(record.before), after.plus(record.after)
        if not error:
            with atomic_write(self._partial, "wb") as whole:
                for job in self.jobs():
                    with job.target.open("rb") as part:
                        shutil.copyfileobj(part, whole)
            self.job.target.parent.mkdir(parents=True, exist_ok=True)
            self._partial.replace(self.job.target)
        return Record(
            document=self.job.name,
            state="failed" if error else "done",
            error=error,
            source=self._digest,
            size=0 if error else self.job.target.stat().st_size,
            sentences=sum(record.sentences for record in records),
            changed=sum(record.changed for record in records),
            before=before,
            after=after,
            seconds=round(sum(record.seconds for record in records), 3),
        )

    def clean(self) -> None:
        """Remove the parts, once the document has its record."""
        shutil.rmtree(self._folder, ignore_errors=True)
        with suppress(OSError):
            self._folder.parent.rmdir()
