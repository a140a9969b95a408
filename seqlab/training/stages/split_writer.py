"""Split sentences and the tagger as it is used → the writer of splits."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from seqlab.annotation import INSERT_HEAD, insert_labels, labelled_splits
from seqlab.errors import DataError
from seqlab.files import atomic_write
from seqlab.progress import track
from seqlab.syntax import load_syntax
from seqlab.tagger import STATES, Tagger
from seqlab.text import tokenize
from seqlab.training.config import resolve_path
from seqlab.training.split_writer import SplitOptions, WrittenSplit, fit_split_writer, scripts_of
from seqlab.training.stages import Work
from seqlab.training.stages.splits import split_rows

METRICS = "metrics.json"
# So many scripts are asked for when it is counted how often the writer's is among them.
_ASKED = (1, 4)


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """The split sentences."""
    return [resolve_path(name) for name in _names(settings)]


def run(work: Work) -> None:
    """Write the writer's folder; `metrics.json` says how often it writes what the editor wrote."""
    options = work.settings["splits"]
    written: dict[str, list[WrittenSplit]] = {"train": [], "valid": []}
    for name in _names(work.settings):
        for part, own in written_splits(resolve_path(name), work.inputs["tagger"]):
            if part in written:
                written[part].append(own)
    if not written["train"]:
        raise DataError("splits.epochs", "no split sentences in data", fix="add a corpus of them")
    losses: list[float] = []
    writer = fit_split_writer(
        written["train"],
        SplitOptions(options["epochs"], options["batch_size"], options["learning_rate"]),
        max(1, work.seed),
        lambda _, loss: losses.append(round(loss, 4)),
    )
    writer.save(work.out)
    found = dict.fromkeys(_ASKED, 0)
    for own in written["valid"]:
        scripts = writer.scripts(own.states.astype(np.float32), own.tags, [own.cut])[0]
        for most in _ASKED:
            found[most] += own.steps in [script.steps for script in scripts[:most]]
    held = max(1, len(written["valid"]))
    metrics = {
        "train_cuts": len(written["train"]),
        "valid_cuts": len(written["valid"]),
        "losses": losses,
        **{f"exact_at_{most}": round(found[most] / held, 4) for most in _ASKED},
    }
    with atomic_write(work.out / METRICS) as handle:
        json.dump(metrics, handle, indent=1)
        handle.write("\n")


def _names(settings: Mapping[str, Any]) -> list[str]:
    unseen = settings["splits"]["unseen"]
    return [*settings["sources"], *([unseen] if unseen else [])]


def written_splits(path: Path, folder: Path) -> Iterator[tuple[str, WrittenSplit]]:
    """Part and script of every cut of a file, with the vectors that a tagger has of its words."""
    tagger = Tagger.load(folder)
    rows = list(split_rows(path))
    words = [tokenize(row.source) for row in rows]
    analyses = list(track(load_syntax("embedded").analyse(words), "analyse splits", len(rows)))
    labelled = labelled_splits(rows, analyses)
    known = set(tagger.labels[INSERT_HEAD])
    read = tagger.predict_proba([reader.tokens for _, reader in labelled], [INSERT_HEAD], True)
    for row, (labels, reader), one in zip(rows, labelled, read, strict=True):
        states = one[STATES].astype(np.float16)
        for cut, steps in scripts_of(insert_labels(labels, reader, known), labels.word):
            yield row.part, WrittenSplit(states, reader.tags, cut, steps)
