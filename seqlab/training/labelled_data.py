"""Training data for the labeller from whatever stage a user has: corpus, pairs or labels."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from corpora import (
    FORMATS,
    PARTS,
    Kind,
    Pair,
    PairMode,
    Part,
    ReadOptions,
    open_corpus,
    split_documents,
)
from corpora.alignment import Method, align_corpus
from seqlab.alignment import load_aligner
from seqlab.annotation import (
    AnnotationOptions,
    LabelledPair,
    annotate_pairs,
    levelled_sentences,
    read_any_pairs,
    read_labelled,
    soft_sentences,
    training_sentences,
)
from seqlab.errors import DataError, UsageError
from seqlab.files import read_jsonl
from seqlab.progress import track
from seqlab.syntax import load_syntax
from seqlab.tagger import (
    LabelledSentence,
    merge_sentences,
    read_sentences,
    write_sentences,
)


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
        kept: Folder that keeps the labelled sentences of a corpus with published parts: what lies
            there is not labelled again.
        extra: Folders with train.jsonl, valid.jsonl and test.jsonl of further labels, joined to
            the sentences of such a corpus where document and tokens are the same.
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
    kept: str = ""
    extra: tuple[str, ...] = ()


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


def published_parts(
    data: str | Path, options: SilverOptions | None = None
) -> SplitSentences | None:
    """The labelled sentences of `levels` in its own parts, all levels of a sentence together.

    None where `data` is no such corpus: then parts have to be drawn.
    """
    data, options = Path(data), options or SilverOptions()
    if not data.exists() or not FORMATS["levels"].recognises(data):
        return None
    return SplitSentences(*(_published_part(data, part, options) for part in PARTS))


def _published_part(data: Path, part: Part, options: SilverOptions) -> list[LabelledSentence]:
    file = Path(options.kept) / f"{part}.jsonl" if options.kept else None
    if file is not None and file.is_file():
        sentences = list(read_sentences(file))
    else:
        corpus = open_corpus(data, options=replace(options.read, part=part))
        pairs = track(corpus.pairs("all"), f"annotate {part}")
        labelled = annotate_pairs(pairs, load_aligner(options.aligner), options=options.annotation)
        sentences = list(levelled_sentences(labelled, options.label_set))
        if file is not None:
            write_sentences(file, sentences)
    for folder in options.extra:
        sentences = merge_sentences(sentences, read_sentences(Path(folder) / f"{part}.jsonl"))
    return sentences


def split_by_document(sentences: Iterable[LabelledSentence], seed: int = 13) -> SplitSentences:
    """Four fifths for training, a tenth each to validate and test, whole documents in each."""
    sentences = list(sentences)
    parts = split_documents((_document(sentence) for sentence in sentences), seed)
    split = SplitSentences([], [], [])
    for sentence in sentences:
        getattr(split, parts[_document(sentence)]).append(sentence)
    return split


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
    # Corpora of several references have no levels; at another level, another text.
    several: dict[tuple[str, ...], list[LabelledPair]] = {}
    single: list[LabelledPair] = []
    for pair in pairs:
        if options.soft_references and pair.levels is None:
            several.setdefault(pair.source_tokens, []).append(pair)
        else:
            single.append(pair)
    found = list(training_sentences(single, options.label_set))
    for group in several.values():
        read = soft_sentences if len(group) > 1 else training_sentences
        found += read(group, options.label_set)
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
