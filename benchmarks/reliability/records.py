"""Counts as JSON files, from which `make results-reliability` writes its page."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from seqlab.files import atomic_write

# Where the counted runs leave their records; `docs/results/reliability.md` is made from them.
FOLDER = Path("docs/results/reliability")
ROOT = Path(__file__).resolve().parent.parent.parent


def write_record(path: Path, record: dict[str, Any], root: Path = ROOT) -> None:
    """Write one record with the commit that was tried, whole or not at all."""
    record = {**record, "code": _commit(root)}
    with atomic_write(path) as handle:
        json.dump(record, handle, ensure_ascii=True, indent=1)
        handle.write("\n")


def _commit(root: Path) -> str:
    command = ["git", "-C", str(root), "describe", "--always", "--dirty"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "not known"


def read_record(name: str, folder: Path = FOLDER) -> dict[str, Any] | None:
    """The record of a run by name, or None if it was not run."""
    path = folder / f"{name}.json"
    if not path.is_file():
        return None
    record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return record
