"""A corpus aligned into a pairs file, with the table of kinds beside it."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from corpora.alignment.corpus import Method, align_corpus
from corpora.alignment.kinds import KindTable
from corpora.article import LevelledDocument, PairMode
from corpora.pair import Pair, write_pairs
from seqlab.errors import DataError, DataWarning
from seqlab.files import atomic_write


@dataclass(frozen=True, slots=True)
class Aligned:
    """What `align_to_file` made: the table, where it lies, and how much was passed over."""

    table: KindTable
    table_path: Path
    passed_over: int


def align_to_file(
    documents: Iterable[LevelledDocument],
    out: str | Path,
    method: Method = "dynamic",
    level_pairs: PairMode = "adjacent",
    threshold: float | None = None,
    workers: int = 1,
) -> Aligned:
    """Write the pairs of all documents to `out`, and the table of kinds to `out` + `.table.md`.

    Warnings about input that was passed over come at the end, together.

    Args:
        documents: The corpus.
        out: Pairs file, JSONL.
        method: Name of the method.
        level_pairs: Which levels to pair.
        threshold: Least similarity, in place of the method's own.
        workers: Processes to use.

    Raises:
        DataError: There is no pair; nothing is written.
    """
    table = KindTable()
    with _warnings_at_the_end() as caught:
        pairs = align_corpus(documents, method, level_pairs, threshold, workers)
        write_pairs(out, _some(table.counting(pairs), out))
    table_path = Path(f"{out}.table.md")
    with atomic_write(table_path) as handle:
        handle.write(table.markdown())
    passed_over = sum(issubclass(entry.category, DataWarning) for entry in caught)
    return Aligned(table, table_path, passed_over)


def _some(pairs: Iterator[Pair], out: str | Path) -> Iterator[Pair]:
    """The pairs, of which there must be one, or an empty file would pass for a result."""
    first = next(pairs, None)
    if first is None:
        raise DataError(
            out, "not written: no sentence pairs were found", fix="check the corpus's levels"
        )
    yield first
    yield from pairs


@contextmanager
def _warnings_at_the_end() -> Iterator[list[warnings.WarningMessage]]:
    """Warnings are held while a progress bar runs, and issued when the block ends."""
    caught: list[warnings.WarningMessage] = []
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", DataWarning)
            yield caught
    finally:
        for entry in caught:
            warnings.warn(entry.message, entry.category, stacklevel=2)
