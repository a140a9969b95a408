"""Both alignment methods side by side on 40, 80 and 160 OneStopEnglish articles at three levels.

    python benchmarks/sentence_alignment.py

Times include reading the files and splitting sentences, on one core. The last column shows that
time grows with the number of articles and no faster.
"""

from __future__ import annotations

import sys
import time
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from corpora import read_levelled
from corpora.alignment import Method, align_corpus
from seqlab.files import data_folder
from seqlab.provenance import machine

SIZES = (40, 80, 160)


def seconds(method: Method, articles: int) -> tuple[float, int]:
    """Seconds to align so many articles at all pairs of levels, and how many pairs come out."""
    started = time.perf_counter()
    documents = islice(read_levelled(data_folder() / "onestop" / "texts"), articles)
    pairs = sum(1 for _ in align_corpus(documents, method, "all"))
    return time.perf_counter() - started, pairs


def main() -> int:
    """Print the table."""
    folder = data_folder() / "onestop" / "texts"
    if not folder.is_dir():
        print(f"no {folder}: set SEQLAB_DATA; nothing was measured")
        return 0
    seconds("vicinity", 2)  # imports and caches are no part of the work
    print(machine())
    print("articles  vicinity s  dynamic s  dynamic/vicinity  dynamic s per article  pairs")
    per_article = []
    for size in SIZES:
        vicinity, _ = seconds("vicinity", size)
        dynamic, pairs = seconds("dynamic", size)
        per_article.append(dynamic / size)
        print(
            f"{size:8}  {vicinity:10.2f}  {dynamic:9.2f}  {dynamic / vicinity:16.2f}"
            f"  {dynamic / size:21.4f}  {pairs:,}"
        )
    print(
        f"time per article, {SIZES[-1]} against {SIZES[0]} articles: "
        f"{per_article[-1] / per_article[0]:.2f} (1.00 is linear growth)"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
