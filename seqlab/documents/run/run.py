"""`simplify_folder`: all documents of a folder, taken up again where a run was killed."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from seqlab.documents.engines import (
    Engine,
    Limits,
    Work,
    check_workers,
    run_engine,
)
from seqlab.documents.report.summary import Summary
from seqlab.documents.run.folder import (
    STATE,
    check_folders,
)
from seqlab.documents.run.lots import Lot, SimplifySentences, Tick, simplify_lot
from seqlab.documents.run.manifest import Manifest, locked
from seqlab.documents.run.options import BatchOptions, check_options, run_key
from seqlab.documents.run.record import Record
from seqlab.documents.run.schedule import Schedule
from seqlab.documents.run.writing import Rules, text_counts
from seqlab.terms import Terms

LIMITS = Limits()
LoadSimplifier = Callable[[BatchOptions], SimplifySentences]
LoadWork = Callable[[BatchOptions, Rules], Work]


def load_simplifier(options: BatchOptions) -> SimplifySentences:
    """The simplifier of the options, with one thread unless `--threads` said otherwise."""
    from seqlab.devices import use_threads
    from seqlab.pipeline import Simplifier, Wish

    use_threads()
    simplifier = Simplifier.load(options.model, device=options.device, critic=options.critic)
    wish = Wish(
        options.strength,
        options.keep,
        options.operations,
        options.level,
        options.decide,
        options.protect,
        Terms(options.terms),
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
    load_work: LoadWork | None = None,
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
        load_work: What makes, in each worker, the function that turns a lot of documents into
            records; that of `load` unless given.
    """
    options = options or BatchOptions()
    check_workers(workers)
    check_options(options)
    check_folders(source, output)
    state = output / STATE
    with locked(state):
        # What a killed run was writing when it was killed.
        shutil.rmtree(state / "partial", ignore_errors=True)
        manifest = Manifest(state / "manifest.jsonl", run_key(options))
        try:
            schedule = Schedule(source, output, options, manifest)
            rules = Rules(options.protect, options.columns, state)
            make = partial(load_work or partial(_load_work, load), options, rules)
            for event in run_engine(engine, schedule.take, make, workers, ray_address, limits):
                schedule.note(event)
            schedule.progress.close()
        finally:
            manifest.close()
            shutil.rmtree(state / "partial", ignore_errors=True)
    return schedule.summary


def _load_work(load: LoadSimplifier, options: BatchOptions, rules: Rules) -> Work:
    simplify = load(options)
    # Loaded here, not by the first document, whose time is limited.
    text_counts(["Ready."])
    return partial(_work, simplify, rules)


def _work(simplify: SimplifySentences, rules: Rules, lot: Lot) -> Iterator[Record | Tick]:
    return simplify_lot(lot, simplify, rules)
