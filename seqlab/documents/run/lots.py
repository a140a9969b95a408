"""Documents in, documents out: one lot of documents read, simplified together and written.

The sentences of all documents of a lot go to the model together, so that small documents fill its
batches as well as large ones do; what comes out for a sentence does not depend on its neighbours.
A document of any size is read, simplified and written a chunk at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from seqlab.documents.paragraphs.prose import Span
from seqlab.documents.paragraphs.sentences import Paragraph
from seqlab.documents.run.record import Record
from seqlab.documents.run.writing import Job, Rules, Writing
from seqlab.editing import Revision, SourceSentence
from seqlab.pipeline import isolated

Output = str | Revision
SimplifySentences = Callable[[Sequence[SourceSentence]], Sequence[Output]]

# A chunk goes to the model with so many sentences, or once it holds so many characters.
_Key = tuple[str, tuple[Span, ...], tuple[Span, ...], str]

CHUNK_SENTENCES = 512
CHUNK_CHARACTERS = 500_000


@dataclass(frozen=True, slots=True)
class Lot:
    """Documents that one worker takes at a time."""

    jobs: tuple[Job, ...]


@dataclass(frozen=True, slots=True)
class Tick:
    """So many words more were simplified."""

    words: int


def simplify_lot(lot: Lot, simplify: SimplifySentences, rules: Rules) -> Iterator[Record | Tick]:
    """Write every document of a lot; yields its record when it is written, or has failed."""
    chunk: list[_Place] = []
    sentences = characters = 0
    for job in lot.jobs:
        writing = Writing(job, rules)
        for place in _places(writing):
            chunk.append(place)
            sentences += len(place.sentences)
            characters += place.size
            if sentences >= CHUNK_SENTENCES or characters >= CHUNK_CHARACTERS:
                yield from _written(chunk, simplify)
                chunk, sentences, characters = [], 0, 0
    yield from _written(chunk, simplify)


def _places(writing: Writing) -> Iterator[_Place]:
    for part in writing.parts():
        yield _Place(writing, part)
    yield _Place(writing, "", last=True)


class _Place:
    """A piece of a document on its way; the last one of a document says that it is whole."""

    __slots__ = ("last", "part", "sentences", "writing")

    def __init__(self, writing: Writing, part: str | Paragraph, last: bool = False) -> None:
        self.writing, self.part, self.last = writing, part, last
        self.sentences = part.sentences if isinstance(part, Paragraph) else ()

    @property
    def size(self) -> int:
        return len(self.part if isinstance(self.part, str) else self.part.prose.text)


def _written(chunk: Sequence[_Place], simplify: SimplifySentences) -> Iterator[Record | Tick]:
    """Simplify all sentences of a chunk together, then pass each piece to its document."""
    outputs = _simplified(chunk, simplify)
    words = 0
    for place in chunk:
        writing = place.writing
        if not writing.error:
            try:
                if isinstance(place.part, str):
                    if not place.last:
                        writing.add(place.part)
                else:
                    new = [outputs[_key(one)] for one in place.sentences]
                    words += writing.add_prose(place.part, new)
            except OSError as error:
                writing.fail(error)
        if place.last:
            yield writing.finished()
    if words:
        yield Tick(words)


def _simplified(chunk: Sequence[_Place], simplify: SimplifySentences) -> dict[_Key, Output]:
    """The output of every sentence; one that the model fails on stays as it is, with a warning."""
    every = {_key(sentence): sentence for place in chunk for sentence in place.sentences}
    asked = {key: sentence for key, sentence in every.items() if not sentence.left}
    new = isolated(simplify, list(asked.values()), lambda sentence: sentence.text)
    outputs: dict[_Key, Output] = {key: sentence.text for key, sentence in every.items()}
    return outputs | {k: text for k, text in zip(asked, new, strict=True) if text is not None}


def _key(sentence: SourceSentence) -> _Key:
    """What the output of a sentence depends on; where it stands is not part of it."""
    return sentence.text, sentence.protected, sentence.links, sentence.left
