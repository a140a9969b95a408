"""Corpora of complex and simple text: readers, sentence alignment and splits."""

from corpora.article import Article, LevelledDocument, PairMode, level_pairs, read_paragraphs
from corpora.corpus import Corpus, open_corpus, read_levelled, read_pairs_from
from corpora.entities.entities import (
    NormalizedPair,
    NormalizedTokens,
    Recognizer,
    normalize_entities,
    normalize_pair,
    restore_entities,
    restore_pair,
    restore_text,
)
from corpora.entities.recognizer import Entity, recognize_entities
from corpora.fetch import Fetched, describe, fetch
from corpora.formats import FORMATS, Format
from corpora.named import SHIPPED, corpus_path
from corpora.options import Part, ReadOptions
from corpora.pair import Kind, Pair, read_pairs, write_pairs
from corpora.published import (
    PublishedCorpus,
    PublishedFile,
    published_corpora,
    published_corpus,
)
from corpora.readers.multireference import MultiReference, read_references
from corpora.readers.parallel import read_two_files
from corpora.readers.tokenized import detokenize, sentences_of, unescape_brackets
from corpora.readers.ucca import UccaEdge, UccaPassage, UccaUnit, parse_passage, read_ucca
from corpora.splits import PARTS, Splits, document_of, split_documents, split_pairs
from corpora.statistics import (
    Statistics,
    document_statistics,
    pair_statistics,
    statistics_table,
)

__all__ = [
    "FORMATS",
    "PARTS",
    "SHIPPED",
    "Article",
    "Corpus",
    "Entity",
    "Fetched",
    "Format",
    "Kind",
    "LevelledDocument",
    "MultiReference",
    "NormalizedPair",
    "NormalizedTokens",
    "Pair",
    "PairMode",
    "Part",
    "PublishedCorpus",
    "PublishedFile",
    "ReadOptions",
    "Recognizer",
    "Splits",
    "Statistics",
    "UccaEdge",
    "UccaPassage",
    "UccaUnit",
    "corpus_path",
    "describe",
    "detokenize",
    "document_of",
    "document_statistics",
    "fetch",
    "level_pairs",
    "normalize_entities",
    "normalize_pair",
    "open_corpus",
    "pair_statistics",
    "parse_passage",
    "published_corpora",
    "published_corpus",
    "read_levelled",
    "read_pairs",
    "read_pairs_from",
    "read_paragraphs",
    "read_references",
    "read_two_files",
    "read_ucca",
    "recognize_entities",
    "restore_entities",
    "restore_pair",
    "restore_text",
    "sentences_of",
    "split_documents",
    "split_pairs",
    "statistics_table",
    "unescape_brackets",
    "write_pairs",
]
