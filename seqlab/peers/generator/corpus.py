"""Which sentences the causal model learns from, and which are kept back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from corpora import Part, ReadOptions, document_of, open_corpus
from seqlab.errors import DataError
from seqlab.files import data_folder, text_hash
from seqlab.peers.generator.options import GeneratorOptions


@dataclass(frozen=True)
class Example:
    """A sentence with its rewriting at each level."""

    id: str
    document: str
    genre: str
    source: str
    targets: dict[str, str]


def read_examples(options: GeneratorOptions, part: Part) -> list[Example]:
    """The sentences of a part with all the levels that are learned."""
    path = Path(options.path.replace("$SEQLAB_DATA", str(data_folder())))
    found: dict[tuple[str, str], Example] = {}
    for pair in open_corpus(path, options=replace(ReadOptions(), part=part)).pairs("all"):
        if pair.genre in options.genres_off or pair.levels is None:
            continue
        if pair.levels[1] not in options.levels:
            continue
        own = found.setdefault(
            (pair.id, pair.source),
            Example(pair.id, document_of(pair), pair.genre, _line(pair.source), {}),
        )
        own.targets[pair.levels[1]] = _line(pair.target)
    examples = [own for own in found.values() if len(own.targets) == len(options.levels)]
    if not examples:
        raise DataError(
            path,
            f"no sentence of the part {part} has the levels {', '.join(options.levels)}",
            fix="give a corpus with these levels, or other `levels`",
        )
    return examples


def divided(examples: Sequence[Example], hold_back: int) -> tuple[list[Example], list[Example]]:
    """Examples to learn from, and those of `hold_back` documents, chosen by their names' hash."""
    documents = sorted({own.document for own in examples}, key=text_hash)
    kept = set(documents[:hold_back])
    learned = [own for own in examples if own.document not in kept]
    return learned, [own for own in examples if own.document in kept]


def _line(text: str) -> str:
    return " ".join(text.split())
