"""Where a number comes from: command, data, seed, date and machine, in one line."""

from __future__ import annotations

import datetime
import os
import platform
import subprocess
from importlib import metadata
from pathlib import Path

import seqlab


def provenance(command: str, data: str, seed: int | str | None = None) -> str:
    """A Markdown line that says how the figures below it were made."""
    parts = [
        f"Made by `{command}`",
        f"data: {data}",
        f"seed {seed}" if seed is not None else "no randomness",
        datetime.date.today().isoformat(),
        machine(),
        f"SeqLab {seqlab.__version__} ({_commit()})",
    ]
    return "*" + "; ".join(parts) + ".*"


def machine() -> str:
    """The machine in a few words: processor, cores, Python and torch."""
    return (
        f"{_processor()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}, torch {_version('torch')}"
    )


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


def _commit() -> str:
    try:
        found = subprocess.run(
            ["git", "describe", "--always", "--dirty"],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return "released"
    return found.stdout.strip()
