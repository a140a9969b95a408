"""Which aligned pairs a model may learn from, and in what order where not all are taken."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from corpora import Pair, ReadOptions, document_of, open_corpus, split_documents


def sentence_key(text: str) -> str:
    """What two copies of a sentence share, however they were tokenised."""
    return re.sub(r"[\W_]", "", text.lower())[:60]


def permitted_pairs(
    sources: Iterable[str | Path], without: frozenset[str] = frozenset()
) -> Iterator[Pair]:
    """The pairs of the corpora, but none whose complex side has its key in `without`."""
    seen = set()
    for source in sources:
        corpus = open_corpus(source, options=ReadOptions())
        for pair in corpus.pairs():
            if pair.kind == "identical" or pair.corpus.endswith("_lower"):
                continue
            key = (sentence_key(pair.source), pair.target)
            if key in seen or any(sentence_key(text) in without for text in pair.sources):
                continue
            seen.add(key)
            yield pair


def held_out_articles(data: Path) -> frozenset[str]:
    """The articles of OneStopEnglish that experiments test on: nothing is learned from them."""
    corpus = open_corpus(data / "onestop" / "aligned", options=ReadOptions())
    parts = split_documents(document_of(pair) for pair in corpus.pairs())
    return frozenset(document for document, part in parts.items() if part == "test")


def training_pairs(data: Path, without: frozenset[str], limit: int) -> list[Pair]:
    """At most `limit` pairs: OneStopEnglish first, then Wikipedia's, single sentences first."""
    held_out = held_out_articles(data)
    onestop = (
        pair
        for pair in permitted_pairs([data / "onestop" / "aligned"], without)
        if pair.document not in held_out
    )
    # The words of single sentences are aligned best.
    wikipedia = sorted(
        permitted_pairs([data / "wikipedia"], without), key=lambda pair: pair.kind != "1-1"
    )
    return list(islice((*onestop, *wikipedia), limit))
