"""Compare two checkouts of SeqLab in one run: cold start, speed and memory.

    python benchmarks/checkouts.py ../before . --rounds 5

The two take turns, each time in a new process that loads the default model, simplifies one
sentence (the cold start, imports included) and then the sample articles. Time is the processor
time that a process was given, not the time on the clock, so the ratios hold on a busy machine too.
The medians over all rounds are compared, and above each other stand the lowest and highest.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
SENTENCE = "It was late, and the dog slept."
MEASURES = {"cold": "cold start, s", "text": "sample articles, s", "memory": "peak memory, MB"}


def measure() -> dict[str, float]:
    """Processor seconds until the first sentence and for the articles, and the peak memory."""
    import torch

    import seqlab
    from seqlab import Simplifier

    torch.set_num_threads(1)
    simplifier = Simplifier.load()
    simplifier.simplify(SENTENCE)
    cold = time.process_time()
    articles = sorted((ROOT / "corpora" / "sample" / "articles").glob("*.0.txt"))
    text = "\n\n".join(path.read_text(encoding="utf-8") for path in articles)
    simplifier.simplify(text)
    spent = time.process_time() - cold
    # The measured checkout is first on the path; this one's memory module is last.
    sys.path.append(str(ROOT))
    from benchmarks.memory import peak_megabytes

    print(f"{Path(seqlab.__file__).parent.parent}: {len(text.split()):,} words", file=sys.stderr)
    return {"cold": cold, "text": spent, "memory": peak_megabytes()}


def run(root: Path) -> dict[str, float]:
    """The measures of one new process that imports SeqLab from `root`."""
    environment = {**os.environ, "PYTHONPATH": str(root.resolve()), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, str(Path(__file__).resolve()), "--measure"]
    finished = subprocess.run(command, env=environment, cwd=root, stdout=subprocess.PIPE)
    if finished.returncode:
        raise SystemExit(f"{root}: the measured process ended with {finished.returncode}")
    measures: dict[str, float] = json.loads(finished.stdout)
    return measures


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("roots", nargs="*", type=Path, metavar="CHECKOUT", help="before and after")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure()))
        return
    if len(options.roots) != 2:
        parser.error("name two checkouts, the one to compare with first")
    runs: list[list[dict[str, float]]] = [[], []]
    for number in range(options.rounds):
        # Who goes first changes from round to round, so a warm disk favours neither.
        for side in (0, 1) if number % 2 == 0 else (1, 0):
            runs[side].append(run(options.roots[side]))
    for measure_name, title in MEASURES.items():
        before, after = ([one[measure_name] for one in side] for side in runs)
        print(
            f"{title:<20} {median(before):>8.2f} ({min(before):.2f} to {max(before):.2f})  "
            f"{median(after):>8.2f} ({min(after):.2f} to {max(after):.2f})  "
            f"before / after {median(before) / median(after):.2f}"
        )


if __name__ == "__main__":
    main()
