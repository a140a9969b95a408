"""`simplify_folder`: all documents of a folder, taken up again where a run was killed."""

from __future__ import annotations

import shutil
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path

from seqlab.documents.engines import Engine, Finished, Lost, Work, run_engine
from seqlab.documents.paragraphs.prose import Span
from seqlab.documents.paragraphs.protected import DEFAULT as LEAVE
from seqlab.documents.paragraphs.protected import Leave
from seqlab.documents.report.summary import Summary
from seqlab.documents.run.folder import STATE, Found, check_folders, documents, target
from seqlab.documents.run.lots import Lot, SimplifySentences, Tick, simplify_lot
from seqlab.documents.run.manifest import Key, Manifest, folders_hash, locked, values_hash
from seqlab.documents.run.parts import Joining, part_spans
from seqlab.documents.run.progress import Progress
from seqlab.documents.run.record import Record
from seqlab.documents.run.writing import Job, OutputError, Rules, file_hash
from seqlab.errors import DataError, UsageError
from seqlab.files import atomic_write

# A lot is full with so many bytes or documents: enough to fill the model's batches.
LOT_BYTES = 32_000
LOT_DOCUMENTS = 16
# A document that kills its worker so often, alone with it, is given up.
ATTEMPTS = 2


@dataclass(frozen=True)
class BatchOptions:
    """What an output depends on.

    Args:
        model: Folder of a model, or `default`.
        strength: 0 changes nothing, 1 the most.
        keep: Words that are neither deleted nor replaced.
        operations: What may be done: split, delete, replace.
        leave: What is left alone.
        columns: Fields of JSONL and columns of tables that hold text.
        copy_others: Whether files of other formats are copied to the output.
        level: The level to write for, where the model was trained with levels.
    """

    model: str = "default"
    strength: float = 0.5
    keep: tuple[str, ...] = ()
    operations: tuple[str, ...] = ("split", "delete", "replace")
    leave: Leave = LEAVE
    columns: tuple[str, ...] = ("text",)
    copy_others: bool = False
    level: str | None = None
    device: str = "auto"


LoadSimplifier = Callable[[BatchOptions], SimplifySentences]


def load_simplifier(options: BatchOptions) -> SimplifySentences:
    """The simplifier of the options, with one thread unless `--threads` said otherwise."""
    from seqlab.devices import use_threads
    from seqlab.pipeline import Simplifier

    use_threads()
    return partial(
        Simplifier.load(
            options.model, quotes=not options.leave.quotes, device=options.device
        ).simplify_sentences,
        strength=options.strength,
        keep=options.keep,
        operations=options.operations,
        level=options.level,
    )


def simplify_folder(
    source: Path,
    output: Path,
    options: BatchOptions | None = None,
    engine: Engine = "local",
    workers: int | None = None,
    ray_address: str | None = None,
    load: LoadSimplifier = load_simplifier,
) -> Summary:
    """Simplify the documents below `source` into `output`; what is done already is left out.

    Args:
        source: A folder, or one document.
        output: The folder for the outputs, laid out as `source` is.
        options: How documents are simplified.
        engine: `local` for processes of this machine, `ray` for a Ray cluster.
        workers: How many; one for each processor if None, in this very process if 0.
        ray_address: A running cluster; a local one is started if None.
        load: What makes the simplifier in each worker.
    """
    options = options or BatchOptions()
    check_folders(source, output)
    _check_options(options)
    state = output / STATE
    with locked(state):
        # What a killed run was writing when it was killed.
        shutil.rmtree(state / "partial", ignore_errors=True)
        manifest = Manifest(state / "manifest.jsonl", run_key(options))
        try:
            run = _Run(source, output, options, manifest)
            make = partial(_load_work, load, options, Rules(options.leave, options.columns, state))
            for event in run_engine(engine, run.take, make, workers, ray_address):
                run.note(event)
            run.progress.close()
        finally:
            manifest.close()
            shutil.rmtree(state / "partial", ignore_errors=True)
    return run.summary


def run_key(options: BatchOptions) -> Key:
    """The hashes that tell whether an earlier output is still the right one."""
    import lexical_simplifier
    import seqlab
    from seqlab import pipeline, syntax

    own = pipeline.DEFAULT_FOLDER if options.model == "default" else Path(options.model)
    stages = [Path(one.__file__ or "").parent for one in (syntax, lexical_simplifier)]
    apart = {"model": None, "copy_others": None, "device": None}
    values = {**asdict(options), **apart, "version": seqlab.__version__}
    return Key(folders_hash([own, *stages]), values_hash(values))


def _check_options(options: BatchOptions) -> None:
    if options.model != "default" and not Path(options.model).is_dir():
        raise UsageError(f"no model folder {options.model}")
    if not 0 <= options.strength <= 1:
        raise UsageError(f"strength must be from 0 to 1 (got {options.strength})")


def _load_work(load: LoadSimplifier, options: BatchOptions, rules: Rules) -> Work:
    return partial(_work, load(options), rules)


def _work(simplify: SimplifySentences, rules: Rules, lot: Lot) -> Iterator[Record | Tick]:
    return simplify_lot(lot, simplify, rules)


class _Run:
    """What is to be done, what is under way, and what came of it."""

    def __init__(
        self, source: Path, output: Path, options: BatchOptions, manifest: Manifest
    ) -> None:
        self.output, self.options, self.manifest = output, options, manifest
        self.summary = Summary()
        self.progress = Progress()
        for found in documents(source):
            if not found.reason and not found.error:
                self.progress.expect(found.size)
        self._ahead = self._pending(documents(source))
        self._again: deque[Lot] = deque()
        # The documents of each lot under way that have no record yet.
        self._open: dict[Lot, dict[str, Job]] = {}
        # Documents in parts, of which not all are done, by the file they come from.
        self._joining: dict[Path, Joining] = {}

    def take(self) -> Lot | None:
        """The next lot, first one that was lost."""
        lot = self._again.popleft() if self._again else self._next_lot()
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
            if again.attempt < ATTEMPTS:
                self._again.append(Lot((again,)))
            else:
                reason = f"{job.source}: its worker died {again.attempt} times ({event.reason})"
                self._record(Record(job.name, "failed", reason), job)

    def _record(self, record: Record, job: Job) -> None:
        self.manifest.add([record])
        if job.span is not None:
            self.progress.part(job.size)
            self._add_part(self._joining[job.source], record)
        else:
            self.summary.add(record)
            self.progress.document(job.size)

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
                self.summary.add(Record(found.name, "failed", found.error))
                continue
            if found.reason:
                self._pass_over(found)
                continue
            job = Job(found.name, found.path, target(self.output, found), found.size)
            if job.target.name != found.path.name and _taken(found, job):
                reason = f"{found.path}: {job.target.name} is there too, and would be its output"
                self._record(Record(found.name, "failed", reason), job)
            elif (record := self._done(job)) is not None:
                self.summary.add(record, earlier=True)
                self.progress.document(found.size, earlier=True)
            elif spans := part_spans(found.path, found.size):
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
            whole = joining.joined()
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
        try:
            with (
                found.path.open("rb") as original,
                atomic_write(self.output / found.name, "wb") as copy,
            ):
                shutil.copyfileobj(original, copy)
        except OSError as error:
            self.summary.add(Record(found.name, "failed", f"{found.path}: {error.strerror}"))
            return
        except DataError as error:
            raise OutputError(error.path, error.reason, fix="make room and start again") from None
        self.summary.copied += 1


def _taken(found: Found, job: Job) -> bool:
    return (found.path.parent / job.target.name).exists()
