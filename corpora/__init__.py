"""Corpora of complex and simple text: readers, sentence alignment and splits."""

from corpora.article import Article, LevelledDocument, PairMode, level_pairs, read_paragraphs
from corpora.pair import Kind, Pair, read_pairs, write_pairs

__all__ = [
    "Article",
    "Kind",
    "LevelledDocument",
    "Pair",
    "PairMode",
    "level_pairs",
    "read_pairs",
    "read_paragraphs",
    "write_pairs",
]
