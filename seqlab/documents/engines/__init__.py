"""Engines: who does the work. Each takes tasks while workers are free, and says what came of them.

An engine is a function of `take`, which gives the next task or None while there is none, and of
`load`, which makes in each worker, once, the function that does a task. It yields events until
`take` has nothing more and nothing is under way. Whoever called it may have more to take after any
event, so a lost task can be given again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from seqlab.errors import UsageError

Engine = Literal["local", "ray"]
Take = Callable[[], Any]
Work = Callable[[Any], Iterator[Any]]
Load = Callable[[], Work]


@dataclass(frozen=True, slots=True)
class Limits:
    """What a worker may take for a task before it is ended, and another one takes its place.

    Args:
        timeout: Seconds without a sign of progress; 0 for no limit.
        memory: Resident memory of the worker in gigabytes, its model included; 0 for no limit.
    """

    timeout: float = 300.0
    memory: float = 4.0

    def __post_init__(self) -> None:
        for name in ("timeout", "memory"):
            # `not … >= 0` also refuses what is not a number.
            if not getattr(self, name) >= 0:
                raise UsageError(f"{name} must be 0 or more (got {getattr(self, name)})")


NO_LIMITS = Limits(0, 0)


@dataclass(frozen=True, slots=True)
class Result:
    """Something that a task gave."""

    task: Any
    value: Any


@dataclass(frozen=True, slots=True)
class Finished:
    """A task that has given all."""

    task: Any


@dataclass(frozen=True, slots=True)
class Lost:
    """A task whose worker died over it, so many times, or was ended because it went too far."""

    task: Any
    reason: str
    deaths: int = 1
    exceeded: bool = False


Event = Result | Finished | Lost


def run_engine(
    name: Engine,
    take: Take,
    load: Load,
    workers: int | None,
    ray_address: str | None = None,
    limits: Limits = NO_LIMITS,
) -> Iterator[Event]:
    """Do all tasks: in this process with 0 workers, else in processes or on a Ray cluster.

    None stands for as many workers as there are processors, of this machine or of the cluster.
    No limit holds for work in this process: nobody is left to end it.
    """
    check_workers(workers)
    if name == "ray":
        from seqlab.documents.engines.cluster import run_ray

        return run_ray(take, load, workers or 0, ray_address, limits)
    from seqlab.documents.engines.local import run_here, run_processes

    if workers is None:
        workers = os.cpu_count() or 1
    return run_processes(take, load, workers, limits) if workers else run_here(take, load)


def check_workers(workers: int | None) -> None:
    """Refuse a number of workers that is none."""
    if workers is not None and workers < 0:
        raise UsageError(f"workers must be 0 or more (got {workers})")
