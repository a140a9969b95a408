"""The four commands of the README, from an empty folder: seconds of the clock and of the processor.

    python benchmarks/four_commands.py

The commands are read from README.md, so what is measured is what a reader types. On two processors
without other work all four together should take at most four minutes.
"""

from __future__ import annotations

import os
import re
import resource
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_HEADING = "## From a corpus to simpler text in four commands"
_MOST_MINUTES = 4
_COMMANDS = 4


def commands() -> list[list[str]]:
    """The arguments of `seqlab` in the first block below the heading."""
    text = (ROOT / "README.md").read_text(encoding="utf-8").partition(_HEADING)[2]
    block = text.partition("```console\n")[2].partition("```")[0]
    lines = re.findall(r"^\$ seqlab (.+)$", block, flags=re.MULTILINE)
    if len(lines) != _COMMANDS:
        raise SystemExit(f"README.md has {len(lines)} commands there, not {_COMMANDS}")
    return [shlex.split(line, comments=True) for line in lines]


def main() -> None:
    """Run them one after the other; an error of one ends it."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "SEQLAB_DATA": "none"}
    clock = processor = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for arguments in commands():
            started, used = time.perf_counter(), _processor()
            command = [sys.executable, str(ROOT / "run.py"), *arguments]
            subprocess.run(
                command, cwd=folder, env=environment, check=True, capture_output=True, text=True
            )
            seconds, own = time.perf_counter() - started, _processor() - used
            clock, processor = clock + seconds, processor + own
            print(f"{seconds:6.1f} s, processor {own:6.1f} s: seqlab {' '.join(arguments)[:60]}")
    print(f"{clock:6.1f} s, processor {processor:6.1f} s: all (at most {60 * _MOST_MINUTES} s)")


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
