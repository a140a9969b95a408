"""What other work on the machine costs: simplifying beside one busy process.

The same text is simplified with the settings a user has, and with `OMP_NUM_THREADS=1`, each time
beside a process that keeps one processor busy. Both sides take turns; the best round of each
counts. The default should reach at least 0.7 of the other.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_CHILD = """
import sys, time
from pathlib import Path
from seqlab import Simplifier
lines = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()[:int(sys.argv[2])]
simplifier = Simplifier.load()
simplifier.simplify_sentences(lines[:5])
started = time.perf_counter()
simplifier.simplify_sentences(lines)
print(sum(len(line.split()) for line in lines) / (time.perf_counter() - started))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("text", type=Path, help="text with one sentence per line")
    parser.add_argument("--sentences", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    busy = multiprocessing.Process(target=_spin, daemon=True)
    busy.start()
    usual = {name: value for name, value in os.environ.items() if name not in _VARIABLES}
    sides = {"default": usual, "OMP_NUM_THREADS=1": {**usual, "OMP_NUM_THREADS": "1"}}
    best = dict.fromkeys(sides, 0.0)
    try:
        for _ in range(options.rounds):
            for side, environment in sides.items():
                speed = _words_per_second(options.text, options.sentences, environment)
                best[side] = max(best[side], speed)
    finally:
        busy.terminate()
    for side, speed in best.items():
        print(f"{side}: {speed:,.0f} words per second")
    print(f"ratio {best['default'] / best['OMP_NUM_THREADS=1']:.2f} (at least 0.7)")


def _words_per_second(text: Path, sentences: int, environment: dict[str, str]) -> float:
    done = subprocess.run(
        [sys.executable, "-c", _CHILD, str(text), str(sentences)],
        env={**environment, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout.split()[-1])


def _spin() -> None:
    while True:
        time.perf_counter()


if __name__ == "__main__":
    main()
