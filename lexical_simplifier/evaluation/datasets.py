"""Readers of lexical-substitution data: LexMTurk, BenchLS, Swords."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from seqlab.errors import DataError
from seqlab.files import open_binary, read_lines, read_text
from seqlab.text import tokenize


@dataclass(frozen=True, slots=True)
class Instance:
    """A word in its sentence with people's substitutes, weighted: the best has the most."""

    tokens: tuple[str, ...]
    index: int
    substitutes: dict[str, float]
    # Judged and found not to fit, where the data say so (Swords).
    rejected: frozenset[str] = frozenset()
    # Whether substitutes are given as dictionary forms (Swords).
    lemmatised: bool = False

    @property
    def target(self) -> str:
        """The word to replace."""
        return self.tokens[self.index]


def read_benchls(path: str | Path) -> Iterator[Instance]:
    """BenchLS: sentence, target, position, then `rank:substitute`; rank 1 weighs most."""
    for number, line in enumerate(read_lines(path), start=1):
        columns = line.rstrip("\t").split("\t")
        try:
            tokens = tuple(columns[0].split(" "))
            index = _nearest(tokens, columns[1], int(columns[2]))
            ranks = [column.split(":", 1) for column in columns[3:]]
            substitutes: dict[str, float] = {}
            for rank, word in ranks:
                substitutes.setdefault(word.strip().lower(), 1.0 / int(rank))
            yield Instance(tokens, index, substitutes)
        except (IndexError, ValueError):
            raise DataError(
                path, "not a BenchLS row", line=number, value=line, fix=read_benchls.__doc__ or ""
            ) from None


def read_lexmturk(path: str | Path) -> Iterator[Instance]:
    """LexMTurk: sentence, target, then what each of fifty people wrote."""
    with open_binary(path) as handle:
        # The published file is Latin-1.
        lines = handle.read().decode("latin-1").splitlines()
    for number, line in enumerate(lines, start=1):
        if number == 1 and line.lower().startswith("english wikipedia sentence"):
            continue
        columns = next(csv.reader([line], delimiter="\t"))
        if len(columns) < 3:
            raise DataError(path, "not a LexMTurk row", line=number, value=line)
        tokens = tuple(columns[0].split())
        target = columns[1].strip().lower()
        places = [i for i, token in enumerate(tokens) if token.lower() == target]
        if not places:
            continue
        counts = Counter(word.strip().lower() for word in columns[2:] if word.strip())
        yield Instance(tokens, places[0], {w: float(n) for w, n in counts.items() if w != target})


def read_swords(path: str | Path, acceptable: float = 0.5) -> Iterator[Instance]:
    """Swords: substitutes weighted by the share of people who would accept them."""
    try:
        data = json.loads(read_text(path))
        labels = {
            key: (row["target_id"], row["substitute"]) for key, row in data["substitutes"].items()
        }
        judged: dict[str, dict[str, float]] = {}
        for key, votes in data["substitute_labels"].items():
            target, word = labels[key]
            share = sum(vote in ("TRUE", "TRUE_IMPLICIT") for vote in votes) / len(votes)
            judged.setdefault(target, {})[word.lower()] = share
        for key, row in data["targets"].items():
            context = data["contexts"][row["context_id"]]["context"]
            tokens, index = _sentence_around(context, row["offset"], row["target"])
            words = judged.get(key, {})
            yield Instance(
                tokens,
                index,
                {word: share for word, share in words.items() if share >= acceptable},
                frozenset(word for word, share in words.items() if share < acceptable / 2),
                bool(data["substitutes_lemmatized"]),
            )
    except (KeyError, TypeError, json.JSONDecodeError) as error:
        raise DataError(path, f"not a Swords file: {error}") from None


def _nearest(tokens: tuple[str, ...], target: str, index: int) -> int:
    """Where `target` stands; some rows count tokens that were joined later."""
    places = [i for i, token in enumerate(tokens) if token.lower() == target.lower()]
    return min(places, key=lambda place: abs(place - index)) if places else index


def _sentence_around(context: str, offset: int, target: str) -> tuple[tuple[str, ...], int]:
    """Tokens of the line around a character position, and the position's token."""
    before = tokenize(re.sub(r"\s+", " ", context[:offset]))
    after = tokenize(re.sub(r"\s+", " ", context[offset + len(target) :]))
    return (*before, target, *after), len(before)
