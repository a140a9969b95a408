"""Compare the lexical simplifiers of two checkouts of SeqLab on BenchLS, in one run.

    python benchmarks/lexical_checkouts.py ../before .

Each checkout loads its own model in a process of its own. Side by side are printed what TSAR
reports of its candidates for all targets, and what the whole simplifier does to the targets in
their sentences when it may only replace: which share it replaces, how often by a word of the gold.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def measure() -> dict[str, float]:
    """The scores of a checkout's candidates on all targets of BenchLS."""
    from lexical_simplifier import LexicalSimplifier
    from lexical_simplifier.evaluation import benchmarks, ranking, requests_of

    simplifier = LexicalSimplifier.load()
    gold = benchmarks()["BenchLS"]
    found = simplifier.substitutes_batch(requests_of(simplifier, gold))
    print(f"{simplifier.__module__}: {len(gold)} targets", file=sys.stderr)
    return ranking(found, gold) | in_text(gold, 0.5) | in_text(gold, 1.0)


def in_text(gold: Sequence[Any], strength: float) -> dict[str, float]:
    """Which share of the targets the simplifier replaces, and how often by a word of the gold."""
    from seqlab import Simplifier

    simplifier = Simplifier.load()
    replaced = right = 0
    for one in gold:
        text = " ".join(one.tokens)
        explained = simplifier.explain(text, strength, operations=("replace",))
        chosen = next(
            (
                decision.edit.text
                for sentence in explained
                for decision in sentence.decisions
                if decision.taken and sentence.tokens[slice(*decision.edit.span)] == (one.target,)
            ),
            None,
        )
        replaced += chosen is not None
        right += chosen is not None and chosen.lower() in one.substitutes
    return {
        f"{strength}: replaced": replaced / len(gold),
        f"{strength}: right of them": right / max(1, replaced),
        f"{strength}: right of all": right / len(gold),
    }


def run(root: Path) -> dict[str, float]:
    """The scores of the checkout at `root`."""
    environment = {**os.environ, "PYTHONPATH": str(root.resolve()), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, str(Path(__file__).resolve()), "--measure"]
    finished = subprocess.run(command, env=environment, cwd=root, stdout=subprocess.PIPE)
    if finished.returncode:
        raise SystemExit(f"{root}: the measured process ended with {finished.returncode}")
    scores: dict[str, float] = json.loads(finished.stdout)
    return scores


def main() -> None:
    """Measure both and print them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("roots", nargs="*", type=Path, metavar="CHECKOUT", help="before and after")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure()))
        return
    if len(options.roots) != 2:
        parser.error("name two checkouts, the one to compare with first")
    before, after = (run(root) for root in options.roots)
    print(f"{'BenchLS':<20} {'before':>8} {'after':>8} {'after / before':>16}")
    for name, value in before.items():
        print(f"{name:<20} {value:>8.3f} {after[name]:>8.3f} {after[name] / value:>16.3f}")


if __name__ == "__main__":
    main()
