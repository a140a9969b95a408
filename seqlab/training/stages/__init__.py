"""The stages of training, one module each: `run(work)` turns input folders into files.

A stage reads only what `Work` gives it, and `outside_files(settings)` where it has that function:
those files count for the cache as well. Settings come as plain values, so that a stage depends on
no other stage's code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PARTS = ("train", "valid", "test")


@dataclass(frozen=True)
class Work:
    """What a stage is given: input folders, settings as plain values, a seed, where to write."""

    inputs: Mapping[str, Path]
    settings: Mapping[str, Any]
    seed: int
    out: Path
