"""`simplify_folder`: all documents of a folder, taken up again where a run was killed."""

from __future__ import annotations

import shutil
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Literal

from seqlab.documents.engines import (
    Engine,
    Finished,
    Limits,
    Lost,
    Work,
    check_workers,
    run_engine,
)
from seqlab.documents.paragraphs.prose import Span
from seqlab.documents.report.summary import Summary
from seqlab.documents.run.folder import (
    STATE,
    Found,
    check_folders,
    check_inside,
    documents,
    target,
)
from seqlab.documents.run.lots import Lot, SimplifySentences, Tick, simplify_lot
from seqlab.documents.run.manifest import Key, Manifest, folders_hash, locked
from seqlab.documents.run.parts import Joining, part_spans
from seqlab.documents.run.progress import Progress
from seqlab.documents.run.record import Record
from seqlab.documents.run.writing import Job, OutputError, Rules, raise_if_no_place, text_counts
from seqlab.errors import DataError, UsageError
from seqlab.files import atomic_write, file_hash, values_hash
from seqlab.text import DEFAULT_PROTECTED, ProtectedContent

# A lot is full with so many bytes or documents: enough to fill the model's batches.
LOT_BYTES = 32_000
LOT_DOCUMENTS = 16
# A document that kills its worker so often is given up. The last time nothing else is under way,
# so that no other document can be what killed it.
ATTEMPTS = 3


@dataclass(frozen=True)
class BatchOptions:
    """What an output depends on.

    Args:
        model: Folder of a model, or `default`.
        strength: 0 changes nothing, 1 the most.
        keep: Words that are neither deleted nor replaced.
        operations: What may be done: split, delete, replace.
        protect: What is left alone.
        columns: Fields of JSONL and columns of tables that hold text.
        copy_others: Whether files of other formats are copied to the output.
        level: The level to write for, where the model was trained with levels.
        decide: `edits` judges each edit; `labels` obeys the tagger.
        follow_links: Whether links to files outside the folder are read.
    """

    model: str = "default"
    strength: float = 0.5
    keep: tuple[str, ...] = ()
    operations: tuple[str, ...] = ("split", "delete", "replace")
    protect: ProtectedContent = DEFAULT_PROTECTED
    columns: tuple[str, ...] = ("text",)
    copy_others: bool = False
    level: str | None = None
    decide: Literal["edits", "labels"] = "edits"
    device: str = "auto"
    follow_links: bool = False


LIMITS = Limits()
LoadSimplifier = Callable[[BatchOptions], SimplifySentences]


def load_simplifier(options: BatchOptions) -> SimplifySentences:
    """The simplifier of the options, with one thread unless `--threads` said otherwise."""
    from seqlab.devices import use_threads
    from seqlab.pipeline import Simplifier, Wish

    use_threads()
    simplifier = Simplifier.load(options.model, device=options.device)
    wish = Wish(
        options.strength,
        options.keep,
        options.operations,
        options.level,
        options.decide,
        options.protect,
    )
    return partial(simplifier.revisions, wish=simplifier.checked(wish))


def simplify_folder(
    source: Path,
    output: Path,
    options: BatchOptions | None = None,
    engine: Engine = "local",
    workers: int | None = None,
    ray_address: str | None = None,
    load: LoadSimplifier = load_simplifier,
    limits: Limits = LIMITS,
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
        limits: What a document may take before it fails; they do not hold with 0 workers.
    """
    options = options or BatchOptions()
    check_workers(workers)
    _check_options(options)
    check_folders(source, output)
    state = output / STATE
    with locked(state):
        # What a killed run was writing when it was killed.
        shutil.rmtree(state / "partial", ignore_errors=True)
        manifest = Manifest(state / "manifest.jsonl", run_key(options))
        try:
            run = _Run(source, output, options, manifest)
            make = partial(
                _load_work, load, options, Rules(options.protect, options.columns, state)
            )
            for event in run_engine(engine, run.take, make, workers, ray_address, limits):
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
    from seqlab import syntax
    from seqlab.model_folder import model_path

    own = model_path(options.model)
    stages = [Path(one.__file__ or "").parent for one in (syntax, lexical_simplifier)]
    # Where models run and which files are read changes no output.
    unkeyed = dict.fromkeys(("model", "copy_others", "device", "follow_links"))
    values = {**asdict(options), **unkeyed, "version": seqlab.__version__}
    return Key(folders_hash([own, *stages]), values_hash(values)[:16])


def _check_options(options: BatchOptions) -> None:
    """Refuse what the workers would refuse, though the folder may hold nothing for them to do."""
    from seqlab.model_folder import open_model
    from seqlab.pipeline import OPERATIONS

    if options.model != "default" and not Path(options.model).is_dir():
        raise UsageError(f"no model folder {options.model}")
    if not 0 <= options.strength <= 1:
        raise UsageError(f"strength must be from 0 to 1 (got {options.strength})")
    if unknown := [name for name in options.operations if name not in OPERATIONS]:
        raise UsageError(f"no operation {unknown[0]!r}; known: {', '.join(OPERATIONS)}")
    levels = open_model(options.model).levels
    if options.level is not None and options.level not in levels:
        known = f"it has {', '.join(levels)}" if levels else "it has none"
        raise UsageError(f"no level {options.level!r} in this model: {known}")


def _load_work(load: LoadSimplifier, options: BatchOptions, rules: Rules) -> Work:
    simplify = load(options)
    # Loaded here, not by the first document, whose time is limited.
    text_counts(["Ready."])
    return partial(_work, simplify, rules)


def _work(simplify: SimplifySentences, rules: Rules, lot: Lot) -> Iterator[Record | Tick]:
    return simplify_lot(lot, simplify, rules)


class _Run:
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
            raise OutputError(error.path, error.reason, fix="make room and start again") from None
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
