"""`Jobs`: documents on their way, in a store that all processes of the service share.

The store is an SQLite file in the state folder, which only the owner can read and which is removed
at the end. A job is done by the process that took it; any process can tell of it or cancel it.
"""

from __future__ import annotations

import os
import queue
import secrets
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from seqlab.errors import DataError, SeqLabError
from seqlab.web.options import RequestLimits
from seqlab.web.service.metrics import Metrics
from seqlab.web.service.problems import Problem, of_data_error
from seqlab.web.service.sandbox import Stopped

WAITING, RUNNING, DONE, FAILED, CANCELLED = "waiting", "running", "done", "failed", "cancelled"
ENDED = (DONE, FAILED, CANCELLED)
_SCHEMA = """
CREATE TABLE IF NOT EXISTS jobs (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, state TEXT NOT NULL, pid INTEGER NOT NULL,
    sentences INTEGER NOT NULL DEFAULT 0, changed INTEGER NOT NULL DEFAULT 0,
    detail TEXT NOT NULL DEFAULT '', fix TEXT NOT NULL DEFAULT '',
    status INTEGER NOT NULL DEFAULT 0, result TEXT NOT NULL DEFAULT '',
    cancel INTEGER NOT NULL DEFAULT 0, ended REAL
)
"""
_COLUMNS = "id, name, state, pid, sentences, changed, detail, fix, status, result"


@dataclass(frozen=True, slots=True)
class Job:
    """What is known of a document on its way."""

    id: str
    name: str
    state: str
    pid: int
    sentences: int = 0
    changed: int = 0
    detail: str = ""
    fix: str = ""
    status: int = 0
    result: str = ""


@dataclass(frozen=True)
class Outcome:
    """What the work on a document gave: the file, and how many sentences changed."""

    path: Path
    changed: int = 0


# The work gets the job's folder, a way to note progress, and a way to ask whether to stop.
Work = Callable[[Path, Callable[[int], None], Callable[[], bool]], Outcome]


class Jobs:
    """The jobs of the service, and the thread of this process that does its own."""

    def __init__(self, folder: Path, limits: RequestLimits, metrics: Metrics) -> None:
        self._folder, self._limits, self._metrics = folder, limits, metrics
        self._queue: queue.Queue[tuple[str, Work] | None] = queue.Queue()
        self._ended: dict[str, threading.Event] = {}
        self._is_closing = False
        with closing(self._open()) as store, store:
            store.execute("PRAGMA journal_mode=WAL")
            store.execute(_SCHEMA)
        self._thread = threading.Thread(target=self._run, name="seqlab-jobs", daemon=True)
        self._thread.start()

    def folder(self, name: str) -> Path:
        """The folder of a job."""
        return self._folder / f"job-{name}"

    def new_folder(self) -> tuple[str, Path]:
        """A name for a job that nobody can guess, and its folder."""
        name = secrets.token_urlsafe(16)
        path = self.folder(name)
        path.mkdir(mode=0o700)
        return name, path

    def add(self, identity: str, name: str, work: Work) -> threading.Event:
        """Queue a job; the event is set once it has ended."""
        self.clean()
        with closing(self._open()) as store, store:
            store.execute("BEGIN IMMEDIATE")
            (under_way,) = store.execute(
                "SELECT COUNT(*) FROM jobs WHERE state IN (?, ?)", (WAITING, RUNNING)
            ).fetchone()
            if under_way >= self._limits.jobs or self._is_closing:
                shutil.rmtree(self.folder(identity), ignore_errors=True)
                self._metrics.add("refused_total", reason="jobs")
                raise Problem(
                    503,
                    "too many documents are under way",
                    fix="send it again later",
                    retry_after=15,
                )
            store.execute(
                "INSERT INTO jobs (id, name, state, pid) VALUES (?, ?, ?, ?)",
                (identity, name, WAITING, os.getpid()),
            )
        event = self._ended[identity] = threading.Event()
        self._queue.put((identity, work))
        return event

    def find(self, identity: str) -> Job:
        """A job by its id; a 404 where there is none."""
        with closing(self._open()) as store:
            row = store.execute(f"SELECT {_COLUMNS} FROM jobs WHERE id = ?", (identity,)).fetchone()
        if row is None:
            raise Problem(404, "no such job", fix="results are kept for a limited time; send again")
        job = Job(*row)
        if job.state not in ENDED and not _lives(job.pid):
            job = replace(job, state=FAILED, detail="its process ended; send it again", status=503)
            self._note(identity, state=FAILED, detail=job.detail, status=503, ended=time.time())
        return job

    def cancel(self, identity: str) -> Job:
        """End a job, or forget one that has ended."""
        job = self.find(identity)
        if job.state in ENDED:
            self._forget(identity)
        else:
            self._note(identity, cancel=1)
        return replace(job, state=job.state if job.state in ENDED else CANCELLED)

    def clean(self) -> None:
        """Forget what ended long ago."""
        before = time.time() - self._limits.keep_minutes * 60
        with closing(self._open()) as store:
            rows = store.execute("SELECT id FROM jobs WHERE ended < ?", (before,)).fetchall()
        for (identity,) in rows:
            self._forget(identity)

    def close(self) -> None:
        """Finish the job that runs; those that wait are told to come again."""
        self._is_closing = True
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (item := self._queue.get()) is not None:
            identity, work = item
            try:
                self._do(identity, work)
            finally:
                event = self._ended.pop(identity, None)
                if event is not None:
                    event.set()

    def _do(self, identity: str, work: Work) -> None:
        if self._is_closing:
            self._end(identity, FAILED, "the service was shut down; send it again", status=503)
            return
        if self._is_cancelled(identity):
            self._end(identity, CANCELLED, "cancelled")
            return
        self._note(identity, state=RUNNING)
        try:
            outcome = work(
                self.folder(identity),
                lambda count: self._note(identity, sentences=count),
                lambda: self._is_cancelled(identity),
            )
        except Stopped as error:
            state = CANCELLED if self._is_cancelled(identity) else FAILED
            self._end(identity, state, str(error), status=503)
        except DataError as error:
            problem = of_data_error(error, "file", "document")
            self._end(identity, FAILED, problem.detail, fix=problem.fix, status=422)
        except (Problem, SeqLabError) as error:
            self._end(identity, FAILED, str(error), status=getattr(error, "status", 422))
        except Exception as error:
            self._end(identity, FAILED, f"the service failed ({type(error).__name__})", status=500)
        else:
            self._note(identity, changed=outcome.changed, result=outcome.path.name)
            self._end(identity, DONE, "")

    def _end(self, identity: str, state: str, detail: str, fix: str = "", status: int = 0) -> None:
        self._metrics.add("jobs_total", state=state)
        self._note(identity, state=state, detail=detail, fix=fix, status=status, ended=time.time())

    def _is_cancelled(self, identity: str) -> bool:
        with closing(self._open()) as store:
            row = store.execute("SELECT cancel FROM jobs WHERE id = ?", (identity,)).fetchone()
        return row is None or bool(row[0])

    def _note(self, identity: str, **values: Any) -> None:
        names = ", ".join(f"{name} = ?" for name in values)
        with closing(self._open()) as store, store:
            store.execute(f"UPDATE jobs SET {names} WHERE id = ?", (*values.values(), identity))

    def _forget(self, identity: str) -> None:
        with closing(self._open()) as store, store:
            store.execute("DELETE FROM jobs WHERE id = ?", (identity,))
        shutil.rmtree(self.folder(identity), ignore_errors=True)

    def _open(self) -> sqlite3.Connection:
        return sqlite3.connect(self._folder / "jobs.sqlite", timeout=30)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
