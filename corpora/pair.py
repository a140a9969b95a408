"""`Pair`: complex sentences with their simple counterparts, the record that every stage reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from seqlab.errors import DataError
from seqlab.files import read_jsonl, write_jsonl

Kind = Literal["identical", "1-1", "1-N", "N-1", "N-N"]


@dataclass(frozen=True, slots=True)
class Pair:
    """One or more complex sentences and the one or more simple sentences that say the same."""

    sources: tuple[str, ...]
    targets: tuple[str, ...]
    corpus: str = ""
    document: str = ""
    # Level names as the corpus gives them, complex first: ("0", "1"), ("adv", "ele").
    levels: tuple[str, str] | None = None
    similarity: float | None = None
    # Which of several references of the same source this is (ASSET has ten).
    reference: int = 0
    # Which sentence of its corpus this is, where the corpus numbers them; shared by its levels.
    id: str = ""
    genre: str = ""

    @property
    def source(self) -> str:
        """The complex side as one text."""
        return " ".join(self.sources)

    @property
    def target(self) -> str:
        """The simple side as one text."""
        return " ".join(self.targets)

    @property
    def kind(self) -> Kind:
        """What happened to the sentences as wholes (thesis 3.1.1)."""
        if self.sources == self.targets:
            return "identical"
        many_sources, many_targets = len(self.sources) > 1, len(self.targets) > 1
        if many_sources and many_targets:
            return "N-N"
        if many_sources:
            return "N-1"
        if many_targets:
            return "1-N"
        return "1-1"

    def to_json(self) -> dict[str, Any]:
        """The pair as one line of a pairs file; fields without a value are left out."""
        record: dict[str, Any] = {
            "kind": self.kind,
            "sources": list(self.sources),
            "targets": list(self.targets),
        }
        if self.corpus:
            record["corpus"] = self.corpus
        if self.document:
            record["document"] = self.document
        if self.levels is not None:
            record["levels"] = list(self.levels)
        if self.similarity is not None:
            record["similarity"] = round(self.similarity, 4)
        if self.reference:
            record["reference"] = self.reference
        if self.id:
            record["id"] = self.id
        if self.genre:
            record["genre"] = self.genre
        return record


def read_pairs(path: str | Path) -> Iterator[Pair]:
    """The pairs of a JSONL file that `write_pairs` made, one by one."""
    for number, record in read_jsonl(path):
        yield pair_from_json(record, path, number)


def write_pairs(path: str | Path, pairs: Iterable[Pair]) -> int:
    """Write pairs as JSONL, whole or not at all; returns how many."""
    return write_jsonl(path, (pair.to_json() for pair in pairs))


def pair_from_json(record: dict[str, Any], path: str | Path, line: int) -> Pair:
    """The pair that one line of a pairs file holds."""

    def sentences(field: str) -> tuple[str, ...]:
        value = record.get(field)
        texts = isinstance(value, list) and all(isinstance(item, str) for item in value)
        if not value or not texts:
            raise DataError(
                path,
                f"{field!r} must be a list of one or more sentences",
                line=line,
                value=str(value),
                fix='write {"sources": ["…"], "targets": ["…"]}',
            )
        return tuple(value)

    levels = record.get("levels")
    if levels is not None and (not isinstance(levels, list) or len(levels) != 2):
        raise DataError(path, "'levels' must be two level names", line=line, value=str(levels))
    similarity, reference = record.get("similarity"), record.get("reference", 0)
    if similarity is not None and not isinstance(similarity, (int, float)):
        raise DataError(path, "'similarity' must be a number", line=line, value=str(similarity))
    if not isinstance(reference, int):
        raise DataError(path, "'reference' must be a number", line=line, value=str(reference))
    return Pair(
        sources=sentences("sources"),
        targets=sentences("targets"),
        corpus=str(record.get("corpus", "")),
        document=str(record.get("document", "")),
        levels=None if levels is None else (str(levels[0]), str(levels[1])),
        similarity=None if similarity is None else float(similarity),
        reference=reference,
        id=str(record.get("id", "")),
        genre=str(record.get("genre", "")),
    )
