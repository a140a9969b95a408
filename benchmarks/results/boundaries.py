"""Hand-made token and sentence boundaries, and how well a cut agrees with them."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from seqlab.matches import Matches

Span = tuple[int, int]


@dataclass
class Gold:
    """A document's raw text with the spans that people marked in it."""

    name: str
    text: str = ""
    paragraphs: list[Span] = field(default_factory=list)
    sentences: list[Span] = field(default_factory=list)
    tokens: list[list[Span]] = field(default_factory=list)
    """The token spans of each sentence."""

    def open_paragraph(self) -> None:
        """Put a blank line, unless this is the start of the text."""
        self.text = self.text.rstrip() + "\n\n" if self.text else ""
        self.paragraphs.append((len(self.text), len(self.text)))

    def add_sentence(self, tokens: Iterable[tuple[str, str]]) -> None:
        """Add a sentence given as tokens and the space after each."""
        start = len(self.text)
        pieces: list[str] = []
        spans: list[Span] = []
        position = start
        for word, space in tokens:
            spans.append((position, position + len(word)))
            pieces += word, space
            position += len(word) + len(space)
        self.text += "".join(pieces)
        self.tokens.append(spans)
        self.sentences.append((start, spans[-1][1]))
        self.paragraphs[-1] = (self.paragraphs[-1][0], spans[-1][1])


def agreement(gold: Iterable[Span], found: Iterable[Span]) -> Matches:
    """Spans agree only if both their ends do."""
    marked, cut = set(gold), set(found)
    return Matches(len(marked & cut), len(cut), len(marked))


def read_ewt(path: Path) -> list[Gold]:
    """The documents of a CoNLL-U file, raw text put together from `SpaceAfter` and `newpar`."""
    documents: list[Gold] = []
    with gzip.open(path, "rt", encoding="utf-8") as handle:
        for block in handle.read().split("\n\n"):
            lines = block.splitlines()
            for line in lines:
                if line.startswith("# newdoc"):
                    documents.append(Gold(line.split("=")[1].strip()))
                    documents[-1].open_paragraph()
                elif line.startswith("# newpar") and documents[-1].sentences:
                    documents[-1].open_paragraph()
            words = list(_words(line.split("\t") for line in lines if line[:1].isdigit()))
            if words:
                documents[-1].add_sentence(words)
    return documents


def _words(rows: Iterable[list[str]]) -> Iterator[tuple[str, str]]:
    """Word and following space. `don't` counts as its words `do` and `n't`."""
    surface, space, last, parts = "", "", 0, [""]
    for row in rows:
        number, form, after = row[0], row[1], "" if "SpaceAfter=No" in row[9] else " "
        if "." in number:  # an empty node of the enhanced graph
            continue
        if "-" in number:
            surface, space, last, parts = form, after, int(number.split("-")[1]), []
        elif int(number) <= last:
            parts.append(form)
            if int(number) == last:
                # Where the words are not what is written, the written form is one token.
                words = parts if "".join(parts) == surface else [surface]
                yield from ((word, "") for word in words[:-1])
                yield words[-1], space
        else:
            yield form, after


def read_sample(folder: Path) -> list[Gold]:
    """Our own documents: a sentence a line, `_` where two tokens meet without a space."""
    documents = []
    for path in sorted(folder.glob("*.txt")):
        document = Gold(path.stem)
        for paragraph in path.read_text(encoding="utf-8").split("\n\n"):
            document.open_paragraph()
            for line in paragraph.strip().splitlines():
                chunks = [chunk.split("_") for chunk in line.split()]
                document.add_sentence(
                    (token, " " if number == len(chunk) - 1 else "")
                    for chunk in chunks
                    for number, token in enumerate(chunk)
                )
        documents.append(document)
    return documents
