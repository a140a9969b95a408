"""`Segments`: originals, outputs and references side by side, checked before anything is scored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, zip_longest

from seqlab.errors import DataError, UsageError

# How many sentences are held and scored at a time: numpy is fed well, memory stays small.
BATCH = 1000

_MISSING = object()


@dataclass(frozen=True, slots=True)
class Segments:
    """Parallel sentences; `references[r][i]` is the r-th reference of sentence i."""

    originals: Sequence[str]
    outputs: Sequence[str]
    references: Sequence[Sequence[str]] = ()

    def __len__(self) -> int:
        return len(self.outputs)


def batches(
    originals: Iterable[str],
    outputs: Iterable[str],
    references: Iterable[Iterable[str]] = (),
    size: int = BATCH,
) -> Iterator[Segments]:
    """Parallel sentences in lots of `size`, each lot checked; only one lot is in memory."""
    references = _separate(references)
    names = ["originals", "outputs", *(f"references[{i}]" for i in range(len(references)))]
    rows = zip_longest(originals, outputs, *references, fillvalue=_MISSING)
    done = 0
    while lot := list(islice(rows, size)):
        if not _right(lot):
            for line, row in enumerate(lot, start=done + 1):
                _check(row, names, line)
        columns = [list(column) for column in zip(*lot, strict=True)]
        done += len(lot)
        yield Segments(columns[0], columns[1], columns[2:])
    if not done:
        raise DataError("outputs", "no sentences to score", fix="give at least one line")


def _separate(references: Iterable[Iterable[str]]) -> list[Iterable[str]]:
    if isinstance(references, str):
        raise UsageError("references must be a list of lists, one per reference, not one string")
    listed = list(references)
    if listed and isinstance(listed[0], str):
        raise UsageError(
            "references must be a list of lists, one per reference; "
            "for a single reference write [references]"
        )
    return listed


def _right(lot: Sequence[Sequence[object]]) -> bool:
    """Whether all is sentences; quick, because it nearly always is."""
    try:
        return all(map(str.strip, chain.from_iterable(lot)))  # type: ignore[arg-type]
    except TypeError:
        return False


def _check(row: Sequence[object], names: Sequence[str], line: int) -> None:
    for name, sentence in zip(names, row, strict=True):
        if sentence is _MISSING:
            raise DataError(
                name,
                f"has {line - 1:,} sentences, others have more",
                fix="all of them must have the same number of sentences"
                ", with references as one list per reference",
            )
        if not isinstance(sentence, str):
            raise DataError(name, "not a sentence", line=line, value=repr(sentence))
        if not sentence or sentence.isspace():
            raise DataError(name, "empty sentence", line=line, fix="fill it in or remove it")
