"""The engine of one machine: processes, each of which loads the model once.

A worker that dies – killed, out of memory, crashed – is noticed at once, and another one takes its
place. A worker has one task at a time, so nothing piles up anywhere.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from typing import Any

from seqlab.documents.engines import Event, Finished, Load, Lost, Result, Take
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


def run_processes(take: Take, load: Load, workers: int) -> Iterator[Event]:
    """Do all tasks in up to `workers` processes."""
    busy: list[_Worker] = []
    idle: list[_Worker] = []
    false_starts = 0
    try:
        while True:
            while len(busy) < workers and (task := take()) is not None:
                worker = idle.pop() if idle else _Worker(load)
                busy.append(worker)
                worker.give(task)
            if not busy:
                return
            for worker in _speaking(busy):
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
                    yield Lost(worker.task, value)
    finally:
        for worker in (*busy, *idle):
            worker.stop()


def _speaking(workers: list[_Worker]) -> list[_Worker]:
    ready = set(wait([worker.connection for worker in workers]))
    return [worker for worker in workers if worker.connection in ready]


class _Worker:
    """A process and the line to it."""

    def __init__(self, load: Load) -> None:
        # A forked process would inherit threads of torch that do not run.
        context = multiprocessing.get_context("spawn")
        self.connection, other = context.Pipe()
        self.task: Any = None
        self.is_ready = False
        self._process = context.Process(target=_serve, args=(other, load), daemon=True)
        with _one_thread():
            self._process.start()
        other.close()

    def give(self, task: Any) -> None:
        """Send a task; if the worker is dead already, `heard` will say so."""
        self.task = task
        with suppress(OSError):
            self.connection.send(task)

    def heard(self) -> tuple[str, Any]:
        """The next message, or `died` with the way it died."""
        try:
            kind, value = self.connection.recv()
        except (EOFError, OSError):
            self._process.join()
            return "died", _way(self._process.exitcode)
        self.is_ready = True
        return kind, value

    def stop(self) -> None:
        """End the process; what it was doing was never finished."""
        self.connection.close()
        self._process.terminate()
        self._process.join(5)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


def _way(code: int | None) -> str:
    if code is not None and code < 0:
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = f"signal {-code}"
        return f"killed by {name}"
    return f"ended with code {code}"


@contextmanager
def _one_thread() -> Iterator[None]:
    """In the block, new processes get one thread for arithmetic: the workers are the threads."""
    names = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")
    before = {name: os.environ.get(name) for name in names}
    os.environ.update(dict.fromkeys(names, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _serve(connection: Connection, load: Load) -> None:
    """What a worker process does until its line is cut."""
    # Ctrl-C reaches the whole group; the parent decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        work = load()
        connection.send(("ready", None))
        while True:
            for value in work(connection.recv()):
                connection.send(("value", value))
            connection.send(("done", None))
    except SeqLabError as error:
        connection.send(("error", error))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # the parent has closed the line


def _end_with_parent() -> None:
    """If the parent is killed, nobody is left to note what this process would still write."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
