"""Where stages run: in this process, in several, or on Ray. All do the same work."""

from __future__ import annotations

import multiprocessing
import os
import traceback
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from seqlab.errors import SeqLabError, UsageError
from seqlab.training import Cache, Done, Task

EngineName = Literal["processes", "ray"]


@dataclass(frozen=True)
class Failure:
    """Why a stage could not be done, in one line; `details` is for whoever looks further."""

    reason: str
    details: str = ""


Outcome = Done | Failure


class Engine(Protocol):
    """Takes tasks and gives back their outcomes, in whatever order they come."""

    slots: int

    def start(self, name: str, task: Task) -> None:
        """Begin a task; at most `slots` are under way at once."""
        ...

    def finished(self) -> list[tuple[str, Outcome]]:
        """Wait until at least one task has ended, and give the names of those that have."""
        ...

    def close(self) -> None:
        """Free what the engine holds."""
        ...


def load_engine(name: EngineName, workers: int, cache: Path) -> Engine:
    """The engine called `name`; one worker needs neither processes nor Ray."""
    if workers < 1:
        raise UsageError(f"workers must be 1 or more (got {workers})")
    if name == "ray":
        return _Ray(workers, cache)
    return _Here(cache) if workers == 1 else _Processes(workers, cache)


def attempt(cache: Path, task: Task) -> Outcome:
    """The task's result, or why there is none; nothing but an interrupt gets through."""
    try:
        return Cache(cache).do(task)
    except Exception as error:
        said = str(error) if isinstance(error, SeqLabError) else f"{type(error).__name__}: {error}"
        return Failure(" ".join(f"{task.stage}: {said}".split()), traceback.format_exc())


class _Here:
    """One task at a time in this process."""

    slots = 1

    def __init__(self, cache: Path) -> None:
        self.cache = cache
        self._waiting: list[tuple[str, Task]] = []

    def start(self, name: str, task: Task) -> None:
        self._waiting.append((name, task))

    def finished(self) -> list[tuple[str, Outcome]]:
        name, task = self._waiting.pop(0)
        return [(name, attempt(self.cache, task))]

    def close(self) -> None:
        pass


class _Processes:
    """Several processes with one thread each; one that dies takes only its own task with it."""

    def __init__(self, workers: int, cache: Path) -> None:
        self.slots, self.cache = workers, cache
        self._pool = self._new_pool()
        self._running: dict[Future[Outcome], tuple[str, Task]] = {}
        # Names of tasks that were lost once, and those of them that wait for a new pool.
        self._lost: set[str] = set()
        self._retries: list[tuple[str, Task]] = []

    def _new_pool(self) -> ProcessPoolExecutor:
        # A forked copy of a process that has torch threads may hang.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.slots, mp_context=context, initializer=one_thread)

    def start(self, name: str, task: Task) -> None:
        self._running[self._pool.submit(attempt, self.cache, task)] = (name, task)

    def finished(self) -> list[tuple[str, Outcome]]:
        ended, _ = wait(self._running, return_when=FIRST_COMPLETED)
        outcomes: list[tuple[str, Outcome]] = []
        broken = False
        for future in ended:
            name, task = self._running.pop(future)
            try:
                outcomes.append((name, future.result()))
            except BrokenProcessPool:
                broken = True
                outcomes += self._again(name, task)
        if broken:
            self._renew(outcomes)
        return outcomes

    def _again(self, name: str, task: Task) -> list[tuple[str, Outcome]]:
        """A task whose process died, or was near one that did, is tried once more."""
        if name in self._lost:
            return [(name, Failure(f"{task.stage}: its process died twice; is memory short?"))]
        self._lost.add(name)
        self._retries.append((name, task))
        return []

    def _renew(self, outcomes: list[tuple[str, Outcome]]) -> None:
        for name, task in self._running.values():
            outcomes += self._again(name, task)
        self._running.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._new_pool()
        while self._retries:
            self.start(*self._retries.pop())

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


class _Ray:
    """Tasks on a Ray cluster whose machines share the cache's folder."""

    def __init__(self, workers: int, cache: Path) -> None:
        try:
            import ray
        except ImportError:
            raise UsageError("engine ray needs seqlab[ray]; or leave --engine out") from None
        self.slots, self.cache, self._ray = workers, cache.resolve(), ray
        self._own = not ray.is_initialized()
        if self._own:
            ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False)
        self._attempt = ray.remote(num_cpus=1)(attempt)
        self._running: dict[Any, tuple[str, Task]] = {}

    def start(self, name: str, task: Task) -> None:
        self._running[self._attempt.remote(self.cache, task)] = (name, task)

    def finished(self) -> list[tuple[str, Outcome]]:
        [ended], _ = self._ray.wait(list(self._running), num_returns=1)
        name, task = self._running.pop(ended)
        try:
            return [(name, self._ray.get(ended))]
        except self._ray.exceptions.RayError as error:
            return [(name, Failure(f"{task.stage}: {str(error).splitlines()[0]}"))]

    def close(self) -> None:
        if self._own:
            self._ray.shutdown()


def one_thread() -> None:
    """Let the libraries of a worker use one thread, since its neighbours use the others."""
    for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ[name] = "1"
