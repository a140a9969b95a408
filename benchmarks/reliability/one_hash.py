"""The same text through every caller, thread count, worker count and hash seed: one hash."""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.reliability.hostile_text import SENTENCES
from benchmarks.reliability.records import write_record

ROOT = Path(__file__).resolve().parent.parent.parent
TEXT = "\n\n".join(" ".join(SENTENCES[number:]) for number in range(3)) + "\n"
_PYTHON = """
import sys, torch
torch.set_num_threads(int(sys.argv[2]))
from seqlab import Simplifier
text = open(sys.argv[1], encoding="utf-8", newline="").read()
model = Simplifier.load()
{call}
sys.stdout.write(out)
"""
_CALLS = {
    "simplify": "out = model.simplify(text)",
    "simplify_sentences": "out = model.simplify_sentences([text, text])[1]",
    "explain": (
        "from seqlab.text import Document\n"
        "document = Document.parse(text)\n"
        "told = [one.output for one in model.explain(text)]\n"
        "spaces = [one.tokens[-1].space for one in document.sentences]\n"
        "out = document.leading + ''.join(a + b for a, b in zip(told, spaces))"
    ),
}


def callers(folder: Path) -> Iterator[tuple[str, str]]:
    """Name of each caller, and what it made of the text."""
    file = folder / "in" / "a.txt"
    file.parent.mkdir()
    file.write_text(TEXT, encoding="utf-8")
    for name, call in _CALLS.items():
        yield name, _python(_PYTHON.format(call=call), file, 1)
    yield "simplify, 2 threads", _python(_PYTHON.format(call=_CALLS["simplify"]), file, 2)
    for seed in ("0", "1"):
        code = _PYTHON.format(call=_CALLS["simplify"])
        yield f"PYTHONHASHSEED={seed}", _python(code, file, 1, PYTHONHASHSEED=seed)
    yield "command line, file", _seqlab("simplify", file)
    yield "command line, text", _seqlab("simplify", TEXT)
    yield "command line, standard input", _seqlab("simplify", "-", stdin=TEXT)
    for engine, workers in (("local", 0), ("local", 1), ("local", 2), ("ray", 1)):
        out = folder / f"{engine}{workers}"
        options = ("--output", out, "--workers", workers, "--engine", engine)
        _seqlab("simplify", file.parent, *options)
        made = out / "a.txt"
        yield f"folder, {engine}, {workers} workers", made.read_text() if made.exists() else "none"


def _python(code: str, *arguments: object, **environment: str) -> str:
    return _run([sys.executable, "-c", code, *map(str, arguments)], environment)


def _seqlab(*arguments: object, stdin: str = "") -> str:
    return _run([sys.executable, "-m", "run", *map(str, arguments)], {}, stdin)


def _run(command: list[str], environment: dict[str, str], stdin: str = "") -> str:
    variables = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    done = subprocess.run(
        command, input=stdin.encode(), env=variables, cwd=ROOT, capture_output=True, check=False
    )
    return done.stdout.decode()


def main() -> None:
    """Hash what every caller makes of the text."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    found: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, output in callers(Path(folder)):
            # The command line ends its output with a line end, as a file has it.
            found[name] = hashlib.sha256(output.encode()).hexdigest()[:16]
            print(name, found[name], flush=True)
            write_record(options.out, {"callers": found})


if __name__ == "__main__":
    main()
