"""The manifest of a run: what is done, written line by line, and read again after a kill."""

from __future__ import annotations

import hashlib
import json
import os
import socket
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from seqlab.documents.run.record import Record
from seqlab.errors import DataError, UsageError


@dataclass(frozen=True, slots=True)
class Key:
    """What an output depends on beside its document: hashes of the model and of the options."""

    model: str
    options: str


class Manifest:
    """An append-only JSONL file with a line for each document; the last one of a name counts.

    In memory it holds only where each line stands, so a million documents take little.
    """

    def __init__(self, path: Path, key: Key) -> None:
        self.path, self.key = path, key
        self._places: dict[str, int] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._handle: IO[bytes] = path.open("a+b")
            self._read()
        except OSError as error:
            raise DataError(path, f"cannot be used: {error.strerror}") from None

    def _read(self) -> None:
        self._handle.seek(0)
        end = 0
        for line in self._handle:
            if not line.endswith(b"\n"):
                break
            place, end = end, end + len(line)
            try:
                values = json.loads(line)
                name, known = values["document"], (values["model"], values["options"])
            except (ValueError, KeyError, TypeError):
                continue
            if known == (self.key.model, self.key.options) and values.get("state") != "failed":
                self._places[name] = place
            else:
                self._places.pop(name, None)
        # A line that was being written when the run was killed is dropped.
        self._handle.truncate(end)

    def find(self, name: str) -> Record | None:
        """The record of a document that was done with this model and these options."""
        place = self._places.get(name)
        if place is None:
            return None
        self._handle.seek(place)
        return Record.from_json(json.loads(self._handle.readline()))

    def add(self, records: Iterable[Record]) -> None:
        """Append records; they are on the disk when this returns."""
        lines = []
        for record in records:
            values = {**record.to_json(), "model": self.key.model, "options": self.key.options}
            lines.append(json.dumps(values, ensure_ascii=True) + "\n")
        try:
            self._handle.seek(0, os.SEEK_END)
            self._handle.write("".join(lines).encode("ascii"))
            self._handle.flush()
            os.fsync(self._handle.fileno())
        except OSError as error:
            raise DataError(self.path, f"cannot be written: {error.strerror}") from None

    def close(self) -> None:
        """Close the file."""
        self._handle.close()


@contextmanager
def locked(state: Path) -> Iterator[None]:
    """Only one run at a time may write to an output folder; a killed run leaves no lock."""
    import fcntl

    try:
        state.mkdir(parents=True, exist_ok=True)
        # Not "w", which would empty the file of the run that holds the lock.
        handle = (state / "lock").open("a+")
    except OSError as error:
        raise UsageError(f"{state}: cannot be written: {error.strerror}") from None
    with handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            handle.seek(0)
            holder = handle.read(200).strip() or "its process is not known"
            raise UsageError(
                f"another run is writing to {state.parent} ({holder}); wait until it has finished"
            ) from None
        with suppress(OSError):  # a full disk is told by what is written to it next
            handle.truncate(0)
            handle.write(f"process {os.getpid()} on {socket.gethostname()}\n")
            handle.flush()
        yield


def folders_hash(folders: Iterable[Path]) -> str:
    """SHA-256 over the names and contents of all files in some folders that are not code."""
    digest = hashlib.sha256()
    for folder in folders:
        files = (path for path in folder.rglob("*") if path.is_file())
        for file in sorted(path for path in files if path.suffix not in (".py", ".pyc")):
            digest.update(f"{file.relative_to(folder)}\n".encode())
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]
