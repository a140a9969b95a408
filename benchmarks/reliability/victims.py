"""Runs to be killed: a small simplifier that takes its time, and documents that are poison.

python -m benchmarks.reliability.victims SOURCE OUTPUT ENGINE WORKERS [TIMEOUT MEMORY]
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from seqlab.documents import BatchOptions, Engine, Limits, simplify_folder
from seqlab.documents.run import schedule
from seqlab.documents.run.lots import SimplifySentences
from seqlab.editing import SourceSentence

PROSE = "They utilize the old tower {0}, and then they rest in the city for {0} days."
POISON = {
    "abort": "Sentences with POISON-ABORT kill the worker at once.",
    "hang": "Sentences with POISON-HANG never come to an end here.",
    "memory": "Sentences with POISON-MEMORY fill all of the memory.",
}


def load(options: BatchOptions) -> SimplifySentences:
    """In place of the model."""
    return simplify


def simplify(sentences: Sequence[SourceSentence]) -> list[str]:
    """Replaces a word, slowly enough to be killed meanwhile."""
    time.sleep(float(os.environ.get("SEQLAB_VICTIM_SECONDS", "0.1")))
    texts = [sentence.text for sentence in sentences]
    for sentence in texts:
        if "POISON-ABORT" in sentence:
            os.abort()
        if "POISON-HANG" in sentence:
            time.sleep(86_400)
        if "POISON-MEMORY" in sentence:
            time.sleep(86_400 + len(b"x" * 3_000_000_000))
    return [sentence.replace("utilize", "use") for sentence in texts]


def write_documents(folder: Path, count: int, poison: Sequence[str] = ()) -> Path:
    """So many small documents, and poison among them."""
    folder.mkdir(parents=True)
    for number in range(count):
        text = f"{PROSE.format(number)}\n\n{PROSE.format(number + 1)}\n"
        if number % 3 == 2:
            (folder / f"{number:04}.html").write_text(f"<h1>Title</h1><p>{text}</p>")
        else:
            (folder / f"{number:04}.{'md' if number % 3 else 'txt'}").write_text(text)
    for name in poison:
        (folder / f"poison-{name}.txt").write_text(f"{PROSE.format(1)} {POISON[name]}\n")
    return folder


def main(argv: Sequence[str]) -> int:
    """One run; exits with 1 if a document failed."""
    source, output, engine, workers, *limits = argv
    schedule.LOT_DOCUMENTS = 2
    given = Limits(*map(float, limits)) if limits else Limits()
    chosen: Engine = "ray" if engine == "ray" else "local"
    summary = simplify_folder(
        Path(source), Path(output), engine=chosen, workers=int(workers), load=load, limits=given
    )
    return 1 if summary.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
