"""Speed of word alignment: our batched `simalign` beside the `simalign` package pair by pair.

Same pairs, same model, same layer, in one run; then pairs per second of every other aligner.
The pairs are an original with each of its references, as in corpora with several references:
what the package encodes again for each pair is encoded once here. The second table has every
sentence in one pair only. Speeds are in processor time, which other work on the machine disturbs
less than the clock.
"""

from __future__ import annotations

import argparse
import time
from itertools import islice

from seqlab.alignment import Aligner, Links, TokenPair, load_aligner
from seqlab.annotation import read_gold
from seqlab.files import data_folder, read_lines
from seqlab.provenance import machine
from seqlab.text import tokenize

SAMPLE = "corpora/sample/annotations/operations.jsonl"
LEAST_RATIO, LEAST_SAME, LEAST_EXACT = 6.0, 0.99, 5_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pairs", type=int, default=200, help="pairs for the encoder aligners")
    parser.add_argument("--threads", type=int, default=1, help="threads of torch")
    chosen = parser.parse_args()
    import torch

    torch.set_num_threads(chosen.threads)
    print(f"{machine()}; processor time, {chosen.threads} thread(s)")
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
    """Pairs per second of processor time, the best of three runs after a warm one; the links."""
    aligner.align(pairs[:20])
    best, links = 0.0, list[Links]()
    for _ in range(3):
        started = time.process_time()
        links = aligner.align(pairs)
        best = max(best, len(pairs) / (time.process_time() - started))
    return best, links


def references(originals: int, count: int) -> list[TokenPair]:
    """Pairs of ASSET: each of the first `originals` with its first `count` references."""
    folder = data_folder() / "asset"
    if not folder.is_dir():
        print(f"no ASSET in {folder} (set SEQLAB_DATA): pairs of the sample corpus instead")
        sample = [(pair.source_tokens, pair.target_tokens) for pair in read_gold(SAMPLE)]
        return [pair for pair in sample[:originals] for _ in range(count)]

    def tokens(name: str) -> list[list[str]]:
        return [tokenize(line) for line in islice(read_lines(folder / name), originals)]

    sources = tokens("asset.valid.orig")
    simple = [tokens(f"asset.valid.simp.{k}") for k in range(count)]
    return [(sources[n], simple[k][n]) for n in range(originals) for k in range(count)]


if __name__ == "__main__":
    main()
