"""The engine of a cluster: Ray Data over a pool of actors, each of which loads the model once.

Tasks go through Ray Data in windows, so that no list of them grows with their number. An actor
keeps the model in a process of its own, which it watches as the engine of one machine does, so a
task that kills, hangs or fills the memory ends that process only. Ray itself restarts an actor
that dies and gives its task again; a task whose actor dies time and again is lost here.
"""

from __future__ import annotations

import logging
import os
import pickle
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any

import numpy as np

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
from seqlab.errors import SeqLabError, UsageError

WINDOW = 256
# How often Ray gives a task again whose actor died.
RETRIES = 1
# On a busy machine a node may not start within the time that Ray gives it; the next one, with its
# files in memory, does.
ATTEMPTS = 5
# Tasks and outcomes are names and counts, so the store of shared objects can be small.
STORE_BYTES = 200_000_000
# Ray writes warnings on its own affairs straight to the terminal, and starts a process for each
# processor before anyone asks.
_QUIET = {"RAY_BACKEND_LOG_LEVEL": "fatal", "RAY_prestart_worker_first_driver": "0"}


def run_ray(
    take: Take, load: Load, workers: int, address: str | None, limits: Limits = NO_LIMITS
) -> Iterator[Event]:
    """Do all tasks on the cluster at `address`, or on a local one.

    With 0 workers there is an actor for each processor; on a cluster one is left to the driver.
    """
    try:
        import ray
        import ray.data
    except ImportError:
        raise UsageError("--engine ray needs Ray: pip install 'seqlab[ray]'") from None
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    started = not ray.is_initialized()
    if started:
        _start(ray, workers or os.cpu_count() or 1, address)
    try:
        if not workers:
            processors = int(ray.cluster_resources().get("CPU", 1))
            workers = max(1, processors - 1) if address else os.cpu_count() or 1
        context = ray.data.DataContext.get_current()
        context.enable_progress_bars = False
        # A task that cannot be done must not stop the others.
        context.max_errored_blocks = -1
        context.execution_options.preserve_order = True
        while window := list(islice(iter(take, None), WINDOW)):
            yield from _window(ray, window, load, workers, limits)
    finally:
        if started:
            ray.shutdown()


def _start(ray: Any, workers: int, address: str | None) -> None:
    single = {"env_vars": {"OMP_NUM_THREADS": "1"}}
    common = {"log_to_driver": False, "logging_level": logging.ERROR, "runtime_env": single}
    if address:
        try:
            ray.init(address=address, **common)
        except Exception as error:
            reason = " ".join(str(error).split())
            raise UsageError(f"--ray-address {address}: no Ray cluster there: {reason}") from None
        return
    for name, value in _QUIET.items():
        os.environ.setdefault(name, value)
    # More than the actors: one that died just before its pool closed lingers for a while.
    local = {"num_cpus": 2 * workers + 2, "object_store_memory": STORE_BYTES}
    for attempt in range(1, ATTEMPTS + 1):
        try:
            ray.init(include_dashboard=False, **local, **common)
            return
        # Ray raises a bare `Exception` where a node does not start within its fixed 30 seconds.
        except Exception as error:
            reason = " ".join(str(error).split())
            ray.shutdown()
            if "timed out" not in reason or attempt == ATTEMPTS:
                raise SeqLabError(
                    f"no Ray cluster could be started here in {attempt} attempts: {reason}"
                ) from None


def _window(
    ray: Any, tasks: list[Any], load: Load, workers: int, limits: Limits
) -> Iterator[Event]:
    # With one task at a time, an actor that dies takes no others with it.
    pool = ray.data.ActorPoolStrategy(
        size=min(workers, len(tasks)), max_tasks_in_flight_per_actor=1
    )
    rows = [{"number": n, "task": pickle.dumps(task)} for n, task in enumerate(tasks)]
    found = ray.data.from_items(rows, override_num_blocks=len(rows)).map_batches(
        _Actor,
        fn_constructor_args=(ray.cloudpickle.dumps(load), limits),
        batch_size=1,
        compute=pool,
        num_cpus=1,
        ray_remote_args_fn=_actor_options,
    )
    missing = dict(enumerate(tasks))
    for row in found.iter_rows():
        task = missing.pop(int(row["number"]))
        values, (kind, reason) = pickle.loads(row["outcome"])
        for value in values:
            yield Result(task, value)
        if kind == "error":
            raise reason
        if kind == "done":
            yield Finished(task)
        else:
            yield Lost(task, reason, exceeded=kind == "exceeded")
    for task in missing.values():
        yield Lost(task, "its Ray actor", RETRIES + 1)


def _actor_options() -> dict[str, int]:
    return {"max_restarts": -1, "max_task_retries": RETRIES}


class _Actor:
    """A member of the pool: it watches the process that does the work."""

    def __init__(self, load: bytes, limits: Limits) -> None:
        self._load, self._limits = partial(_loaded, load), limits
        self._worker: Worker | None = None

    def __call__(self, batch: dict[str, np.ndarray]) -> dict[str, Any]:
        """Do the tasks of a batch; errors and deaths travel as values."""
        outcomes = [pickle.dumps(self._done(pickle.loads(task))) for task in batch["task"]]
        return {"number": batch["number"], "outcome": outcomes}

    def _done(self, task: Any) -> tuple[list[Any], tuple[str, Any]]:
        """What a task gave, and how it ended."""
        worker = self._worker = self._worker or Worker(self._load, self._limits)
        worker.give(task)
        values: list[Any] = []
        while True:
            for speaker in speaking([worker]):
                kind, value = speaker.heard()
                if kind == "value":
                    values.append(value)
                elif kind != "ready":
                    if kind != "done":
                        self._worker = None
                    return values, (kind, value)


def _loaded(load: bytes) -> Any:
    return pickle.loads(load)()
