"""`Writing`: one document on its way from its source to its place, whole or not at all."""

from __future__ import annotations

import errno
import gzip
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from seqlab.documents.formats import Archive, TextFile, open_document
from seqlab.documents.paragraphs.prose import Prose, Span
from seqlab.documents.paragraphs.sentences import Paragraph
from seqlab.documents.run.record import NO_COUNTS, Counts, Record
from seqlab.editing import Revision
from seqlab.errors import DataError, is_failure
from seqlab.files import atomic_write, file_hash, text_hash
from seqlab.text import ProtectedContent

# Errors of the place that is written to: no document is to blame, and none can be written.
_NO_PLACE = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO)


class OutputError(DataError):
    """The output folder takes no more: the run ends."""


@dataclass(frozen=True, slots=True)
class Job:
    """A document to be simplified; `name` is its path within the folder.

    A part of one has the span of its bytes, and the hash of the whole.
    """

    name: str
    source: Path
    target: Path
    size: int
    attempt: int = 0
    span: Span | None = None
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """How documents are read and where their parts are kept while they are written.

    Args:
        protect: What is left alone.
        columns: Fields of JSONL and columns of tables that hold text.
        state: The folder of the run's own files, on the same disk as the outputs.
    """

    protect: ProtectedContent
    columns: tuple[str, ...]
    state: Path


class Writing:
    """A document being written under a temporary name."""

    def __init__(self, job: Job, rules: Rules) -> None:
        self.job, self.rules = job, rules
        self.error = ""
        self._stack = ExitStack()
        self._source: Archive | TextFile | None = None
        self._handle: IO[bytes] | None = None
        self._texts: list[str] = []
        self._hash = ""
        self._sentences = self._changed = 0
        self._before = self._after = NO_COUNTS
        self._rewritten = False
        self._started = time.perf_counter()

    def parts(self) -> Iterator[str | Paragraph]:
        """The document's pieces; whatever is wrong with it ends them, and nothing else."""
        try:
            job, rules = self.job, self.rules
            self._hash = job.digest or file_hash(job.source)
            self._source = open_document(job.source, rules.protect, rules.columns, job.span)
            self._handle = self._opened()
            for piece in self._source.pieces():
                if self.error:
                    return
                if isinstance(piece, Prose):
                    yield Paragraph.of(piece, self.rules.protect)
                else:
                    yield piece
        except OutputError:
            raise
        except DataError as error:
            if error.line is not None and self.job.span is not None:
                error.line += _lines_before(self.job.source, self.job.span[0])
            self.fail(error)
        # A reader that stumbles over a strange document must not end the whole run.
        except BaseException as error:
            if not (is_failure(error) or isinstance(error, MemoryError)):
                raise
            why = f"cannot be read: {type(error).__name__}: {error}"
            self.fail(DataError(self.job.source, why))

    def _opened(self) -> IO[bytes]:
        name = text_hash(self.job.name)
        self._partial = self.rules.state / "partial" / name
        raw: IO[bytes] = self._stack.enter_context(atomic_write(self._partial, "wb"))
        if self.job.target.suffix == ".gz":
            # No date and no name, so that the same text always gives the same bytes.
            packed = gzip.GzipFile("", "wb", fileobj=raw, mtime=0)
            self._stack.enter_context(packed)
            self._raw = raw
            return packed  # type: ignore[return-value]
        self._raw = raw
        return raw

    def add_prose(self, paragraph: Paragraph, outputs: Sequence[str | Revision]) -> int:
        """Write a paragraph with its new sentences; returns its words."""
        text, pairs = paragraph.rewritten(outputs)
        changed = [(source, output) for source, output in pairs if source != output]
        self._sentences += len(pairs)
        self._changed += len(changed)
        self._rewritten = self._rewritten or bool(changed)
        before = text_counts([source for source, _ in pairs])
        self._before = self._before.plus(before)
        same = before.minus(text_counts([source for source, _ in changed]))
        self._after = self._after.plus(same).plus(text_counts([new for _, new in changed]))
        self.add(text)
        return before.words

    def add(self, text: str) -> None:
        """Write a piece."""
        if isinstance(self._source, TextFile) and self._handle is not None:
            self._handle.write(self._source.encode(text))
        else:
            self._texts.append(text)

    def fail(self, error: Exception) -> None:
        """Drop what was written; a full disk ends the run instead."""
        self.error = self.error or str(error)
        stack, self._stack = self._stack, ExitStack()
        try:
            stack.__exit__(type(error), error, error.__traceback__)
        except Exception as raised:
            error = raised
        raise_if_no_place(self.job.target, error)

    def finished(self) -> Record:
        """Put the document in its place; returns what is known of it."""
        if not self.error:
            try:
                self._complete()
            except (OSError, DataError) as error:
                self.fail(error)
        size = self.job.target.stat().st_size if not self.error else 0
        return Record(
            document=self.job.name,
            state="failed" if self.error else "done",
            error=self.error,
            source=self._hash,
            size=size,
            sentences=self._sentences,
            changed=self._changed,
            before=self._before,
            after=self._after,
            seconds=round(time.perf_counter() - self._started, 3),
        )

    def _complete(self) -> None:
        packed = self.job.target.suffix == ".gz"
        if isinstance(self._source, Archive) or packed:
            assert self._handle is not None
            if not self._rewritten:
                # Packed anew, even the same content may come out in other bytes.
                if packed:
                    self._handle.close()
                    self._raw.seek(0)
                    self._raw.truncate()
                with self.job.source.open("rb") as original:
                    shutil.copyfileobj(original, self._raw)
            elif isinstance(self._source, Archive):
                self._handle.write(self._source.assembled(self._texts))
        self._stack.close()
        self.job.target.parent.mkdir(parents=True, exist_ok=True)
        self._partial.replace(self.job.target)


def put_in_place(raw: bytes, target: Path, state: Path) -> None:
    """Write a file of a run whole or not at all; what is half written stands apart."""
    partial = state / "partial" / text_hash(str(target))
    with atomic_write(partial, "wb") as handle:
        handle.write(raw)
    target.parent.mkdir(parents=True, exist_ok=True)
    partial.replace(target)


def raise_if_no_place(target: Path, error: BaseException) -> None:
    """End the run if `error` says that the output folder takes no more."""
    cause = error if isinstance(error, OSError) else error.__cause__ or error.__context__
    if isinstance(cause, OSError) and cause.errno in _NO_PLACE:
        raise OutputError(
            target,
            f"cannot be written: {cause.strerror}",
            fix="free some space and run the same command again; finished documents are kept",
        ) from None


def _lines_before(path: Path, end: int) -> int:
    """How many lines end before byte `end`."""
    count = 0
    with path.open("rb") as handle:
        while end > 0 and (block := handle.read(min(end, 1 << 20))):
            count += block.count(b"\n")
            end -= len(block)
    return count


def text_counts(texts: Sequence[str]) -> Counts:
    """Words, sentences and syllables of texts together."""
    if not texts:
        return NO_COUNTS
    # Workers need the evaluation stage; whoever only asks for `--help` should not wait for it.
    from seqlab.evaluation import Fkgl, Segments

    rows = Fkgl().counts(Segments(texts, texts))
    words, sentences, syllables = rows.sum(axis=0)
    return Counts(int(words), int(sentences), int(syllables))
