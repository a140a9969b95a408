"""Counters of a process, and all processes' counters as Prometheus text.

With several workers every process writes its counts to a folder that they share, and whichever of
them is asked adds them up.
"""

from __future__ import annotations

import json
import os
import threading
import time
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from seqlab.files import atomic_write

PREFIX = "seqlab"
# Upper bounds of the buckets, in seconds and in sentences.
SECONDS = (0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0)
SENTENCES = (1, 2, 4, 8, 16, 32, 64)
_EVERY = 1.0
_HELP = {
    "requests_total": "Requests answered, by route and status.",
    "request_seconds": "Time until a request was answered.",
    "requests_under_way": "Requests being answered now.",
    "batch_sentences": "Sentences that went to the model together.",
    "sentences_total": "Sentences simplified.",
    "words_total": "Words simplified.",
    "refused_total": "Requests turned away, by reason.",
    "jobs_total": "Jobs ended, by state.",
    "sentences_waiting": "Sentences that wait for the model now.",
    "resident_bytes": "Memory of the processes.",
    "start_seconds": "When the first process started, in Unix time.",
}
_Labels = tuple[tuple[str, str], ...]


class Metrics:
    """Counts of this process; threads may share it."""

    def __init__(self, folder: Path | None = None) -> None:
        self._lock = threading.Lock()
        self._values: dict[tuple[str, _Labels], float] = defaultdict(float)
        self._buckets: dict[tuple[str, _Labels], list[float]] = {}
        self._file = None if folder is None else folder / f"metrics-{os.getpid()}.json"
        self._written = 0.0
        self.set("start_seconds", time.time())

    def add(self, name: str, value: float = 1, **labels: str) -> None:
        """Count so much more."""
        with self._lock:
            self._values[name, tuple(sorted(labels.items()))] += value

    def set(self, name: str, value: float) -> None:
        """Note how much there is now."""
        with self._lock:
            self._values[name, ()] = value

    def observe(self, name: str, value: float, bounds: tuple[float, ...], **labels: str) -> None:
        """Count a value in its bucket."""
        key = (name, tuple(sorted(labels.items())))
        with self._lock:
            # One count for each bound and one for what lies above, then the sum.
            row = self._buckets.setdefault(key, [0.0] * (len(bounds) + 2))
            row[bisect_left(bounds, value)] += 1
            row[-1] += value

    def flush(self, now: bool = False) -> None:
        """Write the counts for the other processes to read, at most once a second."""
        if self._file is None or (not now and time.monotonic() - self._written < _EVERY):
            return
        self._written = time.monotonic()
        with atomic_write(self._file) as handle:
            json.dump(self._plain(), handle)

    def text(self) -> str:
        """All processes' counts in Prometheus's text format."""
        self.set("resident_bytes", resident_bytes())
        self.flush(now=True)
        values: dict[tuple[str, _Labels], float] = defaultdict(float)
        buckets: dict[tuple[str, _Labels], list[float]] = {}
        for counts in self._all():
            for name, labels, value in counts["values"]:
                key = (name, _labels(labels))
                if name == "start_seconds":
                    values[key] = min(values.get(key, value), value)
                else:
                    values[key] += value
            for name, labels, row in counts["buckets"]:
                key = (name, _labels(labels))
                before = buckets.get(key, [0.0] * len(row))
                buckets[key] = [one + two for one, two in zip(before, row, strict=True)]
        return "\n".join([*_plain_lines(values), *_bucket_lines(buckets), ""])

    def _plain(self) -> dict[str, list[list[object]]]:
        with self._lock:
            return {
                "values": [[name, list(at), value] for (name, at), value in self._values.items()],
                "buckets": [[name, list(at), row[:]] for (name, at), row in self._buckets.items()],
            }

    def _all(self) -> Iterator[dict[str, list]]:
        if self._file is None:
            yield self._plain()
            return
        for path in sorted(self._file.parent.glob("metrics-*.json")):
            yield json.loads(path.read_text(encoding="utf-8"))


def resident_bytes() -> int:
    """Memory that this process holds, as far as the system tells."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def _labels(plain: list[list[str]]) -> _Labels:
    return tuple((name, value) for name, value in plain)


def _plain_lines(values: dict[tuple[str, _Labels], float]) -> Iterator[str]:
    said = ""
    for (name, labels), value in sorted(values.items()):
        if name != said:
            yield from _header(name, "counter" if name.endswith("_total") else "gauge")
            said = name
        yield f"{PREFIX}_{name}{_braces(labels)} {value:.17g}"


def _bucket_lines(buckets: dict[tuple[str, _Labels], list[float]]) -> Iterator[str]:
    said = ""
    for (name, labels), row in sorted(buckets.items()):
        if name != said:
            yield from _header(name, "histogram")
            said = name
        bounds = SECONDS if name.endswith("_seconds") else SENTENCES
        below = 0.0
        for bound, count in zip((*bounds, "+Inf"), row[:-1], strict=True):
            below += count
            yield f"{PREFIX}_{name}_bucket{_braces((*labels, ('le', str(bound))))} {below:.17g}"
        yield f"{PREFIX}_{name}_sum{_braces(labels)} {row[-1]:.17g}"
        yield f"{PREFIX}_{name}_count{_braces(labels)} {below:.17g}"


def _header(name: str, kind: str) -> Iterator[str]:
    yield f"# HELP {PREFIX}_{name} {_HELP[name]}"
    yield f"# TYPE {PREFIX}_{name} {kind}"


def _braces(labels: _Labels) -> str:
    quoted = [f'{name}="{_escaped(value)}"' for name, value in labels]
    return "{" + ",".join(quoted) + "}" if quoted else ""


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
