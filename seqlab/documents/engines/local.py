"""The engine of one machine: processes, each of which loads the model once.

A worker that dies – killed, out of memory, crashed – is noticed at once, and another one takes its
place. A worker has one task at a time, so nothing piles up anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from seqlab.documents.engines import (
    NO_LIMITS,
    Event,
    Finished,
    Limits,
    Load,
    Lost,
    Result,
    Take,
)
from seqlab.documents.engines.worker import Worker, speaking
from seqlab.errors import SeqLabError

# So many workers may die in a row before any was ready; then it is no accident.
_FALSE_STARTS = 3


def run_here(take: Take, load: Load) -> Iterator[Event]:
    """Do all tasks in this process."""
    work = None
    while (task := take()) is not None:
        work = work or load()
        for value in work(task):
            yield Result(task, value)
        yield Finished(task)


def run_processes(
    take: Take, load: Load, workers: int, limits: Limits = NO_LIMITS
) -> Iterator[Event]:
    """Do all tasks in up to `workers` processes."""
    busy: list[Worker] = []
    idle: list[Worker] = []
    false_starts = 0
    try:
        while True:
            while len(busy) < workers and (task := take()) is not None:
                worker = idle.pop() if idle else Worker(load, limits)
                busy.append(worker)
                worker.give(task)
            if not busy:
                return
            for worker in speaking(busy):
                kind, value = worker.heard()
                if kind == "value":
                    yield Result(worker.task, value)
                elif kind == "done":
                    busy.remove(worker)
                    idle.append(worker)
                    yield Finished(worker.task)
                elif kind == "error":
                    raise value
                elif kind == "ready":
                    false_starts = 0
                else:
                    busy.remove(worker)
                    false_starts += not worker.is_ready
                    if false_starts >= _FALSE_STARTS:
                        raise SeqLabError(f"workers die before they are ready: {value}")
                    yield Lost(worker.task, value, exceeded=kind == "exceeded")
    finally:
        for worker in (*busy, *idle):
            worker.stop()
