"""Annotation of pairs by many workers, in the order of the pairs."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from seqlab.documents.engines import Engine, Lost, Result, Work, run_engine
from seqlab.errors import SeqLabError

if TYPE_CHECKING:
    from corpora import Pair
    from seqlab.annotation import AnnotationOptions, LabelledPair

# As many as `annotate_pairs` takes at a time, so that batches are the same with any engine.
CHUNK = 256
# So many chunks may be done before the one that is written next.
AHEAD = 64
ATTEMPTS = 2


@dataclass(frozen=True)
class Annotator:
    """What a worker loads to annotate pairs; the names and options of `seqlab annotate`."""

    aligner: str
    aligner_options: dict[str, Any]
    syntax: str
    syntax_options: dict[str, Any]
    options: AnnotationOptions

    def load(self) -> Work:
        """The function that annotates a chunk of pairs."""
        from seqlab.alignment import load_aligner
        from seqlab.syntax import load_syntax

        aligner = load_aligner(self.aligner, **self.aligner_options)
        syntax = None if self.syntax == "none" else load_syntax(self.syntax, **self.syntax_options)
        return partial(_annotated, aligner=aligner, syntax=syntax, options=self.options)


@dataclass(frozen=True, eq=False)
class _Chunk:
    number: int
    pairs: list[Pair]
    attempt: int = 0


def annotate_with_engine(
    pairs: Iterable[Pair],
    annotator: Annotator,
    engine: Engine = "local",
    workers: int = 0,
    ray_address: str | None = None,
) -> Iterator[LabelledPair]:
    """Each pair with its operations, in order, whichever worker is done first."""
    source = iter(pairs)
    again: deque[_Chunk] = deque()
    done: dict[int, list[LabelledPair]] = {}
    taken = written = 0

    def take() -> _Chunk | None:
        nonlocal taken
        if again:
            return again.popleft()
        if taken - written >= AHEAD:
            return None
        chunk = list(islice(source, CHUNK))
        taken += bool(chunk)
        return _Chunk(taken - 1, chunk) if chunk else None

    for event in run_engine(engine, take, annotator.load, workers, ray_address):
        if isinstance(event, Result):
            done[event.task.number] = event.value
        elif isinstance(event, Lost):
            chunk = event.task
            if chunk.attempt + event.deaths >= ATTEMPTS:
                raise SeqLabError(
                    f"pairs {chunk.number * CHUNK + 1:,} to {chunk.number * CHUNK + CHUNK:,}: "
                    f"their worker died {ATTEMPTS} times ({event.reason})"
                )
            again.append(_Chunk(chunk.number, chunk.pairs, chunk.attempt + event.deaths))
        while written in done:
            yield from done.pop(written)
            written += 1


def _annotated(chunk: _Chunk, **stages: Any) -> Iterator[list[LabelledPair]]:
    from seqlab.annotation import annotate_pairs

    yield list(annotate_pairs(chunk.pairs, batch_size=CHUNK, **stages))
