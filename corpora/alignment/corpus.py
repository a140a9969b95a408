"""Documents to sentence pairs: every pair of levels of every document, one process or several."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Literal

from corpora.alignment.dynamic import dynamic
from corpora.alignment.group import AlignmentMethod, Group, Text, sentences_of
from corpora.alignment.vicinity import vicinity
from corpora.article import Article, LevelledDocument, PairMode
from corpora.corpus import read_levelled
from corpora.pair import Pair
from seqlab.errors import DataWarning
from seqlab.text import split_sentences

Method = Literal["dynamic", "vicinity"]

METHODS: dict[Method, AlignmentMethod] = {"dynamic": dynamic, "vicinity": vicinity}

# Both methods hold matrices of source by target sentences; more cells than this fill memory.
MAX_CELLS = 4_000_000
# Documents that go to the worker processes at a time: enough to keep them busy, few to hold.
DOCUMENTS_PER_WORKER = 16


def article_sentences(article: Article) -> Text:
    """The article's paragraphs, each as a list of its sentences."""
    return [split_sentences(paragraph) for paragraph in article.paragraphs]


def align_texts(
    source: Text, target: Text, method: Method = "dynamic", threshold: float | None = None
) -> list[Group]:
    """The groups of sentences of two texts that say the same, by their numbers.

    Args:
        source: Paragraphs of sentences of the complex text.
        target: Paragraphs of sentences of the simple text.
        method: Name of the method.
        threshold: Least similarity, in place of the method's own.
    """
    return METHODS[method](source, target, threshold=threshold)


def align_document(
    document: LevelledDocument,
    method: Method = "dynamic",
    level_pairs: PairMode = "adjacent",
    threshold: float | None = None,
) -> Iterator[Pair]:
    """The sentence pairs of a document, level pair by level pair, in the order of the source.

    Args:
        document: One document at several levels.
        method: Name of the method.
        level_pairs: Which levels to pair.
        threshold: Least similarity, in place of the method's own.
    """
    if len(document.versions) < 2:
        _warn(document, f"only level {', '.join(document.levels)}: nothing to align with")
    texts = {level: article_sentences(article) for level, article in document.versions.items()}
    for complex_version, simple_version in document.pairs(level_pairs):
        levels = (complex_version.level, simple_version.level)
        source, target = texts[levels[0]], texts[levels[1]]
        sources, targets = sentences_of(source), sentences_of(target)
        if len(sources) * len(targets) > MAX_CELLS:
            _warn(
                document,
                f"levels {levels[0]} and {levels[1]} skipped: {len(sources):,} and "
                f"{len(targets):,} sentences are too many; split the document into chapters",
            )
            continue
        for group in align_texts(source, target, method, threshold):
            yield Pair(
                sources=tuple(sources[number] for number in group.sources),
                targets=tuple(targets[number] for number in group.targets),
                corpus=document.corpus,
                document=document.document,
                levels=levels,
                similarity=group.similarity,
            )


def align_corpus(
    corpus: str | Path | Iterable[LevelledDocument],
    method: Method = "dynamic",
    level_pairs: PairMode = "adjacent",
    threshold: float | None = None,
    workers: int = 1,
) -> Iterator[Pair]:
    """The sentence pairs of all documents of a corpus, in the corpus's order.

    An article that cannot be used is named in a `DataWarning`, and the others go on.

    Args:
        corpus: Folder of a corpus of levelled articles, or the documents themselves.
        method: Name of the method.
        level_pairs: Which levels to pair.
        threshold: Least similarity, in place of the method's own.
        workers: Processes to use.
    """
    documents = read_levelled(corpus) if isinstance(corpus, (str, Path)) else iter(corpus)
    if workers <= 1:
        for document in documents:
            yield from align_document(document, method, level_pairs, threshold)
        return
    align = partial(_pairs_and_warnings, method, level_pairs, threshold)
    with ProcessPoolExecutor(workers) as pool:
        while batch := list(islice(documents, workers * DOCUMENTS_PER_WORKER)):
            for pairs, problems in pool.map(align, batch, chunksize=DOCUMENTS_PER_WORKER // 4):
                for path, reason in problems:
                    warnings.warn(DataWarning(path, reason), stacklevel=2)
                yield from pairs


def _warn(document: LevelledDocument, reason: str) -> None:
    place = next((article.path for article in document.versions.values()), "")
    warnings.warn(DataWarning(place or document.document, reason), stacklevel=3)


def _pairs_and_warnings(
    method: Method, mode: PairMode, threshold: float | None, document: LevelledDocument
) -> tuple[list[Pair], list[tuple[str, str]]]:
    """One document's pairs, and its warnings, which a worker process would keep to itself."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", DataWarning)
        pairs = list(align_document(document, method, mode, threshold))
    made = [entry.message for entry in caught if isinstance(entry.message, DataWarning)]
    return pairs, [(warning.path, warning.reason) for warning in made]
