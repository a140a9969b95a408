"""Counts as JSON files, from which `make results-reliability` writes its page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from seqlab.files import atomic_write

# Where the counted runs leave their records; `docs/results/reliability.md` is made from them.
FOLDER = Path("docs/results/reliability")


def write_record(path: Path, record: dict[str, Any]) -> None:
    """Write one record, whole or not at all."""
    with atomic_write(path) as handle:
        json.dump(record, handle, ensure_ascii=True, indent=1)
        handle.write("\n")


def read_record(name: str, folder: Path = FOLDER) -> dict[str, Any] | None:
    """The record of a run by name, or None if it was not run."""
    path = folder / f"{name}.json"
    if not path.is_file():
        return None
    record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return record
