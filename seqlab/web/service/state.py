"""`Service`: what all requests of a process share."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from fastapi import Request

from seqlab.pipeline import Simplifier
from seqlab.web.options import ServeOptions
from seqlab.web.service.batching import Batcher
from seqlab.web.service.jobs import Jobs
from seqlab.web.service.metrics import Metrics
from seqlab.web.service.problems import Problem
from seqlab.web.service.sandbox import Sandbox
from seqlab.web.service.time_limit import Expired, time_limit

T = TypeVar("T")


@dataclass(frozen=True)
class Service:
    """The options, the one model, the counters and the jobs of a process."""

    options: ServeOptions
    simplifier: Simplifier
    batcher: Batcher
    metrics: Metrics
    jobs: Jobs
    sandbox: Sandbox
    # Scoring has one thread beside the model's: two at once would only slow each other.
    scoring: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, "seqlab-scoring")
    )

    async def in_thread(self, work: Callable[..., T], *arguments: Any) -> T:
        """What slow work gives, while there is time; then a 503."""
        seconds = self.options.limits.seconds
        loop = asyncio.get_running_loop()
        try:
            async with time_limit(seconds):
                return await loop.run_in_executor(self.scoring, work, *arguments)
        except Expired:
            raise self._late() from None

    def _late(self) -> Problem:
        self.metrics.add("refused_total", reason="time")
        return Problem(
            503,
            f"not done within {self.options.limits.seconds:g} seconds",
            fix="send less at a time, or send it as a document",
            retry_after=5,
        )

    async def timed(self, values: AsyncIterator[T]) -> AsyncIterator[T]:
        """The values while there is time; then a 503."""
        seconds = self.options.limits.seconds
        until = time.monotonic() + seconds
        stream = aiter(values)
        try:
            while True:
                try:
                    async with time_limit(max(0.0, until - time.monotonic())):
                        value = await anext(stream)
                except StopAsyncIteration:
                    return
                except Expired:
                    raise self._late() from None
                yield value
        finally:
            # What is not asked for any more is not worked on.
            close = getattr(stream, "aclose", None)
            if close is not None:
                await close()


def service_of(request: Request) -> Service:
    """The service of the application that a request came to."""
    service = request.app.state.service
    assert isinstance(service, Service)
    return service
