"""`LabelledSentence`: what the tagger learns from, and its text form, one JSON object per line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from seqlab.errors import DataError
from seqlab.files import read_jsonl, write_jsonl

# A token with this label counts neither in the loss nor in a score.
IGNORED = "_"


@dataclass(frozen=True, slots=True)
class LabelledSentence:
    """Tokens with one label each for any number of heads, and what else is known of them.

    A sentence need not be labelled for every head: what it lacks is left out of the loss.
    `soft` holds, where known, how likely each label is at each token, e.g. the share of the
    references that deleted it; it takes the place of the hard label while training.
    """

    tokens: tuple[str, ...]
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    features: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    document: str = ""
    weight: float = 1.0
    soft: Mapping[str, tuple[Mapping[str, float], ...]] = field(default_factory=dict)
    id: str = ""
    genre: str = ""

    def __post_init__(self) -> None:
        for kind in ("labels", "features", "soft"):
            for name, values in getattr(self, kind).items():
                if len(values) != len(self.tokens):
                    raise ValueError(
                        f"{kind} {name!r}: {len(values)} values for {len(self.tokens)} tokens"
                    )

    def to_json(self) -> dict[str, Any]:
        """The sentence as one line of a file; fields without a value are left out."""
        record: dict[str, Any] = {"tokens": list(self.tokens)}
        for kind in ("labels", "features", "soft"):
            if values := getattr(self, kind):
                record[kind] = {name: list(of_tokens) for name, of_tokens in values.items()}
        for name in ("document", "id", "genre"):
            if value := getattr(self, name):
                record[name] = value
        if self.weight != 1.0:
            record["weight"] = self.weight
        return record


def read_sentences(path: str | Path) -> Iterator[LabelledSentence]:
    """The sentences of a JSONL file, one by one; a label `null` is an ignored token."""
    for number, record in read_jsonl(path):
        yield sentence_from_json(record, path, number)


def write_sentences(path: str | Path, sentences: Iterable[LabelledSentence]) -> int:
    """Write sentences as JSONL, whole or not at all; returns how many."""
    return write_jsonl(path, (sentence.to_json() for sentence in sentences))


def merge_sentences(
    sentences: Iterable[LabelledSentence], others: Iterable[LabelledSentence]
) -> list[LabelledSentence]:
    """`sentences` with the labels that `others` give the same tokens of the same document.

    What of `others` is not among `sentences` is added at the end: a sentence may lack heads.
    """
    added: dict[tuple[str, tuple[str, ...]], LabelledSentence] = {
        (other.document, other.tokens): other for other in others
    }
    merged = []
    used = set()
    for sentence in sentences:
        key = sentence.document, sentence.tokens
        if (other := added.get(key)) is not None:
            used.add(key)
            sentence = replace(
                sentence,
                labels={**sentence.labels, **other.labels},
                soft={**sentence.soft, **other.soft},
            )
        merged.append(sentence)
    return merged + [other for key, other in added.items() if key not in used]


def sentence_from_json(record: dict[str, Any], path: str | Path, line: int) -> LabelledSentence:
    """The sentence in one record of a file; `path` and `line` are for the error message."""
    tokens = record.get("tokens")
    if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
        raise DataError(
            path,
            "'tokens' must be a list of words",
            line=line,
            value=str(tokens),
            fix='write {"tokens": ["…"], "labels": {"operation": ["C"]}}',
        )
    columns = {
        kind: {name: tuple(values) for name, values in _object(record, kind, path, line).items()}
        for kind in ("labels", "features", "soft")
    }
    for kind, by_name in columns.items():
        for name, values in by_name.items():
            if len(values) != len(tokens):
                raise DataError(
                    path,
                    f"{len(values)} {kind} {name!r} for {len(tokens)} tokens",
                    line=line,
                    fix="give one per token",
                )
    try:
        return LabelledSentence(
            tokens=tuple(tokens),
            labels={name: _strings(values) for name, values in columns["labels"].items()},
            features={name: _strings(values) for name, values in columns["features"].items()},
            soft={
                name: tuple({str(label): float(p) for label, p in (v or {}).items()} for v in vs)
                for name, vs in columns["soft"].items()
            },
            document=str(record.get("document", "")),
            weight=float(record.get("weight", 1.0)),
            id=str(record.get("id", "")),
            genre=str(record.get("genre", "")),
        )
    except (AttributeError, TypeError, ValueError) as error:
        raise DataError(path, f"not a labelled sentence: {error}", line=line) from None


def _object(record: dict[str, Any], kind: str, path: str | Path, line: int) -> dict[str, list[Any]]:
    value = record.get(kind) or {}
    if isinstance(value, dict) and all(isinstance(column, list) for column in value.values()):
        return value
    raise DataError(
        path,
        f"{kind!r} must be an object of lists",
        line=line,
        value=str(value),
        fix=f'write "{kind}": {{"name": ["…"]}}',
    )


def _strings(values: Sequence[Any]) -> tuple[str, ...]:
    return tuple(IGNORED if value is None else str(value) for value in values)
