"""Prediction without torch: speed against torch and 0.1, cold start, memory, equal labels.

`--small` is the folder of a small tagger: its size, and its speed beside the one that ships.

Everything that is compared runs in turn in this one run, on one thread, and the best round of each
counts, so that other work on the machine disturbs less. `--old` (or `$SEQLAB_OLD`) is a checkout
of version 0.1 to compare with.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

# As a script, Python puts this folder in the path, not the one above.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from seqlab.devices import use_threads
from seqlab.files import read_lines
from seqlab.tagger import LabelledSentence, Tagger
from seqlab.text import tokenize

ROOT = Path(__file__).resolve().parent.parent
SENTENCE = (
    "The committee, which had been established in 1990, endeavoured to facilitate the "
    "negotiations because the parties were intransigent."
)
_OLD_SPEED = """
import sys, time
import torch
torch.set_num_threads(1)
from seqlab.tagger import Tagger
from seqlab.text import tokenize
lines = open(sys.argv[1], encoding="utf-8").read().splitlines()[:int(sys.argv[2])]
tokens = [tuple(tokenize(line)) for line in lines]
tagger = Tagger.load("seqlab/models/default/operations", "cpu")
list(tagger.predict(tokens[:20]))
started = time.process_time()
list(tagger.predict(tokens))
print(sum(map(len, tokens)) / (time.process_time() - started))
"""
_MEMORY = """
import sys
from seqlab import Simplifier
simplifier = Simplifier.load()
simplifier.simplify(sys.argv[1])
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmRSS")))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("text", type=Path, help="text with one sentence per line")
    parser.add_argument("--model", type=Path, help="folder of a contextual model, exported")
    parser.add_argument("--small", type=Path, help="folder of a small tagger, exported")
    parser.add_argument("--only-taggers", action="store_true", help="no cold start, no memory")
    parser.add_argument("--old", type=Path, default=os.environ.get("SEQLAB_OLD"))
    parser.add_argument("--sentences", type=int, default=2000)
    parser.add_argument("--timed", type=int, default=200, help="sentences to measure speed by")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    use_threads(1)
    lines = list(read_lines(options.text))[: options.sentences]
    sentences = [LabelledSentence(tuple(tokenize(line))) for line in lines]
    if options.model is not None:
        _compare_engines(options.model, sentences, options.timed, options.rounds)
    if options.small is not None:
        _compare_small(options.small, sentences[: options.timed], options.rounds)
    if options.only_taggers:
        return
    if options.old is not None:
        arguments = [str(options.text.resolve()), str(options.timed)]
        speed = float(_run(options.old, ["-c", _OLD_SPEED, *arguments]))
        print(f"tagger of 0.1 in torch: {speed:,.0f} words per second")
    _cold_start(options.old, options.rounds)
    kilobytes = int(_run(ROOT, ["-c", _MEMORY, SENTENCE]))
    print(f"memory at rest after one sentence: {kilobytes / 1024:,.0f} MB (at most 450)")


def _compare_engines(
    folder: Path, sentences: Sequence[LabelledSentence], timed: int, rounds: int
) -> None:
    by_torch = Tagger.load(folder, "cpu", engine="torch")
    by_onnx = Tagger.load(folder, "cpu", engine="onnx")
    equal = total = 0
    for own, other in zip(by_onnx.predict(sentences), by_torch.predict(sentences), strict=True):
        for head, labels in other.items():
            equal += sum(map(str.__eq__, own[head], labels))
            total += len(labels)
    print(f"equal labels, {len(sentences):,} sentences: {equal / total:.4f} of {total:,}")
    some = sentences[:timed]
    words = sum(len(sentence.tokens) for sentence in some)
    first, second = _best(
        rounds, lambda: list(by_torch.predict(some)), lambda: list(by_onnx.predict(some))
    )
    print(
        f"{folder.name}: torch {words / first:,.0f}, onnxruntime {words / second:,.0f} words per "
        f"second: {first / second:.2f} times (at least 2)"
    )


def _compare_small(folder: Path, sentences: Sequence[LabelledSentence], rounds: int) -> None:
    shipped = ROOT / "seqlab/models/default/tagger"
    large, small = (Tagger.load(path, "cpu", engine="onnx") for path in (shipped, folder))
    words = sum(len(sentence.tokens) for sentence in sentences)
    first, second = _best(
        rounds, lambda: list(large.predict(sentences)), lambda: list(small.predict(sentences))
    )
    print(
        f"contextual {words / first:,.0f}, small {words / second:,.0f} words per second: "
        f"{first / second:.1f} times"
    )
    for name, path in (("contextual", shipped), ("small", folder)):
        size = sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
        print(f"{name}: {size / 1e6:.1f} MB")


def _cold_start(old: Path | None, rounds: int) -> None:
    sides = {"this": ROOT} | ({"0.1": old} if old is not None else {})
    best = dict.fromkeys(sides, float("inf"))
    for _ in range(rounds):
        for side, folder in sides.items():
            started = time.perf_counter()
            _run(folder, ["run.py", "simplify", SENTENCE])
            best[side] = min(best[side], time.perf_counter() - started)
    for side, seconds in best.items():
        print(f"cold start of `seqlab simplify`, {side}: {seconds:.2f} s")
    if old is not None:
        print(f"ratio {best['this'] / best['0.1']:.2f} (at most 0.5)")


def _run(folder: Path, arguments: Sequence[str]) -> str:
    environment = {**os.environ, "PYTHONPATH": str(folder), "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def _best(rounds: int, *works: Callable[[], object]) -> list[float]:
    """Processor time of each, the best of its rounds."""
    best = [float("inf")] * len(works)
    for _ in range(rounds):
        for number, work in enumerate(works):
            started = time.process_time()
            work()
            best[number] = min(best[number], time.process_time() - started)
    return best


if __name__ == "__main__":
    main()
