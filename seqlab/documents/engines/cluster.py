"""The engine of a cluster: Ray Data over a pool of actors, each of which loads the model once.

Tasks go through Ray Data in windows, so that no list of them grows with their number. Ray itself
restarts an actor that dies and gives its task again; a task that kills its actor time and again
is left out by Ray, and is lost here.
"""

from __future__ import annotations

import logging
import os
import pickle
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np

from seqlab.documents.engines import Event, Finished, Load, Lost, Result, Take
from seqlab.errors import SeqLabError, UsageError

WINDOW = 256
# How often Ray gives a task again whose actor died.
RETRIES = 1


def run_ray(take: Take, load: Load, workers: int, address: str | None) -> Iterator[Event]:
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
            yield from _window(ray, window, load, workers)
    finally:
        if started:
            ray.shutdown()


def _start(ray: Any, workers: int, address: str | None) -> None:
    # Ray writes warnings on its own affairs straight to the terminal.
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")
    single = {"env_vars": {"OMP_NUM_THREADS": "1"}}
    common = {"log_to_driver": False, "logging_level": logging.ERROR, "runtime_env": single}
    try:
        if address:
            ray.init(address=address, **common)
        else:
            # More than the actors: one that died just before its pool closed lingers for a while.
            ray.init(num_cpus=2 * workers + 2, include_dashboard=False, **common)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise UsageError(f"--ray-address {address}: no Ray cluster there: {error}") from None


def _window(ray: Any, tasks: list[Any], load: Load, workers: int) -> Iterator[Event]:
    # With one task at a time, an actor that dies takes no others with it.
    pool = ray.data.ActorPoolStrategy(
        size=min(workers, len(tasks)), max_tasks_in_flight_per_actor=1
    )
    rows = [{"number": n, "task": pickle.dumps(task)} for n, task in enumerate(tasks)]
    found = ray.data.from_items(rows, override_num_blocks=len(rows)).map_batches(
        _Actor,
        fn_constructor_args=(ray.cloudpickle.dumps(load),),
        batch_size=1,
        compute=pool,
        num_cpus=1,
        ray_remote_args_fn=_actor_options,
    )
    missing = dict(enumerate(tasks))
    for row in found.iter_rows():
        task = missing.pop(int(row["number"]))
        for value in pickle.loads(row["values"]):
            if isinstance(value, SeqLabError):
                raise value
            yield Result(task, value)
        yield Finished(task)
    for task in missing.values():
        yield Lost(task, "its Ray actor", RETRIES + 1)


def _actor_options() -> dict[str, int]:
    return {"max_restarts": -1, "max_task_retries": RETRIES}


class _Actor:
    """A worker of the pool."""

    def __init__(self, load: bytes) -> None:
        self._work: Any = None
        self._error: SeqLabError | None = None
        try:
            self._work = pickle.loads(load)()
        except SeqLabError as error:
            # An actor that cannot start would be started for ever.
            self._error = error

    def __call__(self, batch: dict[str, np.ndarray]) -> dict[str, Any]:
        """Do the tasks of a batch; errors travel as values."""
        values = []
        for task in batch["task"]:
            try:
                done = [self._error] if self._error else list(self._work(pickle.loads(task)))
            except SeqLabError as error:
                done = [error]
            values.append(pickle.dumps(done))
        return {"number": batch["number"], "values": values}
