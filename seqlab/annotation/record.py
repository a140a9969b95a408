"""`LabelledPair`: an aligned pair with its operations at every level, and its text form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from seqlab.alignment import Link, from_pharaoh, to_pharaoh
from seqlab.errors import DataError
from seqlab.files import read_jsonl, write_jsonl


@dataclass(frozen=True, slots=True)
class LabelledPair:
    """Tokens, links and the labels of words, phrases and the sentence as a whole.

    `operations` is empty only where nobody looked; a pair without a change is IDENTICAL.
    """

    source_tokens: tuple[str, ...]
    target_tokens: tuple[str, ...]
    links: tuple[Link, ...]
    source_labels: tuple[str, ...]
    target_labels: tuple[str, ...]
    operations: tuple[str, ...] = ()
    # IOB labels; there where a syntax backend was given.
    source_phrases: tuple[str, ...] | None = None
    target_phrases: tuple[str, ...] | None = None
    source_tags: tuple[str, ...] | None = None
    target_tags: tuple[str, ...] | None = None
    corpus: str = ""
    document: str = ""
    levels: tuple[str, str] | None = None
    reference: int = 0
    id: str = ""
    genre: str = ""
    # Where the sentences of each side begin.
    source_starts: tuple[int, ...] = (0,)
    target_starts: tuple[int, ...] = (0,)

    def __post_init__(self) -> None:
        for side in ("source", "target"):
            size = len(getattr(self, f"{side}_tokens"))
            for kind in ("labels", "phrases", "tags"):
                labels = getattr(self, f"{side}_{kind}")
                if labels is not None and len(labels) != size:
                    raise ValueError(f"{len(labels)} {side} {kind} for {size} tokens")

    @property
    def replacements(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Source positions and the target positions that replace them, phrase by phrase.

        Words are of one phrase when links join them; a pair of phrases is given once.
        """
        groups = []
        seen: set[int] = set()
        for i, label in enumerate(self.source_labels):
            if label != "R" or i in seen:
                continue
            sources, targets = self._linked_with(i)
            seen |= sources
            if targets:
                groups.append((tuple(sorted(sources)), tuple(sorted(targets))))
        return groups

    def _linked_with(self, position: int) -> tuple[set[int], set[int]]:
        sources, targets = {position}, set[int]()
        while True:
            new_targets = {j for i, j in self.links if i in sources}
            new_sources = {i for i, j in self.links if j in new_targets} | sources
            if new_sources == sources and new_targets == targets:
                return sources, targets
            sources, targets = new_sources, new_targets

    def to_json(self) -> dict[str, Any]:
        """The pair as one line of a silver file; fields without a value are left out."""
        record: dict[str, Any] = {
            "source_tokens": list(self.source_tokens),
            "target_tokens": list(self.target_tokens),
            "links": to_pharaoh(self.links),
            "source_labels": list(self.source_labels),
            "target_labels": list(self.target_labels),
            "operations": list(self.operations),
            "replacements": [
                {
                    "source": list(sources),
                    "target": list(targets),
                    "words": " ".join(self.target_tokens[j] for j in targets),
                }
                for sources, targets in self.replacements
            ],
        }
        for name in ("source_phrases", "target_phrases", "source_tags", "target_tags", "levels"):
            if (value := getattr(self, name)) is not None:
                record[name] = list(value)
        for name in ("corpus", "document", "reference", "id", "genre"):
            if value := getattr(self, name):
                record[name] = value
        for name in ("source_starts", "target_starts"):
            if len(starts := getattr(self, name)) > 1:
                record[name] = list(starts)
        return record


def write_labelled(path: str | Path, pairs: Iterable[LabelledPair]) -> int:
    """Write labelled pairs as JSONL, whole or not at all; returns how many."""
    return write_jsonl(path, (pair.to_json() for pair in pairs))


def read_labelled(path: str | Path) -> Iterator[LabelledPair]:
    """The labelled pairs of a JSONL file, silver or made by hand, one by one."""
    for number, record in read_jsonl(path):
        yield _labelled(record, path, number)


def _labelled(record: dict[str, Any], path: str | Path, line: int) -> LabelledPair:
    def strings(field: str) -> tuple[str, ...]:
        value = record.get(field)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise DataError(
                path,
                f"{field!r} must be a list of strings",
                line=line,
                value=str(value),
                fix="see docs/annotation.md for the fields",
            )
        return tuple(value)

    def optional(field: str) -> tuple[str, ...] | None:
        return None if record.get(field) is None else strings(field)

    levels = optional("levels")
    if levels is not None and len(levels) != 2:
        raise DataError(path, "'levels' must be two level names", line=line, value=str(levels))
    try:
        return LabelledPair(
            source_tokens=strings("source_tokens"),
            target_tokens=strings("target_tokens"),
            links=_links(record.get("links", "")),
            source_labels=strings("source_labels"),
            target_labels=strings("target_labels"),
            operations=optional("operations") or (),
            source_phrases=optional("source_phrases"),
            target_phrases=optional("target_phrases"),
            source_tags=optional("source_tags"),
            target_tags=optional("target_tags"),
            corpus=str(record.get("corpus", "")),
            document=str(record.get("document", "")),
            levels=None if levels is None else (levels[0], levels[1]),
            reference=int(record.get("reference", 0)),
            id=str(record.get("id", "")),
            genre=str(record.get("genre", "")),
            source_starts=tuple(int(start) for start in record.get("source_starts", (0,))),
            target_starts=tuple(int(start) for start in record.get("target_starts", (0,))),
        )
    except (ValueError, TypeError) as error:
        raise DataError(path, str(error), line=line, fix="one label per token") from None


def _links(value: Any) -> tuple[Link, ...]:
    """Links as `0-0 1-2` or as `[[0, 0], [1, 2]]`."""
    if isinstance(value, str):
        try:
            return tuple(sorted(from_pharaoh(value)))
        except ValueError as error:
            raise ValueError(f"'links' must be like 0-0 1-2, not {error}") from None
    return tuple(sorted((int(i), int(j)) for i, j in value))
