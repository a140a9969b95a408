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

Engine = Literal["local", "ray"]
Take = Callable[[], Any]
Work = Callable[[Any], Iterator[Any]]
Load = Callable[[], Work]


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
    """A task whose worker died over it, so many times."""

    task: Any
    reason: str
    deaths: int = 1


Event = Result | Finished | Lost


def run_engine(
    name: Engine, take: Take, load: Load, workers: int | None, ray_address: str | None = None
) -> Iterator[Event]:
    """Do all tasks: in this process with 0 workers, else in processes or on a Ray cluster.

    None stands for as many workers as there are processors, of this machine or of the cluster.
    """
    if name == "ray":
        from seqlab.documents.engines.cluster import run_ray

        return run_ray(take, load, workers or 0, ray_address)
    from seqlab.documents.engines.local import run_here, run_processes

    if workers is None:
        workers = os.cpu_count() or 1
    return run_processes(take, load, workers) if workers else run_here(take, load)
