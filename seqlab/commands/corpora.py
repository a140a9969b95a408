"""Look into a corpus, or turn it into pairs: `corpora stats PATH`, `corpora convert PATH`."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import corpora as package
from seqlab.errors import UsageError


def corpora(
    action: Literal["stats", "convert", "formats"],
    path: Path | None = None,
    out: Path | None = None,
    format: str = "auto",
    level_pairs: package.PairMode = "all",
    split: bool = False,
    seed: int = 13,
    read: package.ReadOptions = package.ReadOptions(),  # noqa: B008
) -> None:
    """Count what a corpus holds, write its pairs as JSONL, or list the formats that are read.

    Args:
        action: `stats` counts, `convert` writes pairs, `formats` lists what can be read.
        path: The corpus: its folder, or one of its files.
        out: Where `convert` writes the pairs (a .jsonl file; a folder if `split`), and `stats` the
            counts as JSON, if given.
        format: Name of the format, or `auto` to recognise it by its file names.
        level_pairs: Which level pairs of an aligned corpus to take.
        split: Write train.jsonl, valid.jsonl and test.jsonl (80/10/10 by document).
        seed: Decides which documents go where.
        read: How to read.
    """
    if action == "formats":
        for name, known in package.FORMATS.items():
            print(f"{name:<15} {known.title}\n{'':<15} {', '.join(known.patterns[:4])}")
        return
    if path is None:
        raise UsageError(f"{action} needs the path of a corpus: seqlab corpora {action} PATH")
    corpus = package.open_corpus(path, format, read)
    if action == "stats":
        _print_statistics(corpus, level_pairs, out)
    elif out is None:
        raise UsageError("convert needs a file to write: --out pairs.jsonl")
    elif split:
        for part, pairs in package.split_pairs(corpus.pairs(level_pairs), seed):
            count = package.write_pairs(out / f"{part}.jsonl", pairs)
            print(f"{count:,} pairs in {out / f'{part}.jsonl'}")
    else:
        from seqlab.progress import track

        count = package.write_pairs(out, track(corpus.pairs(level_pairs), "pairs"))
        print(f"{count:,} pairs of {corpus.format} in {out}")


def _print_statistics(corpus: package.Corpus, mode: package.PairMode, out: Path | None) -> None:
    import json

    from seqlab.files import atomic_write
    from seqlab.progress import track

    print(f"{corpus.path}: {corpus.format}")
    found = {}
    if corpus.has_documents:
        documents = track(corpus.documents(), "documents")
        found["articles"] = package.document_statistics(documents)
    if corpus.has_pairs:
        found["pairs"] = package.pair_statistics(track(corpus.pairs(mode), "pairs"))
    for statistics in found.values():
        print(f"\n{package.statistics_table(statistics)}")
    if out is not None:
        with atomic_write(out) as handle:
            json.dump({name: s.to_json() for name, s in found.items()}, handle, indent=2)
