"""Corpus → sentence pairs in three parts, no article in two of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from corpora import Pair, document_of, open_corpus, split_documents, write_pairs
from corpora.alignment import align_corpus
from seqlab.ablation.plan.paths import located
from seqlab.ablation.stages import PARTS, Work
from seqlab.errors import DataError
from seqlab.files import text_hash


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """The corpus."""
    return [located(settings["corpus"]["path"])]


def run(work: Work) -> None:
    """Write `train.jsonl`, `valid.jsonl` and `test.jsonl`."""
    settings = work.settings["corpus"]
    pairs = list(_pairs(settings))
    parts = split_documents((document_of(pair) for pair in pairs), settings["split_seed"])
    for part in PARTS:
        documents = [document for document, own in parts.items() if own == part]
        if part == "train":
            documents = of_share(documents, settings["share"])
        kept = set(documents)
        chosen = [
            pair for pair in pairs if document_of(pair) in kept and pair.kind in settings["kinds"]
        ]
        if not chosen:
            path = located(settings["path"])
            raise DataError(path, f"no pairs for the {part} part", fix="give more articles")
        write_pairs(work.out / f"{part}.jsonl", chosen)


def of_share(documents: Sequence[str], share: float) -> list[str]:
    """That share of the documents; what a share holds, every larger one holds too."""
    ranked = sorted(documents, key=text_hash)
    return ranked[: max(1, round(share * len(ranked)))]


def _pairs(settings: Mapping[str, Any]) -> Iterator[Pair]:
    corpus = open_corpus(located(settings["path"]))
    most = settings["documents"] or None
    if corpus.has_documents:
        documents = islice(corpus.documents(), most)
        yield from align_corpus(documents, settings["method"], settings["levels"])
        return
    seen: set[str] = set()
    for pair in corpus.pairs(settings["levels"]):
        seen.add(document_of(pair))
        if most is not None and len(seen) > most:
            return
        yield pair
