"""Sentence alignment: the levels of a document in, pairs of sentences that say the same out."""

from corpora.alignment.corpus import (
    METHODS,
    Method,
    align_corpus,
    align_document,
    align_texts,
    article_sentences,
)
from corpora.alignment.group import Group, Text
from corpora.alignment.kinds import KindTable
from corpora.alignment.output import Aligned, align_to_file

__all__ = [
    "METHODS",
    "Aligned",
    "Group",
    "KindTable",
    "Method",
    "Text",
    "align_corpus",
    "align_document",
    "align_texts",
    "align_to_file",
    "article_sentences",
]
