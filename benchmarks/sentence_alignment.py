"""Both alignment methods side by side on 40, 80 and 160 OneStopEnglish articles at three levels.

    python benchmarks/sentence_alignment.py

Seconds are processor time of one core and include splitting sentences; the time on the clock is
given as well, and what reading the files takes. Every fourth, every second and every article are
taken, so that their lengths are alike; the last line shows that time grows with the number of
articles and no faster.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from corpora import LevelledDocument, read_levelled
from corpora.alignment import Method, align_corpus
from seqlab.files import data_folder
from seqlab.provenance import machine

SIZES = (40, 80, 160)


def measured(method: Method, documents: Sequence[LevelledDocument]) -> tuple[float, float, int]:
    """Processor and clock seconds to align documents at all pairs of levels, and the pairs."""
    clock, processor = time.perf_counter(), time.process_time()
    pairs = sum(1 for _ in align_corpus(documents, method, "all"))
    return time.process_time() - processor, time.perf_counter() - clock, pairs


def main() -> int:
    """Print the table."""
    folder = data_folder() / "onestop" / "texts"
    if not folder.is_dir():
        print(f"no {folder}: set SEQLAB_DATA; nothing was measured")
        return 0
    started = time.process_time()
    documents = list(read_levelled(folder))
    reading = time.process_time() - started
    measured("vicinity", documents[:2])  # imports and caches are no part of the work
    print(f"{machine()}; reading {len(documents)} articles: {reading:.2f} s")
    print("articles  vicinity s  dynamic s  dynamic/vicinity  dynamic s/article  dynamic clock s")
    per_article = []
    for size in SIZES:
        sample = documents[:: len(documents) // size]
        vicinity, _, _ = measured("vicinity", sample)
        dynamic, clock, pairs = measured("dynamic", sample)
        per_article.append(dynamic / len(sample))
        print(
            f"{len(sample):8}  {vicinity:10.2f}  {dynamic:9.2f}  {dynamic / vicinity:16.2f}"
            f"  {per_article[-1]:17.4f}  {clock:15.2f}  ({pairs:,} pairs)"
        )
    print(
        f"time per article, {SIZES[-1]} against {SIZES[0]} articles: "
        f"{per_article[-1] / per_article[0]:.2f} (1.00 is linear growth)"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
