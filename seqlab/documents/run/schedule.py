"""`Schedule`: which documents are still to be done, in lots, and what came of each."""

from __future__ import annotations

import shutil
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from seqlab.documents.engines import Finished, Lost
from seqlab.documents.paragraphs.prose import Span
from seqlab.documents.report.summary import Summary
from seqlab.documents.run.folder import STATE, Found, check_inside, documents, target
from seqlab.documents.run.lots import Lot, Tick
from seqlab.documents.run.manifest import Manifest
from seqlab.documents.run.options import BatchOptions
from seqlab.documents.run.parts import Joining, part_spans
from seqlab.documents.run.progress import Progress
from seqlab.documents.run.record import Record
from seqlab.documents.run.writing import Job, OutputError, raise_if_no_place
from seqlab.errors import DataError
from seqlab.files import atomic_write, file_hash

# A lot is full with so many bytes or documents: enough to fill the model's batches.
LOT_BYTES = 32_000
LOT_DOCUMENTS = 16
# A document that kills its worker so often is given up. The last time nothing else is under way,
# so that no other document can be what killed it.
ATTEMPTS = 3


class Schedule:
    """What is to be done, what is under way, and what came of it."""

    def __init__(
        self, source: Path, output: Path, options: BatchOptions, manifest: Manifest
    ) -> None:
        self.output, self.options, self.manifest = output, options, manifest
        self.summary = Summary(manifest.path)
        self.progress = Progress()
        for found in documents(source, options.follow_links):
            if not found.reason and not found.error:
                self.progress.expect(found.size)
        self._ahead = self._pending(documents(source, options.follow_links))
        self._again: deque[Lot] = deque()
        # Documents whose worker died all times but one; each is tried once more, quite alone.
        self._suspects: deque[Lot] = deque()
        # The documents of each lot under way that have no record yet.
        self._open: dict[Lot, dict[str, Job]] = {}
        # Documents in parts, of which not all are done, by the file they come from.
        self._joining: dict[Path, Joining] = {}

    def take(self) -> Lot | None:
        """The next lot, first one that was lost; suspects come last, each by itself."""
        if any(job.attempt == ATTEMPTS - 1 for lot in self._open for job in lot.jobs):
            return None
        lot = self._again.popleft() if self._again else self._next_lot()
        if lot is None and self._suspects and not self._open:
            lot = self._suspects.popleft()
        if lot is not None:
            self._open[lot] = {job.name: job for job in lot.jobs}
        return lot

    def note(self, event: object) -> None:
        """Keep what an engine says."""
        if isinstance(event, Finished):
            self._open.pop(event.task)
        elif isinstance(event, Lost):
            self._lost(event)
        else:
            task, value = event.task, event.value  # type: ignore[attr-defined]
            if isinstance(value, Tick):
                self.progress.words(value.words)
            else:
                self._record(value, self._open[task].pop(value.document))

    def _lost(self, event: Lost) -> None:
        """Documents of a dead worker are given again, each alone, to find the one that kills."""
        alone = len(event.task.jobs) == 1
        for job in self._open.pop(event.task).values():
            again = replace(job, attempt=job.attempt + (event.deaths if alone else 0))
            if alone and event.exceeded:
                self._record(Record(job.name, "failed", f"{job.source}: {event.reason}"), job)
            elif job.attempt >= ATTEMPTS - 1:
                reason = f"{job.source}: its worker died {ATTEMPTS} times ({event.reason})"
                self._record(Record(job.name, "failed", reason), job)
            elif again.attempt >= ATTEMPTS - 1:
                self._suspects.append(Lot((replace(job, attempt=ATTEMPTS - 1),)))
            else:
                self._again.append(Lot((again,)))

    def _record(self, record: Record, job: Job) -> None:
        self.manifest.add([record])
        if job.span is not None:
            self.progress.part(job.size)
            self._add_part(self._joining[job.source], record)
        else:
            self.summary.add(record)
            self.progress.document(job.size)

    def _failed(self, name: str, reason: str) -> None:
        """Note what never became a job, such as a folder that cannot be read."""
        record = Record(name, "failed", reason)
        self.manifest.add([record])
        self.summary.add(record)

    def _next_lot(self) -> Lot | None:
        jobs: list[Job] = []
        size = 0
        for job in self._ahead:
            jobs.append(job)
            size += job.size
            if size >= LOT_BYTES or len(jobs) >= LOT_DOCUMENTS:
                break
        return Lot(tuple(jobs)) if jobs else None

    def _pending(self, all_found: Iterator[Found]) -> Iterator[Job]:
        """The documents that are still to be done; the others are counted."""
        for found in all_found:
            if found.error:
                self._failed(found.name, found.error)
                continue
            if found.reason:
                self._pass_over(found)
                continue
            job = Job(found.name, found.path, target(self.output, found), found.size)
            try:
                check_inside(self.output, job.target)
            except DataError as error:
                self._record(Record(found.name, "failed", str(error)), job)
                continue
            if job.target.name != found.path.name and _taken(found, job):
                reason = f"{found.path}: {job.target.name} is there too, and would be its output"
                self._record(Record(found.name, "failed", reason), job)
            elif (record := self._done(job)) is not None:
                self.summary.add(record, earlier=True)
                self.progress.document(found.size, earlier=True)
            elif self.options.in_parts and (spans := part_spans(found.path, found.size)):
                yield from self._in_parts(job, spans)
            else:
                yield job

    def _in_parts(self, job: Job, spans: list[Span]) -> Iterator[Job]:
        """The parts of a large document that are still to be done."""
        try:
            digest = file_hash(job.source)
        except DataError as error:
            self._record(Record(job.name, "failed", str(error)), job)
            return
        joining = Joining(job, digest, spans, self.output / STATE)
        self._joining[job.source] = joining
        for part in joining.jobs():
            record = self._done(part)
            if record is None:
                yield part
            else:
                self.progress.part(part.size, earlier=True)
                self._add_part(joining, record)

    def _add_part(self, joining: Joining, record: Record) -> None:
        joining.add(record)
        if joining.is_whole:
            whole = _joined(joining)
            self.manifest.add([whole])
            joining.clean()
            del self._joining[joining.job.source]
            self.summary.add(whole)
            self.progress.document(0)

    def _done(self, job: Job) -> Record | None:
        """The record of a document whose output is there, made from the same original."""
        record = self.manifest.find(job.name)
        try:
            if record is None or job.target.stat().st_size != record.size:
                return None
            digest = job.digest or file_hash(job.source)
            return record if digest == record.source else None
        except (OSError, DataError):
            return None

    def _pass_over(self, found: Found) -> None:
        if not (self.options.copy_others and found.path.is_file()):
            self.summary.skip(found.name, found.reason)
            return
        copied = self.output / found.name
        try:
            check_inside(self.output, copied)
        except DataError as error:
            self._failed(found.name, str(error))
            return
        try:
            with found.path.open("rb") as original, atomic_write(copied, "wb", links=False) as copy:
                shutil.copyfileobj(original, copy)
        except OSError as error:
            self._failed(found.name, f"{found.path}: {error.strerror}")
            return
        except DataError as error:
            raise OutputError(
                error.path, error.reason, fix="free some space and run the same command again"
            ) from None
        self.summary.copied += 1


def _taken(found: Found, job: Job) -> bool:
    return (found.path.parent / job.target.name).exists()


def _joined(joining: Joining) -> Record:
    """The whole document, or its failure; a full disk ends the run."""
    try:
        return joining.joined()
    except (OSError, DataError) as error:
        raise_if_no_place(joining.job.target, error)
        return Record(joining.job.name, "failed", f"{joining.job.source}: {error}")
