"""A test set by its name → its sentences as pairs, and all references of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from corpora import Pair, write_pairs
from seqlab.errors import UsageError
from seqlab.evaluation import files_of_test_set, load_test_set
from seqlab.files import read_jsonl, write_jsonl
from seqlab.training.stages import Work

REFERENCES = "references.jsonl"


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """The files of originals and references."""
    return files_of_test_set(settings["test"])


def run(work: Work) -> None:
    """Write `test.jsonl`, pairs with the first reference, and `references.jsonl`."""
    name, skip = work.settings["test"], work.settings["skip"]
    tests = load_test_set(name)
    if skip >= len(tests.originals):
        raise UsageError(f"evaluation.skip {skip}: {name} has {len(tests.originals)} sentences")
    columns = [tests.originals, *tests.references]
    rows = [[" ".join(text.split()) for text in row] for row in zip(*columns, strict=True)][skip:]
    write_pairs(work.out / "test.jsonl", (Pair((row[0],), (row[1],), name) for row in rows))
    write_jsonl(work.out / REFERENCES, ({"references": row[1:]} for row in rows))


def read_references_of(folder: Path, pairs: Sequence[Pair]) -> list[list[str]]:
    """The references of each pair: those of its test set, or its simple side."""
    if not (folder / REFERENCES).is_file():
        return [[" ".join(pair.target.split())] for pair in pairs]
    rows = [row["references"] for _, row in read_jsonl(folder / REFERENCES)]
    return rows[: len(pairs)]


def references_of(work: Work, pairs: Sequence[Pair]) -> list[list[str]]:
    """What outputs are compared with, reference by reference."""
    outputs = work.inputs["outputs"]
    own = outputs if (outputs / REFERENCES).is_file() else work.inputs["pairs"]
    return [list(column) for column in zip(*read_references_of(own, pairs), strict=True)]
