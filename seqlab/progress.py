"""Progress of long work: a bar on a terminal, plain lines elsewhere, always on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sized
from typing import TypeVar

T = TypeVar("T")

# Logs and CI stay readable with one line per so many seconds.
SECONDS_BETWEEN_LINES = 10.0


def track(items: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
    """Yield `items`, showing on stderr how far the work has come."""
    if total is None and isinstance(items, Sized):
        total = len(items)
    if sys.stderr.isatty():
        yield from _bar(items, what, total)
    else:
        yield from _lines(items, what, total)


def _bar(items: Iterable[T], what: str, total: int | None) -> Iterator[T]:
    from rich.console import Console
    from rich.progress import Progress

    with Progress(*Progress.get_default_columns(), console=Console(stderr=True)) as progress:
        yield from progress.track(items, total=total, description=what)


def _lines(items: Iterable[T], what: str, total: int | None) -> Iterator[T]:
    started = last = time.monotonic()
    count = 0
    for count, item in enumerate(items, start=1):
        yield item
        now = time.monotonic()
        if now - last >= SECONDS_BETWEEN_LINES:
            last = now
            of = f" of {total:,}" if total else ""
            print(f"{what}: {count:,}{of}, {now - started:.0f} s", file=sys.stderr, flush=True)
