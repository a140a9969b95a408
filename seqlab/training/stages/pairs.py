"""A corpus → sentence pairs in three parts, no article in two of them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, cast

from corpora import (
    PARTS,
    Corpus,
    Pair,
    PairMode,
    Part,
    ReadOptions,
    document_of,
    open_corpus,
    read_pairs,
    split_documents,
    write_pairs,
)
from corpora.alignment import align_corpus
from seqlab.errors import DataError
from seqlab.progress import track
from seqlab.training.check import check_levels, check_pairs
from seqlab.training.config import from_plain, resolve_path
from seqlab.training.stages import Work

Parts = dict[Part, list[Pair]]


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """The corpus."""
    return [resolve_path(settings["source"])]


def run(work: Work) -> None:
    """Write `train.jsonl`, `valid.jsonl` and `test.jsonl`."""
    settings = work.settings["corpus"]
    path = resolve_path(work.settings["source"])
    parts = _parts(path, settings)
    check_pairs(path, [pair for pairs in parts.values() for pair in pairs])
    for part, pairs in parts.items():
        chosen = [pair for pair in pairs if pair.kind in settings["kinds"]]
        if part == "train":
            kept = set(of_share({document_of(pair) for pair in chosen}, settings["share"]))
            chosen = [pair for pair in chosen if document_of(pair) in kept]
        if not chosen:
            raise DataError(path, f"no pairs in the {part} split", fix=_fix(pairs, settings))
        write_pairs(work.out / f"{part}.jsonl", chosen)


def of_share(documents: Sequence[str] | set[str], share: float) -> list[str]:
    """That share of the documents; what a share holds, every larger one holds too."""
    ranked = sorted(documents, key=lambda name: hashlib.sha256(name.encode()).hexdigest())
    return ranked[: max(1, round(share * len(ranked)))]


def _fix(pairs: Sequence[Pair], settings: Mapping[str, Any]) -> str:
    if not pairs:
        return "give at least three articles, preferably thirty or more"
    kinds = ", ".join(sorted({pair.kind for pair in pairs}))
    return f"it has pairs of the kinds {kinds}; corpus.kinds are {', '.join(settings['kinds'])}"


def _parts(path: Path, settings: Mapping[str, Any]) -> Parts:
    if path.is_dir() and all((path / f"{part}.jsonl").is_file() for part in PARTS):
        return {part: list(read_pairs(path / f"{part}.jsonl")) for part in PARTS}
    options = from_plain(ReadOptions, settings["read"])
    corpus = open_corpus(path, options=options)
    if not corpus.has_parts:
        return _split(list(_pairs(corpus, settings)), settings)
    published: Parts = {}
    for part in PARTS:
        of_part = open_corpus(path, options=replace(options, part=part))
        published[part] = list(_pairs(of_part, settings))
    return published


def _split(pairs: list[Pair], settings: Mapping[str, Any]) -> Parts:
    parts = split_documents((document_of(pair) for pair in pairs), settings["split_seed"])
    return {part: [pair for pair in pairs if parts[document_of(pair)] == part] for part in PARTS}


def _pairs(corpus: Corpus, settings: Mapping[str, Any]) -> Iterator[Pair]:
    most = settings["documents"] or None
    mode = cast(PairMode, settings["level_pairs"].replace("auto", "original"))
    if corpus.has_documents:
        documents = check_levels(corpus.path, islice(corpus.documents(), most))
        documents = track(documents, "align sentences")
        yield from align_corpus(documents, settings["method"], mode)
        return
    seen: set[str] = set()
    for pair in corpus.pairs("all" if settings["level_pairs"] == "auto" else mode):
        seen.add(document_of(pair))
        if most is not None and len(seen) > most:
            return
        yield pair
