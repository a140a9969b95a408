"""Encoder features on disk, found by content, so that they are computed only once."""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from seqlab.errors import DataError

_LARGEST = np.finfo(np.float16).max


class FeatureCache:
    """Word vectors of sentences by encoder, layer and tokens, 16 bits a number, in SQLite.

    Several processes may share one file. Without a path it is `features.sqlite` in
    `$SEQLAB_CACHE`, or in `~/.cache/seqlab`.
    """

    def __init__(self, path: str | Path | None = None) -> None:
        self.path = Path(path) if path is not None else cache_folder() / "features.sqlite"
        self._connection: sqlite3.Connection | None = None
        self._process = 0

    def get(
        self, encoder: str, layer: int, sentences: Sequence[Sequence[str]]
    ) -> list[np.ndarray | None]:
        """The vectors (words, size) of each sentence, None where they are not known yet."""
        keys = [content_key(encoder, layer, sentence) for sentence in sentences]
        found: dict[bytes, np.ndarray] = {}
        try:
            for start in range(0, len(keys), 500):  # SQLite limits the number of parameters
                part = keys[start : start + 500]
                marks = ",".join("?" * len(part))
                query = f"SELECT key, words, vectors FROM features WHERE key IN ({marks})"
                for key, words, vectors in self._database().execute(query, part):
                    found[key] = np.frombuffer(vectors, dtype=np.float16).reshape(words, -1)
        except (sqlite3.DatabaseError, ValueError) as error:
            raise self._broken(error) from None
        return [found.get(key) for key in keys]

    def put(
        self, encoder: str, layer: int, items: Iterable[tuple[Sequence[str], np.ndarray]]
    ) -> None:
        """Keep the vectors of sentences."""
        rows = [
            (
                content_key(encoder, layer, sentence),
                len(sentence),
                np.clip(vectors, -_LARGEST, _LARGEST).astype(np.float16).tobytes(),
            )
            for sentence, vectors in items
            if len(sentence)
        ]
        try:
            with self._database() as database:
                database.executemany("INSERT OR REPLACE INTO features VALUES (?, ?, ?)", rows)
        except sqlite3.DatabaseError as error:
            raise self._broken(error) from None

    def _database(self) -> sqlite3.Connection:
        # A connection must not cross a fork; each process opens its own.
        if self._connection is None or self._process != os.getpid():
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                connection = sqlite3.connect(self.path, timeout=60)
            except (OSError, sqlite3.DatabaseError) as error:
                raise self._broken(error) from None
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
            connection.execute(
                "CREATE TABLE IF NOT EXISTS features "
                "(key BLOB PRIMARY KEY, words INTEGER, vectors BLOB) WITHOUT ROWID"
            )
            self._connection, self._process = connection, os.getpid()
        return self._connection

    def _broken(self, error: Exception) -> DataError:
        return DataError(self.path, f"feature cache unusable: {error}", fix="remove the file")

    def __getstate__(self) -> dict[str, object]:
        return {"path": self.path, "_connection": None, "_process": 0}


def content_key(encoder: str, layer: int, sentence: Sequence[str]) -> bytes:
    """What the features of a sentence depend on, hashed."""
    digest = hashlib.sha256(f"{encoder}\n{layer}\n".encode())
    for token in sentence:
        encoded = token.encode("utf-8", "surrogatepass")
        digest.update(f"{len(encoded)}:".encode() + encoded)
    return digest.digest()


def cache_folder() -> Path:
    """Where SeqLab keeps what it can compute again."""
    return Path(os.environ.get("SEQLAB_CACHE") or Path.home() / ".cache" / "seqlab")
