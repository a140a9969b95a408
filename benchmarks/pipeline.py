"""Words a second of the default simplifier: one torch thread beside two, and stage by stage.

Wall and processor time are both shown: on a busy machine only the second can be compared.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import corpora
from benchmarks.memory import peak_megabytes
from lexical_simplifier import Request
from seqlab.pipeline import Simplifier
from seqlab.text import Document


def measured(work: Callable[[], object]) -> tuple[float, float]:
    """Wall and processor seconds of one call."""
    wall, processor = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - processor


def sample_text() -> str:
    folder = Path(corpora.__file__).parent / "sample" / "articles"
    return "\n\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.0.txt")))


def main() -> None:
    torch.set_num_threads(1)
    text = sample_text()
    words = len(text.split())
    cold = measured(lambda: Simplifier.load().simplify("It was late, and the dog slept."))
    simplifier = Simplifier.load()
    print(f"load and first sentence: {cold[0]:.1f} s, {cold[1]:.1f} s of processor")
    simplifier.simplify(text[:5000])  # dictionaries are read when first needed
    found: dict[int, float] = {}
    for threads in (1, 2):
        torch.set_num_threads(threads)
        wall, processor = measured(lambda: simplifier.simplify(text))
        found[threads] = words / wall
        print(
            f"{threads} thread(s): {words / wall:,.0f} words/s, "
            f"{words / processor:,.0f} words per second of processor"
        )
    print(f"two threads beside one: {found[2] / found[1]:.2f} times")
    torch.set_num_threads(1)
    tokens = [[t.text for t in s.tokens] for s in Document.parse(text).sentences]
    analyses = list(simplifier.syntax.analyse(tokens))
    lexical = simplifier.lexical
    assert lexical is not None
    stages: dict[str, Callable[[], object]] = {
        "text": lambda: Document.parse(text),
        "syntax": lambda: list(simplifier.syntax.analyse(tokens)),
        "labels": lambda: list(simplifier.tagger.predict_proba(tokens)),
        "lexical": lambda: lexical.simplify_batch(
            [Request(analysis.tokens, 0, analysis.tags) for analysis in analyses],
            complexity=math.inf,  # listed words only, as at the default strength
        ),
    }
    whole = measured(lambda: simplifier.simplify(text))[1]
    for name, work in stages.items():
        processor = measured(work)[1]
        print(f"{name:<8} {words / processor:>9,.0f} words/s, {processor / whole:.0%} of the whole")
    peak = peak_megabytes()
    print(f"peak memory {peak:,.0f} MB")


if __name__ == "__main__":
    main()
