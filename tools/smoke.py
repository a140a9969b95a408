"""Use an installed SeqLab in the current, empty folder: each use once, outside the clone.

    cd $(mktemp -d) && path/to/environment/bin/python path/to/clone/tools/smoke.py

Needs nothing but the standard library, and stops at the first thing that fails.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from pathlib import Path

SENTENCE = "They commenced work prior to the meeting."
TINY = [
    *("--corpus.documents", "6", "--training.epochs", "1", "--model.hidden", "16"),
    *("--report-pairs", "3", "--lexical.own", "never"),
]


def run(*words: str) -> str:
    """What `seqlab` prints; ends the program where it fails."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment.setdefault("OMP_NUM_THREADS", "1")
    code = "import sys; from seqlab.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-P" if sys.version_info >= (3, 11) else "-I", "-c", code, *words],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    if done.returncode:
        sys.exit(f"seqlab {' '.join(words)}: exit code {done.returncode}\n{done.stderr[-2000:]}")
    return done.stdout


def expect(condition: bool, what: str) -> None:
    """End the program unless the condition holds."""
    if not condition:
        sys.exit(f"failed: {what}")
    print(f"  {what}", flush=True)


def main() -> None:
    """Each use once."""
    clone = Path(__file__).resolve().parent.parent
    state = json.loads(run("doctor", "--json"))
    print(f"seqlab {state['seqlab']}, Python {platform.python_version()}, {state['folder']}")
    expect(not Path(state["folder"]).is_relative_to(clone), "is not the clone")
    expect(all(not one["problem"] for one in state["models"]), "models match their hashes")
    expect("simplify" in run(), "the first page")
    expect("started" in run("simplify", SENTENCE), "simplify")
    expect("doctor" in run("lexical", "suggest", "The physician left."), "lexical suggest")
    expect("newsela" in run("corpora", "stats", "sample"), "a corpus that ships")
    expect("model in runs/mine" in run("train", "sample", "runs/mine", *TINY), "train")
    expect(bool(run("simplify", SENTENCE, "--model", "runs/mine").strip()), "simplify --model")
    table = run("ablate", "decoder", "--base", "sample", "--seeds", "1")
    expect("softmax, thresholds" in table, "ablate")
    Path("originals.txt").write_text("They commenced work.\n", encoding="utf-8")
    Path("outputs.txt").write_text("They started work.\n", encoding="utf-8")
    scores = run(
        *("evaluate", "ours=outputs.txt", "--originals", "originals.txt"),
        *("--references", "outputs.txt", "--metrics", "sari,bleu"),
    )
    expect("SARI" in scores, "evaluate")
    print("all right")


if __name__ == "__main__":
    main()
