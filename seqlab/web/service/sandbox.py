"""Documents are read and written in a process of their own, which can be ended.

Parsers of rich formats are where hostile files strike: a process that hangs or fills the memory is
killed, and the service goes on. The model stays in the service's process; the child asks it for
sentences over a pipe. One child is kept ready, so that nobody waits for its start.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from seqlab.devices import resident_bytes
from seqlab.editing import Explanation, Revision, SourceSentence
from seqlab.errors import DataError, SeqLabError
from seqlab.pipeline import Wish

Answer = Callable[[Sequence[SourceSentence], Wish], list[Explanation]]
# Seconds between two looks at the limits.
_LOOK = 0.1
_GIGABYTE = 1_000_000_000


class Stopped(SeqLabError):
    """The document was given up: cancelled, or over a limit."""


@dataclass(frozen=True)
class Bounds:
    """What a child may take, and who may end it."""

    seconds: float
    memory: float
    is_cancelled: Callable[[], bool]


class RemoteSimplifier:
    """What a child sees of the service's simplifier: the same calls, answered over the pipe."""

    def __init__(self, connection: Connection, levels: Sequence[str]) -> None:
        self._connection = connection
        self.levels = tuple(levels)

    def rewrite(
        self, sources: Iterator[SourceSentence], wish: Wish, alternatives: bool = False
    ) -> Iterator[Explanation]:
        """Every sentence simplified as wished, with its reasons."""
        self._connection.send(("rewrite", (list(sources), wish)))
        yield from self._connection.recv()

    def revisions(self, sources: Sequence[SourceSentence], wish: Wish) -> list[Revision]:
        """What sentences become, with where every character comes from."""
        return [one.revision for one in self.rewrite(iter(sources), wish)]

    def checked(self, wish: Wish) -> Wish:
        """The wish; the service has checked it before."""
        return wish


class Sandbox:
    """Children for documents, one of them always ready."""

    def __init__(self, levels: Sequence[str]) -> None:
        self._levels = tuple(levels)
        self._lock = threading.Lock()
        self._spare: _Child | None = None
        self._is_closed = False

    def warm(self) -> None:
        """Start the child for the next document."""
        with self._lock:
            if self._spare is None and not self._is_closed:
                self._spare = _Child(self._levels)

    def close(self) -> None:
        """End the child that is kept ready."""
        with self._lock:
            self._is_closed = True
            if self._spare is not None:
                self._spare.end()
                self._spare = None

    def run(self, task: str, arguments: dict[str, Any], answer: Answer, bounds: Bounds) -> Any:
        """What a task of `seqlab.web.service.tasks` gives, done in a child within bounds."""
        with self._lock:
            child, self._spare = self._spare or _Child(self._levels), None
        try:
            return child.run(task, arguments, answer, bounds)
        finally:
            child.end()
            # The next one starts while nobody waits for it.
            threading.Thread(target=self.warm, daemon=True).start()


class _Child:
    """A process and the pipe to it."""

    def __init__(self, levels: tuple[str, ...]) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, other = context.Pipe()
        self._process = context.Process(target=_serve, args=(other, levels), daemon=True)
        self._process.start()
        other.close()

    def run(self, task: str, arguments: dict[str, Any], answer: Answer, bounds: Bounds) -> Any:
        until = time.monotonic() + bounds.seconds
        try:
            self._connection.send((task, arguments, bounds.memory))
            while True:
                while not self._connection.poll(_LOOK):
                    self._check(bounds, until)
                kind, value = self._connection.recv()
                if kind == "done":
                    return value
                if kind == "error":
                    raise value
                self._check(bounds, until)
                self._connection.send(answer(*value))
        except (EOFError, OSError):
            self._process.join(1)
            code = self._process.exitcode
            raise DataError(
                "document", f"reading it ended its process (code {code})", fix="send another"
            ) from None

    def _check(self, bounds: Bounds, until: float) -> None:
        if bounds.is_cancelled():
            raise Stopped("cancelled")
        if time.monotonic() > until:
            raise Stopped(f"not done within {bounds.seconds:g} seconds; send a shorter one")
        if resident_bytes(self._process.pid) > bounds.memory * _GIGABYTE:
            raise Stopped(f"reading it took more than {bounds.memory:g} GB; send a smaller one")

    def end(self) -> None:
        self._connection.close()
        with suppress(ValueError):
            self._process.kill()
            self._process.join()


def _serve(connection: Connection, levels: tuple[str, ...]) -> None:
    """What a child does: load the readers, wait for its one task, do it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    # Nothing of a document may reach the log.
    sys.stderr = sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    from seqlab.web.service import tasks

    try:
        name, arguments, memory = connection.recv()
        # A hard bound behind the watched one: address space is always larger than what is used.
        with suppress(ValueError, OSError):
            most = int(memory * 4 * _GIGABYTE)
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
        simplifier = RemoteSimplifier(connection, levels)
        value = tasks.TASKS[name](simplifier, **arguments)
        connection.send(("done", value))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except SeqLabError as error:
        connection.send(("error", error))
    except MemoryError:
        connection.send(("error", DataError("document", "too large to be read in memory")))
    except BaseException as error:
        why = type(error).__name__
        connection.send(("error", DataError("document", f"cannot be read ({why})")))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
