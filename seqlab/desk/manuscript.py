"""`Manuscript`: a text or a document of any format, read as sentences and written with new ones."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path
from typing import Protocol

from seqlab.desk.edits import ParagraphRecord
from seqlab.desk.tracked import AUTHOR, CRITIC, HTML, check_critic, check_format, with_legend
from seqlab.documents import (
    Archive,
    Changes,
    Paragraph,
    Prose,
    TextFile,
    format_name,
    open_document,
)
from seqlab.editing import Revision, SourceSentence, text_sentences
from seqlab.files import decoded, file_hash, open_binary, readable, text_hash
from seqlab.text import Document, ProtectedContent

_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class Place:
    """A sentence, the number of its paragraph, and where that starts among the tokens' offsets."""

    paragraph: int
    base: int
    source: SourceSentence


class Manuscript(Protocol):
    """What the desk needs of a text or document."""

    @property
    def document(self) -> dict[str, str]:
        """Name, format and hash."""
        ...

    def paragraphs(self) -> list[ParagraphRecord]:
        """The paragraphs that sentences stand in."""
        ...

    def places(self) -> list[Place]:
        """The sentences in order."""
        ...

    def written(self, outputs: Sequence[str | Revision]) -> bytes:
        """The document with an output for each sentence; its own bytes where none differs."""
        ...

    def tracked(self, outputs: Sequence[Revision], notes: Sequence[str], date: str) -> bytes:
        """The document with what goes and what comes; `notes` say why, one for each sentence."""
        ...


class TextManuscript:
    """A plain text; between its sentences it stays as it is, to the byte."""

    def __init__(
        self, text: str, protect: ProtectedContent, name: str = "", path: Path | None = None
    ) -> None:
        # A byte-order mark is no part of the first word.
        self._mark = _MARK if text.startswith(_MARK) else ""
        self.text = text.removeprefix(_MARK)
        self._name, self._path = name, path
        self._parsed = Document.parse(self.text)
        self._places = list(self._found(protect))

    @property
    def document(self) -> dict[str, str]:
        """Name, format and hash; a text that is no file is hashed as UTF-8."""
        digest = text_hash(self.text) if self._path is None else file_hash(self._path)
        return {"name": self._name, "format": "text", "sha256": digest}

    def _found(self, protect: ProtectedContent) -> Iterator[Place]:
        sources = text_sentences(self._parsed, protect)
        for number, paragraph in enumerate(self._parsed.paragraphs):
            for _ in paragraph.sentences:
                yield Place(number, paragraph.start, next(sources))

    def paragraphs(self) -> list[ParagraphRecord]:
        """All paragraphs, headings included."""
        return [ParagraphRecord(one.text, one.start) for one in self._parsed.paragraphs]

    def places(self) -> list[Place]:
        """The sentences in order."""
        return self._places

    def written(self, outputs: Sequence[str | Revision]) -> bytes:
        """The text as UTF-8; packed again where the file is."""
        pieces = [self._mark, self._parsed.leading]
        for place, output in zip(self._places, outputs, strict=True):
            pieces += _text(output), place.source.tokens[-1].space
        raw = "".join(pieces).encode("utf-8", "surrogatepass")
        if self._path is not None and self._path.suffix == ".gz":
            if all(_text(o) == p.source.text for p, o in zip(self._places, outputs, strict=True)):
                return self._path.read_bytes()
            return gzip.compress(raw, mtime=0)
        return raw

    def tracked(self, outputs: Sequence[Revision], notes: Sequence[str], date: str) -> bytes:
        """The text with CriticMarkup."""
        check_critic(self._name, self.text)
        texts = [
            critic_text(place.source.text, output)
            for place, output in zip(self._places, outputs, strict=True)
        ]
        return self.written(texts)


def critic_text(source: str, output: Revision) -> str:
    """A sentence with its changes in CriticMarkup."""
    pieces = []
    signs = {"keep": ("", ""), "delete": CRITIC.delete, "insert": CRITIC.insert}
    for kind, run in groupby(output.segments, key=lambda one: one.kind):
        text = "".join(one.text if kind == "insert" else source[one.start : one.end] for one in run)
        pieces += [signs[kind][0], text, signs[kind][1]]
    return "".join(pieces) or source


class FileManuscript:
    """A document of any other format; everything but its prose stays to the byte."""

    def __init__(self, path: Path, protect: ProtectedContent, columns: Sequence[str]) -> None:
        self._path, self._protect, self._columns = path, protect, tuple(columns)
        self._source, self._parts = self._read()

    def _read(self) -> tuple[Archive | TextFile, list[str | Paragraph]]:
        source = open_document(self._path, self._protect, self._columns)
        parts = [
            Paragraph.of(piece, self._protect) if isinstance(piece, Prose) else piece
            for piece in source.pieces()
        ]
        return source, parts

    @property
    def document(self) -> dict[str, str]:
        """Name, format and hash."""
        name = format_name(self._path) or ""
        return {"name": self._path.name, "format": name, "sha256": file_hash(self._path)}

    @property
    def prose(self) -> list[Paragraph]:
        """The paragraphs of prose."""
        return [part for part in self._parts if isinstance(part, Paragraph)]

    def paragraphs(self) -> list[ParagraphRecord]:
        """The paragraphs of prose; others are no part of the edits."""
        return [ParagraphRecord(part.prose.text) for part in self.prose]

    def places(self) -> list[Place]:
        """The sentences in order."""
        return [
            Place(number, 0, source)
            for number, part in enumerate(self.prose)
            for source in part.sentences
        ]

    def tracked(self, outputs: Sequence[Revision], notes: Sequence[str], date: str) -> bytes:
        """The document with revisions, `<ins>` and `<del>`, or CriticMarkup, by its format."""
        name = format_name(self._path) or ""
        check_format(name, self._path)
        if name == "markdown":
            check_critic(self._path, self._path.read_text(encoding="utf-8"))
        changes = _changes(self._source, name)
        new, why = iter(outputs), iter(notes)
        texts, reasons, changed = [], [], False
        for part in self._parts:
            if not isinstance(part, Paragraph):
                texts.append(part)
                continue
            text, pairs = part.rewritten([next(new) for _ in part.sentences], changes)
            changed = changed or any(before != after for before, after in pairs)
            texts.append(text)
            reasons.append("\n".join(note for note in islice(why, len(part.sentences)) if note))
        if not changed:
            return self._path.read_bytes()
        if not isinstance(self._source, Archive):
            page = "".join(texts)
            return self._source.encode(with_legend(page) if name == "html" else page)
        source, self._source, self._parts = self._source, *self._read()
        write = getattr(source, "tracked", None)
        return (
            source.assembled(texts) if write is None else bytes(write(texts, reasons, AUTHOR, date))
        )

    def written(self, outputs: Sequence[str | Revision]) -> bytes:
        """The document with the outputs in place of its sentences."""
        new = iter(outputs)
        texts, changed = [], False
        for part in self._parts:
            if isinstance(part, Paragraph):
                text, pairs = part.rewritten([next(new) for _ in part.sentences])
                changed = changed or any(before != after for before, after in pairs)
                texts.append(text)
            else:
                texts.append(part)
        if not changed and format_name(self._path) != "pdf":
            return self._path.read_bytes()
        # An archive is written into its own tree, once.
        if isinstance(self._source, Archive):
            source, self._source, self._parts = self._source, *self._read()
            return source.assembled(texts)
        raw = b"".join(self._source.encode(text) for text in texts)
        return gzip.compress(raw, mtime=0) if self._path.suffix == ".gz" else raw


def _changes(source: Archive | TextFile, name: str) -> Changes:
    """How a format marks changes."""
    if name == "markdown":
        return CRITIC
    return getattr(source, "changes", HTML)


def _text(output: str | Revision) -> str:
    return output if isinstance(output, str) else output.text


def open_manuscript(
    path: Path, protect: ProtectedContent, columns: Sequence[str] = ("text",)
) -> Manuscript:
    """The document in a file; a name of no known format is read as plain text."""
    if format_name(path) in (None, "text"):
        with open_binary(path) as handle, readable(path):
            text = decoded(path, handle.read(), keep_mark=True)
        return TextManuscript(text, protect, path.name, path)
    return FileManuscript(path, protect, columns)
