"""Align the sentences of articles at several levels: a corpus in, a file of pairs out.

seqlab align sample --out out/pairs.jsonl
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal

from corpora import ReadOptions
from seqlab.errors import UsageError


def align(
    path: Path,
    out: Path,
    method: Literal["dynamic", "vicinity"] = "dynamic",
    level_pairs: Literal["adjacent", "all", "original"] = "adjacent",
    threshold: float | None = None,
    workers: int = 1,
    format: str = "auto",
    read: ReadOptions = ReadOptions(),  # noqa: B008
) -> int:
    """Align, write the pairs, and show how many of each kind there are.

    Articles that cannot be used are named and skipped; the exit code is then 1, though the
    pairs of all others are written.

    Args:
        path: Folder of a corpus: Newsela, OneStopEnglish, or files called <name>.<level>.txt.
        out: Pairs file to write (JSONL); the table of kinds goes beside it, in OUT.table.md.
        method: `dynamic`, or `vicinity` as in the thesis (Paetzold and Specia 2016).
        level_pairs: Neighbouring levels, all pairs of levels, or from the original only.
        threshold: Minimum similarity of a pair, 0 to 1, instead of the method's default.
        workers: Processes to use.
        format: Corpus format, if it cannot be told from the file names.
        read: How the corpus is read.
    """
    if threshold is not None and not 0 <= threshold <= 1:
        raise UsageError(f"option threshold: {threshold} is not between 0 and 1")
    if workers < 1:
        raise UsageError(f"option workers: {workers} is less than 1")
    from corpora import read_levelled
    from corpora.alignment import align_to_file
    from seqlab.progress import track

    documents = track(read_levelled(path, format, read), "Aligning documents")
    aligned = align_to_file(documents, out, method, level_pairs, threshold, workers)
    if sys.stdout.isatty():
        from rich import print as rich_print

        rich_print(aligned.table.rich())
    else:
        print(aligned.table.markdown())
    print(f"{aligned.table.total:,} pairs in {out}; this table in {aligned.table_path}")
    if aligned.passed_over:
        print(f"{aligned.passed_over:,} warnings: what they name was skipped")
    return 1 if aligned.passed_over else 0
