"""The most memory that a process has needed."""

from __future__ import annotations

import resource
import sys
from pathlib import Path


def peak_megabytes() -> float:
    """Megabytes this process has held at most since it began.

    `ru_maxrss` is inherited from the process that started this one, so a small process of a large
    parent looks large; Linux's own mark starts again with every program.
    """
    status = Path("/proc/self/status")
    if status.is_file():
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
        return int(lines["VmHWM"].split()[0]) / 1024
    # macOS counts in bytes, others in kilobytes.
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
