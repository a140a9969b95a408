"""Training data for the labeller from whatever stage a user has: corpus, pairs or labels."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from corpora import Kind, Pair, PairMode, ReadOptions, open_corpus, split_documents
from corpora.alignment import Method, align_corpus
from seqlab.alignment import load_aligner
from seqlab.annotation import (
    AnnotationOptions,
    LabelledPair,
    annotate_pairs,
    read_any_pairs,
    read_labelled,
    training_records,
)
from seqlab.errors import DataError, UsageError
from seqlab.files import read_jsonl
from seqlab.progress import track
from seqlab.syntax import load_syntax
from seqlab.tagger import IGNORED, LabelledSentence, read_sentences, sentence_from_json


@dataclass(frozen=True)
class SilverOptions:
    """How a corpus becomes labelled sentences.

    Args:
        level_pairs: Which levels of an article are aligned.
        method: How sentences are aligned.
        aligner: Which word aligner finds the links.
        syntax: Syntax backend for tags as features and phrase labels, or `none`.
        kinds: Which kinds of pairs to learn from; the thesis (3.2.3) took 1-1.
        label_set: What the labels say; see docs/annotation.md.
        soft_references: Make one sentence with soft labels of the references of one source.
        annotation: The switches of the annotation algorithms.
        read: How the corpus is read.
    """

    level_pairs: PairMode = "adjacent"
    method: Method = "dynamic"
    aligner: str = "light"
    syntax: str = "none"
    kinds: tuple[Kind, ...] = ("1-1",)
    label_set: str = "copy-delete-replace"
    soft_references: bool = True
    annotation: AnnotationOptions = field(default_factory=AnnotationOptions)
    read: ReadOptions = field(default_factory=ReadOptions)


@dataclass(frozen=True)
class SplitSentences:
    """Sentences in three parts, none sharing a document with another."""

    train: list[LabelledSentence]
    valid: list[LabelledSentence]
    test: list[LabelledSentence]


def silver_sentences(
    data: str | Path, options: SilverOptions | None = None
) -> list[LabelledSentence]:
    """The labelled sentences of `data`, doing whatever stages it has not been through yet.

    `data` is a folder (a corpus: aligned, then annotated), a file of pairs (annotated), a file of
    labelled pairs (field `source_tokens`), or a file of labelled sentences (field `tokens`).
    """
    data, options = Path(data), options or SilverOptions()
    if data.is_dir():
        return _from_pairs(_corpus_pairs(data, options), options)
    field_names = _first_fields(data)
    if "tokens" in field_names:
        return list(read_sentences(data))
    if "source_tokens" in field_names:
        return _from_labelled(read_labelled(data), options)
    return _from_pairs(read_any_pairs(data), options)


def split_by_document(sentences: Iterable[LabelledSentence], seed: int = 13) -> SplitSentences:
    """Four fifths for training, a tenth each to validate and test, whole documents in each."""
    sentences = list(sentences)
    parts = split_documents((_document(sentence) for sentence in sentences), seed)
    split = SplitSentences([], [], [])
    for sentence in sentences:
        getattr(split, parts[_document(sentence)]).append(sentence)
    return split


def merge_references(sentences: Iterable[LabelledSentence]) -> list[LabelledSentence]:
    """Sentences that occur several times once, with the share of each label as soft labels."""
    groups: dict[tuple[object, ...], list[LabelledSentence]] = {}
    for sentence in sentences:
        key = (sentence.document, sentence.tokens, tuple(sorted(sentence.labels)))
        groups.setdefault(key, []).append(sentence)
    return [group[0] if len(group) == 1 else _merged(group) for group in groups.values()]


def _merged(group: list[LabelledSentence]) -> LabelledSentence:
    hard: dict[str, tuple[str, ...]] = {}
    soft: dict[str, tuple[Mapping[str, float], ...]] = {}
    for head in group[0].labels:
        columns = list(zip(*(sentence.labels[head] for sentence in group), strict=True))
        counts = [Counter(label for label in column if label != IGNORED) for column in columns]
        hard[head] = tuple(c.most_common(1)[0][0] if c else IGNORED for c in counts)
        soft[head] = tuple(
            {label: round(n / count.total(), 4) for label, n in sorted(count.items())}
            for count in counts
        )
    return replace(group[0], labels=hard, soft=soft)


def _corpus_pairs(folder: Path, options: SilverOptions) -> Iterator[Pair]:
    corpus = open_corpus(folder, options=options.read)
    if not corpus.has_documents:
        return corpus.pairs(options.level_pairs)
    documents = track(corpus.documents(), "Aligning documents")
    return align_corpus(documents, options.method, options.level_pairs)


def _from_pairs(pairs: Iterable[Pair], options: SilverOptions) -> list[LabelledSentence]:
    chosen = (pair for pair in pairs if pair.kind in options.kinds)
    syntax = None if options.syntax == "none" else load_syntax(options.syntax)
    labelled = annotate_pairs(chosen, load_aligner(options.aligner), syntax, options.annotation)
    return _from_labelled(labelled, options)


def _from_labelled(pairs: Iterable[LabelledPair], options: SilverOptions) -> list[LabelledSentence]:
    repeated: list[LabelledSentence] = []
    single: list[LabelledSentence] = []
    for pair in pairs:
        for record in training_records([pair], options.label_set):
            sentence = sentence_from_json(record, "labelled pair", 0)
            # Corpora of several references have no levels; at another level, another text.
            merge = options.soft_references and pair.levels is None
            (repeated if merge else single).append(sentence)
    found = single + merge_references(repeated)
    if not found:
        raise UsageError(f"no pairs of the kinds {', '.join(options.kinds)} in the data")
    return found


def _document(sentence: LabelledSentence) -> str:
    if sentence.document:
        return sentence.document
    letters = "".join(sentence.tokens).lower()
    return "text-" + hashlib.blake2b(letters.encode("utf-8", "replace")).hexdigest()[:16]


def _first_fields(path: Path) -> set[str]:
    if ".jsonl" not in path.suffixes:
        if not path.is_file():
            raise DataError(path, "no such file or folder", fix="check the path")
        return set()
    for _, record in read_jsonl(path):
        return set(record)
    raise DataError(path, "holds no sentences", fix="give a file that is not empty")
