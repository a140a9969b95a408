"""The faults that an independent test of version 0.1 found, tried on any version.

    python -m benchmarks.reliability.faults ROOT --out before.json

Each probe runs in a process of its own with ROOT as its code, so that a clone of an older version
gives the column `before`.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.reliability.records import write_record

SECONDS = 90

PRELUDE = r'''
import contextlib, io, json, os, sys, tempfile, zipfile
from pathlib import Path
from seqlab.cli import main
folder = Path(tempfile.mkdtemp())
(folder / "in").mkdir()
TEXT = "The tower, which was built by the city in 1889, attracts many visitors every year."

def cli(*argv):
    """Exit code and last line of a command, or the traceback that it ends in."""
    error = io.StringIO()
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(error):
            code = main([str(one) for one in argv])
    except BaseException as raised:
        return f"traceback: {type(raised).__name__}"
    lines = [line for line in error.getvalue().strip().splitlines() if line]
    return f"exit {code}" + (f": {lines[-1][:150]}" if code and lines else "")

def hostile_files():
    """The corpus of this version, whatever version is tried."""
    import importlib.util

    found = importlib.util.spec_from_file_location("hostile_files", os.environ["HOSTILE_FILES"])
    module = sys.modules["hostile_files"] = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module

def run(*options):
    return cli("simplify", folder / "in", "--output", folder / "out", "--workers", "0", *options)

def manifest():
    path = folder / "out" / ".seqlab" / "manifest.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines() if '"state"' in line]
'''

# Number in the list of faults, what is tried, and the code that prints what came of it.
PROBES: list[tuple[str, str, str]] = [
    (
        "1",
        "a capital letter, a no-break space and a full stop",
        'print(cli("simplify", "A\\u00a0. " + TEXT))',
    ),
    (
        "2",
        "a folder `.seqlab` inside the input",
        '(folder / "in" / "a.txt").write_text(TEXT)\n'
        '(folder / "in" / ".seqlab").mkdir()\n'
        '(folder / "in" / ".seqlab" / "manifest.jsonl").write_text(\'{"text": "x"}\\n\')\n'
        "code = run()\n"
        'names = sorted(one["document"] for one in manifest())\n'
        'print(code, "manifest:", ", ".join(names))',
    ),
    (
        "3",
        "a link to itself",
        '(folder / "in" / "a.txt").write_text(TEXT)\n'
        '(folder / "in" / "loop.txt").symlink_to("loop.txt")\n'
        'print(run(), "done:", sum(one["state"] == "done" for one in manifest()))',
    ),
    (
        "3",
        "a link in the output folder that leads out of it",
        '(folder / "in" / "s").mkdir()\n'
        '(folder / "in" / "s" / "a.txt").write_text(TEXT)\n'
        '(folder / "out" / ".seqlab").mkdir(parents=True)\n'
        '(folder / "else").mkdir()\n'
        '(folder / "out" / "s").symlink_to(folder / "else")\n'
        "run()\n"
        'print("written outside:", len(list((folder / "else").iterdir())))',
    ),
    (
        "4",
        "DOCX of 2 million empty paragraphs",
        'hostile_files()._docx(b"<w:p/>" * 2_000_000)(folder / "in" / "a.docx")\nprint(run())',
    ),
    ("5", "'ab1-' 250,000 times", 'print(cli("simplify", "ab1-" * 250_000))'),
    ("5", "a million quotation marks", 'print(cli("simplify", \'"\' * 1_000_000))'),
    ("5", "'No. ' 100,000 times", 'print(cli("simplify", "No. " * 100_000))'),
    (
        "6",
        "a lone surrogate",
        "from seqlab import Simplifier\n"
        "try:\n"
        '    text = TEXT.replace("many", "many \\udfff")\n'
        '    print("kept" if "\\udfff" in Simplifier.load().simplify(text, 1.0) else "lost")\n'
        "except BaseException as raised:\n"
        '    print(f"traceback: {type(raised).__name__}")',
    ),
    (
        "7",
        "--workers -1",
        '(folder / "in" / "a.txt").write_text(TEXT)\nprint(run("--workers", "-1"))',
    ),
    ("7", "simplify nofile.docx", 'print(cli("simplify", "nofile.docx"))'),
    ("7", "simplify no/such/file", 'print(cli("simplify", "no/such/file"))'),
    (
        "7",
        "annotate of an empty file",
        '(folder / "p.jsonl").write_text("")\n'
        'print(cli("annotate", folder / "p.jsonl", "--aligner", "exact"))',
    ),
    ("7", "--operations spilt, empty folder", 'print(run("--operations", "spilt"))'),
    ("7", "--level 3, empty folder", 'print(run("--level", "3"))'),
    (
        "7",
        "an impossible output folder",
        '(folder / "in" / "a.txt").write_text(TEXT)\n'
        'print(cli("simplify", folder / "in", "--output", "/proc/none/out"))',
    ),
    (
        "7",
        "model.hidden 0",
        "from seqlab.errors import SeqLabError\n"
        "from seqlab.tagger import ModelOptions\n"
        "try:\n    ModelOptions(hidden=0)\n    print('accepted')\n"
        "except SeqLabError as error:\n    print('refused:', error)",
    ),
    (
        "8",
        "report on 200 equal sentences",
        "try:\n    from seqlab.documents.report.page import _pair\n"
        "except ImportError:\n    from seqlab.batch.report import _pair\n"
        'old = "They utilize the elegant tower, and then they rest. "\n'
        "_pair(old * 200, 'They use the tower. Then they rest. ' * 200)\nprint('done')",
    ),
    (
        "9",
        "a line added to plain_words.tsv",
        "import shutil, subprocess\n"
        "for name in ('seqlab', 'lexical_simplifier', 'corpora'):\n"
        "    shutil.copytree(name, folder / name)\n"
        "path = next((folder / 'lexical_simplifier').rglob('plain_words.tsv'))\n"
        "path.open('a').write('evil\\tN\\tgood\\talways\\t\\n')\n"
        "code = 'from lexical_simplifier import read_plain_words; read_plain_words()'\n"
        "done = subprocess.run([sys.executable, '-c', code], cwd=folder, capture_output=True,\n"
        "    env={**os.environ, 'PYTHONPATH': str(folder)}, text=True)\n"
        "print('refused' if 'altered' in done.stderr else 'accepted')",
    ),
    (
        "10",
        "word vectors that are an evil pickle",
        "import pickle\n"
        "class Evil:\n"
        "    def __reduce__(self):\n        return os.mkdir, (str(folder / 'ran'),)\n"
        "(folder / 'evil.kv').write_bytes(pickle.dumps(Evil()))\n"
        "from seqlab.tagger import load_vectors\n"
        "try:\n    load_vectors(folder / 'evil.kv')\nexcept BaseException:\n    pass\n"
        "print('ran code' if (folder / 'ran').exists() else 'refused')",
    ),
    (
        "12",
        "`&e;` in HTML",
        '(folder / "in" / "a.html").write_text(f"<p>See &e; now. {TEXT[:-1]} &e; there.</p>")\n'
        "code = run()\n"
        'text = (folder / "out" / "a.html").read_text()\n'
        "print(code, 'changed to &amp;e;' if '&amp;e;' in text else 'kept')",
    ),
    (
        "12",
        "25 failures",
        "for number in range(25):\n"
        '    (folder / "in" / f"{number}.txt").write_bytes(b"Caf\\xe9")\n'
        "out = io.StringIO()\n"
        "command = ['simplify', folder / 'in', '--output', folder / 'out', '--workers', '0']\n"
        "with contextlib.redirect_stdout(out):\n"
        "    main([str(one) for one in command])\n"
        "print('says where all are' if 'all are in' in out.getvalue() else 'lists 20 of 25')",
    ),
]


def probe(root: Path, code: str) -> dict[str, Any]:
    """What came of a probe, the seconds and the megabytes that it took."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(root),
        "OMP_NUM_THREADS": "1",
        "HOSTILE_FILES": str(Path(__file__).resolve().with_name("hostile_files.py")),
    }
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(
            [sys.executable, "-c", PRELUDE + code],
            cwd=root,
            env=environment,
            stdout=output,
            stderr=subprocess.DEVNULL,
            # By the processor's clock, so that other work on the machine counts for nothing.
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS)),
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        lines = output.read().strip().splitlines()
    outcome = lines[-1] if lines else f"ended with {process.returncode}"
    if process.returncode == -signal.SIGXCPU or process.returncode == -signal.SIGKILL:
        outcome = f"not done after {SECONDS} s"
    seconds = round(used.ru_utime + used.ru_stime, 1)
    return {"outcome": outcome[:200], "seconds": seconds, "megabytes": used.ru_maxrss // 1024}


def main() -> None:
    """Run all probes and write what came of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", help="numbers, joined by commas")
    options = parser.parse_args()
    only = options.only.split(",") if options.only else None
    rows: list[dict[str, Any]] = []
    for item, what, code in PROBES:
        if only and item not in only:
            continue
        rows.append({"item": item, "what": what, **probe(options.root.resolve(), code)})
        print(json.dumps(rows[-1]), flush=True)
        write_record(options.out, {"probes": rows}, options.root)


if __name__ == "__main__":
    main()
