"""Doing a chain: every stage once, in order, from the cache where it was done before."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from seqlab.training.execute.cache import Cache, Done, Task
from seqlab.training.execute.node import Node

CACHE = Path("runs/cache")
_SAID = {
    "pairs": "read, align sentences",
    "labelled": "read labels",
    "splits": "label splits",
    "split_writer": "train the writer of splits",
    "adapted": "let the reader learn on",
    "links": "align words",
    "annotation": "annotate",
    "substitutions": "label substitutions",
    "taught": "label text by the teacher",
    "sentences": "labelled sentences",
    "tagger": "train the tagger",
    "export": "export the tagger",
    "marked": "mark judged edits",
    "judge": "train the judge of edits",
    "lexical": "choose the lexical simplifier",
    "decisions": "decisions",
    "model": "write the model",
    "held_out": "held-out pairs",
}


def do_nodes(nodes: Iterable[Node], cache: str | Path = CACHE) -> dict[str, Done]:
    """The result of every node by its id; a line about each goes to stderr."""
    store, done = Cache(cache), dict[str, Done]()
    nodes = list(nodes)
    for number, node in enumerate(nodes, start=1):
        inputs = {name: done[other.id] for name, other in node.inputs.items()}
        task = Task(node.stage, node.settings, node.seed, inputs, node.package)
        found = done[node.id] = store.do(task)
        how = "done before" if found.reused else f"{found.seconds:.1f} s"
        line = f"[{number}/{len(nodes)}] {_SAID.get(node.stage, node.stage)}: {how}"
        print(f"{line} ({found.folder})", file=sys.stderr, flush=True)
    return done
