"""A worker process, watched from outside: whatever it does, it can be ended and replaced."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from seqlab.devices import resident_bytes
from seqlab.documents.engines import NO_LIMITS, Limits, Load
from seqlab.errors import SeqLabError

# Seconds between two looks at the limits.
_LOOK = 0.2
# Seconds that a worker may take to load its model, at least.
_LOADING = 600.0


def speaking(workers: Sequence[Worker]) -> list[Worker]:
    """The workers that have something to say, or are over a limit; empty after a moment."""
    ready = set(wait([worker.connection for worker in workers], _LOOK))
    return [worker for worker in workers if worker.connection in ready or worker.has_gone_too_far()]


class Worker:
    """A process, the line to it, and the limits that it is held to."""

    def __init__(self, load: Load, limits: Limits = NO_LIMITS) -> None:
        # A forked process would inherit threads of torch that do not run.
        context = multiprocessing.get_context("spawn")
        self.connection, other = context.Pipe()
        self.task: Any = None
        self.is_ready = False
        self._limits = limits
        self._since = self._starved = 0.0
        self._exceeded = ""
        self._process = context.Process(target=_serve, args=(other, load), daemon=True)
        with _one_thread():
            self._process.start()
        self._mark()
        other.close()

    def give(self, task: Any) -> None:
        """Send a task; if the worker is dead already, `heard` will say so."""
        self.task = task
        self._mark()
        with suppress(OSError):
            self.connection.send(task)

    def heard(self) -> tuple[str, Any]:
        """The next message; or `died` with the way it died, `exceeded` with the limit."""
        if self._exceeded:
            self.stop()
            return "exceeded", self._exceeded
        try:
            kind, value = self.connection.recv()
        except (EOFError, OSError):
            self._process.join()
            return "died", _way(self._process.exitcode)
        self.is_ready = True
        self._mark()
        return kind, value

    def _mark(self) -> None:
        """Count the time without progress from now on."""
        self._since, self._starved = time.monotonic(), _starved(self._process.pid)

    def has_gone_too_far(self) -> bool:
        """Whether it is over a limit; then `heard` ends it and says which."""
        # On a machine with too much to do, waiting for a processor is nobody's fault.
        starved = _starved(self._process.pid) - self._starved
        silent, limits = time.monotonic() - self._since - starved, self._limits
        # Loading the model is not the task's fault, but must end some time too.
        timeout = limits.timeout if self.is_ready else max(limits.timeout, _LOADING)
        if limits.timeout and silent > timeout:
            self._exceeded = f"no progress for {timeout:g} s (--timeout)"
        elif limits.memory and resident_bytes(self._process.pid) > limits.memory * 1e9:
            self._exceeded = f"took more than {limits.memory:g} GB (--memory)"
        return bool(self._exceeded)

    def stop(self) -> None:
        """End the process; what it was doing was never finished."""
        self.connection.close()
        self._process.terminate()
        self._process.join(5)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


def _starved(pid: int | None) -> float:
    """Seconds that a process was ready and waited for a processor, as far as the system tells."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii").split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


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
