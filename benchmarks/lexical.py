"""Targets a second with all stages, against generating and ranking by frequency alone.

    python benchmarks/lexical.py

Tags are given, as the pipeline gives them. Targets are the content words of the sample corpus's
articles, each a request of its own; loading time and memory are those of a fresh process.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.memory import peak_megabytes
from lexical_simplifier import LexicalSimplifier, Request, Stages
from seqlab.provenance import machine
from seqlab.text import Document

ROOT = Path(__file__).resolve().parent.parent
_FRESH = """
import time; started = time.perf_counter()
from lexical_simplifier import LexicalSimplifier
simplifier = LexicalSimplifier.load()
loaded = time.perf_counter() - started
simplifier.replace("The physician will commence therapy .".split(), 1, "DT NN MD VB NN .".split())
from benchmarks.memory import peak_megabytes
print(loaded, time.process_time(), peak_megabytes())
"""
BATCH = 256


def requests(simplifier: LexicalSimplifier) -> list[Request]:
    """A request for every word of the sample corpus that the lexicon has."""
    found = []
    for path in sorted((ROOT / "corpora/sample/articles").glob("*.en.0.txt")):
        for sentence in Document.parse(path.read_text(encoding="utf-8")).sentences:
            tokens = tuple(token.text for token in sentence.tokens)
            rows = [simplifier.lexicon.find_any(token) for token in tokens]
            # Tags by the lexicon: good enough to measure speed with.
            names = {"NOUN": "NN", "VERB": "VB", "ADJ": "JJ", "ADV": "RB"}
            tags = tuple(
                "." if row is None else names[simplifier.lexicon.entries[row].part] for row in rows
            )
            found += [Request(tokens, i, tags) for i, row in enumerate(rows) if row is not None]
    return found


def rate(simplifier: LexicalSimplifier, work: list[Request]) -> tuple[float, float]:
    """Targets per second of processor time and of the clock."""
    clock, processor = time.perf_counter(), time.process_time()
    for start in range(0, len(work), BATCH):
        simplifier.replace_batch(work[start : start + BATCH])
    return (
        len(work) / (time.process_time() - processor),
        len(work) / (time.perf_counter() - clock),
    )


def main() -> int:
    """Print both rates and their ratio, then loading time and memory."""
    simplifier = LexicalSimplifier.load()
    work = requests(simplifier)
    simplifier.replace_batch(work[:BATCH])
    print(f"{machine()}; {len(work):,} targets in batches of {BATCH}")
    full, full_clock = rate(simplifier, work)
    simplifier.stages = Stages(select=False, rank=False, confirm=False)
    least, _ = rate(simplifier, work)
    print(f"all stages: {full:,.0f} targets/s of processor time ({full_clock:,.0f} on the clock)")
    print(f"generation and frequency only: {least:,.0f} targets/s; ratio {full / least:.2f}")
    fresh = subprocess.run(
        [sys.executable, "-c", _FRESH], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded, processor, memory = map(float, fresh.stdout.split())
    print(
        f"fresh process: loaded in {loaded:.2f} s on the clock ({processor:.2f} s of processor"
        f" time with imports and one target), {memory:.0f} MB at most"
    )
    own = peak_megabytes()
    print(f"this process after {2 * len(work):,} targets: {own:.0f} MB at most")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
