"""How much a corpus holds: documents, levels, sentences, words, kinds of pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from corpora.article import LevelledDocument
from corpora.pair import Pair
from seqlab.tables import as_text
from seqlab.text import split_sentences, tokenize

KINDS = ("identical", "1-1", "1-N", "N-1", "N-N")


@dataclass(slots=True)
class LevelStatistics:
    """Counts of the articles of one level."""

    articles: int = 0
    paragraphs: int = 0
    sentences: int = 0
    words: int = 0


@dataclass(slots=True)
class Statistics:
    """Counts of a corpus: by level where it has articles, by level pair where it has pairs."""

    documents: int = 0
    levels: dict[str, LevelStatistics] = field(default_factory=dict)
    pairs: int = 0
    repeated_pairs: int = 0
    documents_of_pairs: int = 0
    # Level pair ("0→1", or "" where a corpus has no levels) → kind → number.
    kinds: dict[str, Counter[str]] = field(default_factory=dict)
    source_words: int = 0
    target_words: int = 0

    def to_json(self) -> dict[str, Any]:
        """The counts as plain data."""
        return {
            "documents": self.documents,
            "levels": {
                name: {
                    "articles": level.articles,
                    "paragraphs": level.paragraphs,
                    "sentences": level.sentences,
                    "words": level.words,
                }
                for name, level in self.levels.items()
            },
            "pairs": self.pairs,
            "repeated_pairs": self.repeated_pairs,
            "documents_of_pairs": self.documents_of_pairs,
            "kinds": {levels: dict(kinds) for levels, kinds in self.kinds.items()},
            "source_words": self.source_words,
            "target_words": self.target_words,
        }


def document_statistics(documents: Iterable[LevelledDocument]) -> Statistics:
    """Counts of articles, paragraphs, sentences and words (punctuation left out) by level."""
    statistics = Statistics()
    for document in documents:
        statistics.documents += 1
        for name, article in document.versions.items():
            level = statistics.levels.setdefault(name, LevelStatistics())
            level.articles += 1
            level.paragraphs += len(article.paragraphs)
            for paragraph in article.paragraphs:
                for sentence in split_sentences(paragraph):
                    level.sentences += 1
                    level.words += sum(map(_is_word, tokenize(sentence)))
    statistics.levels = dict(sorted(statistics.levels.items(), key=_by_order(statistics.levels)))
    return statistics


def pair_statistics(pairs: Iterable[Pair]) -> Statistics:
    """Counts of pairs by level pair and kind; words are separated by spaces."""
    statistics = Statistics()
    documents, seen = set(), set()
    for pair in pairs:
        statistics.pairs += 1
        levels = "→".join(pair.levels) if pair.levels else ""
        statistics.kinds.setdefault(levels, Counter())[pair.kind] += 1
        statistics.source_words += sum(map(_is_word, pair.source.split()))
        statistics.target_words += sum(map(_is_word, pair.target.split()))
        if pair.document:
            documents.add(pair.document)
        # Hashes, not texts: a corpus of millions must not be held in memory for a count.
        seen.add(hash((pair.sources, pair.targets, pair.levels)))
    statistics.documents_of_pairs = len(documents)
    statistics.repeated_pairs = statistics.pairs - len(seen)
    return statistics


def statistics_table(statistics: Statistics) -> str:
    """The counts as a table for people."""
    lines = []
    if statistics.levels:
        heads = ["level", "articles", "paragraphs", "sentences", "words", "words/sentence"]
        rows = []
        for name, level in statistics.levels.items():
            counts = (level.articles, level.paragraphs, level.sentences, level.words)
            mean = f"{level.words / max(level.sentences, 1):.1f}"
            rows.append([name, *(f"{count:,}" for count in counts), mean])
        lines += [f"{statistics.documents:,} documents", as_text(heads, rows)]
    if statistics.pairs:
        heads = ["levels", *KINDS, "all"]
        rows = []
        for levels, kinds in sorted(statistics.kinds.items()):
            counted = [kinds[kind] for kind in KINDS]
            rows.append([levels or "–", *(f"{n:,}" for n in (*counted, sum(counted)))])
        source, target = statistics.source_words, statistics.target_words
        lines += [
            *([""] if lines else []),
            f"{statistics.pairs:,} pairs of {statistics.documents_of_pairs:,} named documents, "
            f"{statistics.repeated_pairs:,} of them repeats; words per pair "
            f"{source / statistics.pairs:.1f} → {target / statistics.pairs:.1f}",
            as_text(heads, rows),
        ]
    return "\n".join(lines)


def _by_order(levels: dict[str, LevelStatistics]) -> Any:
    """Numbered levels by number; others as they came, which is complex first."""
    names = list(levels)
    if all(name.isdecimal() for name in names):
        return lambda item: int(item[0])
    return lambda item: names.index(item[0])


def _is_word(token: str) -> bool:
    return any(character.isalnum() for character in token)
