"""The cache of stages: each result lies in a folder named by everything it was made from.

The name is a hash of the stage's settings, the contents of its inputs and of outside files, the
code that runs and the libraries under it. `stage.json` is written last, so a folder without it is
unfinished work. A lock that the system frees when its process dies lets only one work on a stage.
"""

from __future__ import annotations

import importlib
import json
import shutil
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from seqlab.files import atomic_write, content_hash, values_hash
from seqlab.training.execute.code import code_version, environment
from seqlab.training.execute.node import TRAINING
from seqlab.training.stages import Work

_MARK = "stage.json"


@dataclass(frozen=True)
class Task:
    """One stage to be done: what it is told, and its inputs by name."""

    stage: str
    settings: Mapping[str, Any]
    seed: int | None
    inputs: Mapping[str, Done]
    package: str = TRAINING

    @property
    def module(self) -> Any:
        """The module of the stage."""
        return importlib.import_module(f"{self.package}.{self.stage}")


@dataclass(frozen=True)
class Done:
    """A finished stage: where its files are, what they hold (as a hash) and how long it took."""

    folder: Path
    content: str
    seconds: float
    reused: bool = False


class Cache:
    """Finished stages in a folder; any number of processes may share it."""

    def __init__(self, root: str | Path) -> None:
        self.root = Path(root)

    def key(self, task: Task) -> str:
        """The hash of everything that the task's result depends on."""
        module = task.module
        listed = getattr(module, "outside_files", None)
        outside: list[Path] = listed(task.settings) if listed is not None else []
        made_from = {
            "stage": task.stage,
            "settings": task.settings,
            "seed": task.seed,
            "inputs": {name: done.content for name, done in task.inputs.items()},
            "outside": [content_hash(path) if path.exists() else "" for path in outside],
            "code": code_version(module.__name__),
            "environment": environment(),
        }
        return values_hash(made_from)

    def find(self, task: Task) -> Done | None:
        """The task's result, if it was made before and all of it is still there."""
        return self._finished(self.folder(task))

    def folder(self, task: Task) -> Path:
        """Where the task's result is, or will be."""
        return self.root / task.stage / self.key(task)[:24]

    def do(self, task: Task) -> Done:
        """The task's result, made now unless it was made before."""
        folder = self.folder(task)
        with locked(folder.with_name(f"{folder.name}.lock")):
            if found := self._finished(folder):
                return found
            module = task.module
            # Only a stage that checks its own leavings may go on from them.
            if folder.exists() and not getattr(module, "RESUMES", False):
                shutil.rmtree(folder)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / _MARK).unlink(missing_ok=True)
            inputs = {name: done.folder for name, done in task.inputs.items()}
            started = time.monotonic()
            module.run(Work(inputs, task.settings, task.seed or 0, folder))
            record: dict[str, Any] = {
                "stage": task.stage,
                "settings": task.settings,
                "seed": task.seed,
                "inputs": {name: done.content for name, done in task.inputs.items()},
                "environment": environment(),
                "seconds": round(time.monotonic() - started, 3),
                "content": content_hash(folder, without=_MARK),
            }
            with atomic_write(folder / _MARK) as handle:
                json.dump(record, handle, indent=1)
        return Done(folder, record["content"], record["seconds"])

    def _finished(self, folder: Path) -> Done | None:
        mark = folder / _MARK
        try:
            record = json.loads(mark.read_text(encoding="utf-8"))
            kept = Done(folder, record["content"], record["seconds"], reused=True)
        except (OSError, ValueError, KeyError):
            return None
        # A result that somebody emptied or changed is no result.
        return kept if content_hash(folder, without=_MARK) == kept.content else None


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Only one process at a time in the block, whoever dies in it."""
    # Not everywhere there.
    import fcntl

    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print(f"waiting for another run that works on {path.stem}", file=sys.stderr, flush=True)
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
