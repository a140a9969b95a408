"""How fast the embedded model analyses sentences: in batches, one at a time, and as text grows.

Processor time of one thread. The sentences are those of the sample corpus that ships.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

# Run as a script, the first place Python looks is this folder, not the project's.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import torch

from seqlab.files import read_text
from seqlab.syntax import Syntax, load_syntax
from seqlab.text import Document

SAMPLE = Path(__file__).resolve().parent.parent / "corpora" / "sample"
ASKED = 300


def main() -> None:
    torch.set_num_threads(1)
    sentences = _sentences()
    syntax = load_syntax()
    list(syntax.analyse(sentences[:200]))  # what is loaded on first use counts for neither

    print(f"{len(sentences):,} sentences, {sum(map(len, sentences)):,} tokens")
    batched = _seconds(lambda: list(syntax.analyse(sentences)))
    print(f"  in batches           {len(sentences) / batched:8.0f} sentences/s (asked: {ASKED})")
    some = sentences[::10]
    alone = _seconds(lambda: [list(syntax.analyse([tokens])) for tokens in some])
    print(f"  one at a time        {len(some) / alone:8.0f} sentences/s")
    ratio = (len(sentences) / batched) / (len(some) / alone)
    print(f"  ratio batches / one at a time {ratio:.1f}")

    print("\nhow the time grows with the number of sentences")
    _growth(syntax, [(count, sentences[:count]) for count in _halves(len(sentences))])
    print("\nhow the time grows with the length of a sentence, 40 sentences each")
    words = [token for tokens in sentences for token in tokens]
    _growth(
        syntax,
        [(size, [words[n : n + size] for n in range(40)]) for size in (50, 100, 200, 400, 800)],
    )


def _sentences() -> list[list[str]]:
    found = []
    for path in sorted(SAMPLE.rglob("*.txt")):
        for sentence in Document.parse(read_text(path)).sentences:
            found.append([token.text for token in sentence.tokens])
    return found


def _halves(count: int) -> list[int]:
    return [count // 8, count // 4, count // 2, count]


def _growth(syntax: Syntax, sets: list[tuple[int, list[list[str]]]]) -> None:
    first = 0.0
    for size, sentences in sets:
        each = _seconds(lambda chosen=sentences: list(syntax.analyse(chosen))) / size  # type: ignore[misc]
        first = first or each
        print(f"  {size:6,}  {each * 1000:8.3f} ms each  {each / first:5.2f} times the first")


def _seconds(work: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(3):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best


if __name__ == "__main__":
    main()
