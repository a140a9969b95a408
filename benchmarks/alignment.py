"""Speed of word alignment: our batched `simalign` beside the `simalign` package pair by pair.

Same pairs, same model, same layer, in one run; then pairs per second of every other aligner.
The pairs are an original with each of its references, as in corpora with several references:
what the package encodes anew for each pair is encoded once here. The second table has every
sentence in one pair only.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

from seqlab.alignment import Aligner, Links, TokenPair, load_aligner
from seqlab.files import data_folder, read_lines
from seqlab.provenance import machine
from seqlab.text import tokenize

LEAST_RATIO, LEAST_SAME, LEAST_EXACT = 6.0, 0.99, 5_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pairs", type=int, default=200, help="pairs for the encoder aligners")
    parser.add_argument("--threads", type=int, default=None, help="threads of torch")
    chosen = parser.parse_args()
    import torch

    if chosen.threads:
        torch.set_num_threads(chosen.threads)
    print(f"{machine()}, {torch.get_num_threads()} threads")
    ours, package = load_aligner("simalign"), load_aligner("simalign-package")
    many = references(chosen.pairs // 10, 10)
    single = references(chosen.pairs, 1)
    for title, pairs in (("ten references an original", many), ("one reference", single)):
        compare(title, pairs, ours, package)
    print("\nothers, one reference, pairs/s")
    for name in ("exact", "light", "mwa", "best"):
        pairs = references(2_000 if name == "exact" else chosen.pairs, 1)
        speed, _ = measured(load_aligner(name), pairs)
        aim = f"  (aim {LEAST_EXACT:,})" if name == "exact" else ""
        print(f"  {name:<8} {speed:>10,.0f}{aim}")


def compare(title: str, pairs: list[TokenPair], ours: Aligner, package: Aligner) -> None:
    """Print both speeds, their ratio and the share of links that both found."""
    slow, theirs = measured(package, pairs)
    fast, mine = measured(ours, pairs)
    both = sum(len(a & b) for a, b in zip(mine, theirs, strict=True))
    either = sum(len(a | b) for a, b in zip(mine, theirs, strict=True))
    print(f"\n{title}, {len(pairs)} pairs")
    print(f"  simalign package, pair by pair {slow:>8.1f} pairs/s")
    print(f"  ours, batched                  {fast:>8.1f} pairs/s")
    print(f"  ratio          {fast / slow:>6.1f}  (aim {LEAST_RATIO})")
    print(f"  same links   {both / either:>8.2%}  (aim {LEAST_SAME:.0%})")


def measured(aligner: Aligner, pairs: list[TokenPair]) -> tuple[float, list[Links]]:
    """Pairs per second of the better of two runs after a warm one, and the links."""
    aligner.align(pairs[:20])
    best, links = 0.0, list[Links]()
    for _ in range(2):
        started = time.perf_counter()
        links = aligner.align(pairs)
        best = max(best, len(pairs) / (time.perf_counter() - started))
    return best, links


def references(originals: int, count: int) -> list[TokenPair]:
    """Pairs of ASSET: each of the first `originals` with its first `count` references."""
    folder = data_folder() / "asset"
    split: Callable[[str], list[str]] = tokenize
    sources = [split(line) for line in read_lines(folder / "asset.valid.orig")]
    simple = [
        [split(line) for line in read_lines(folder / f"asset.valid.simp.{k}")] for k in range(count)
    ]
    return [(sources[n], simple[k][n]) for n in range(originals) for k in range(count)]


if __name__ == "__main__":
    main()
