"""Random strings through `Document.parse` and through `simplify` at three strengths.

python -m benchmarks.reliability.strings parse 200000 --out parse.json
python -m benchmarks.reliability.strings simplify 20000 --out simplify.json
"""

from __future__ import annotations

import argparse
import random
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.reliability.hostile_text import hostile_string, parse_faults, simplify_faults
from benchmarks.reliability.records import write_record
from seqlab.errors import DataWarning

STRENGTHS = (0.0, 0.5, 1.0)
BATCH = 200
# After so many strings the counts so far are written.
STEP = 2_000


def strings(seed: int) -> Iterator[str]:
    """The same strings for the same seed."""
    chance = random.Random(seed)
    while True:
        yield hostile_string(chance)


def parse_strings(count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Counts after every step of strings."""
    started, tally, examples = time.monotonic(), Counter[str](), list[str]()
    source = strings(seed)
    done = 0
    while done < count:
        for text in islice(source, min(STEP, count - done)):
            done += 1
            tally["characters"] += len(text)
            _judge(lambda text=text: parse_faults(text), text, tally, examples)  # type: ignore[misc]
        yield _record("parse", done, seed, tally, examples, started)


def simplify_strings(count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Counts after every batch; each string is simplified at each strength."""
    import torch

    from seqlab import Simplifier

    torch.set_num_threads(1)
    simplifier = Simplifier.load()
    started, tally, examples = time.monotonic(), Counter[str](), list[str]()
    source = strings(seed)
    done = 0
    while done < count:
        texts = list(islice(source, min(BATCH, count - done)))
        done += len(texts)
        tally["characters"] += sum(map(len, texts))
        for strength in STRENGTHS:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always", DataWarning)
                try:
                    outputs = simplifier.simplify_sentences(texts, strength)
                except BaseException as error:
                    if isinstance(error, KeyboardInterrupt):
                        raise
                    tally["crashes"] += 1
                    examples.append(f"{type(error).__name__}: {error}")
                    continue
            tally["sentences left with a warning"] += len(caught)
            tally["changed"] += sum(a != b for a, b in zip(texts, outputs, strict=True))
            for text, output in zip(texts, outputs, strict=True):
                _judge(
                    lambda t=text, o=output, s=strength: simplify_faults(t, o, s),  # type: ignore[misc]
                    text,
                    tally,
                    examples,
                )
        yield _record("simplify", done, seed, tally, examples, started)


def _judge(faults: Any, text: str, tally: Counter[str], examples: list[str]) -> None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DataWarning)
            wrong = faults()
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        tally["crashes"] += 1
        examples.append(f"{type(error).__name__}: {error}: {ascii(text)[:300]}")
        return
    tally["losses"] += bool(wrong)
    examples += [f"{one}: {ascii(text)[:300]}" for one in wrong[:1]]


def _record(
    what: str, done: int, seed: int, tally: Counter[str], examples: list[str], started: float
) -> dict[str, Any]:
    return {
        "what": what,
        "strings": done,
        "seed": seed,
        "crashes": tally["crashes"],
        "losses": tally["losses"],
        **{name: n for name, n in tally.items() if name not in ("crashes", "losses")},
        "seconds": round(time.monotonic() - started, 1),
        "examples": examples[:20],
    }


def main() -> None:
    """Count, and write the counts reached after every step."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("parse", "simplify"))
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=19)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    run = parse_strings if options.what == "parse" else simplify_strings
    for record in run(options.count, options.seed):
        write_record(options.out, record)
    print(record)


if __name__ == "__main__":
    main()
