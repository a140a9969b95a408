"""Processor time for 2n characters over that for n, for texts that are no text."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from benchmarks.reliability.records import write_record
from seqlab.text import Document

UNITS = ('"', "ab1-", "No. ", "a. ", "(", "a\n", "A\u00a0. ", "e\u0301", "word ", "http://", "1,")
CHARACTERS = 50_000
REPEATS = 3


def seconds(text: str) -> float:
    """The least processor time of several tries."""
    tries = []
    for _ in range(REPEATS):
        started = time.process_time()
        Document.parse(text)
        tries.append(time.process_time() - started)
    return min(tries)


def main() -> None:
    """Measure all units."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    rows = []
    for unit in UNITS:
        text = unit * (CHARACTERS // len(unit))
        ratio = seconds(text * 2) / seconds(text)
        rows.append({"unit": ascii(unit)[1:-1], "characters": len(text), "ratio": round(ratio, 2)})
        print(rows[-1], flush=True)
    write_record(options.out, {"rows": rows})


if __name__ == "__main__":
    main()
