"""Judged edits → what taggers that have not seen their documents say of their sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from seqlab.editing import label_chances
from seqlab.editing.fitting import fold_of
from seqlab.files import write_jsonl
from seqlab.progress import track
from seqlab.text import Document
from seqlab.training.edits import edits_file, read_edits
from seqlab.training.stages import Work


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """The judged edits."""
    return [edits_file(settings["edits"])]


def run(work: Work) -> None:
    """Write `chances.jsonl`: each source with the probabilities of its labels, a list each.

    Sources of the training part are labelled by the tagger that was trained without their fold,
    those of the validation part, which no tagger was trained on, by the tagger of the model.
    """
    folds = work.settings["folds"]
    by_tagger: dict[str, list[str]] = {}
    for row in read_edits(work.settings["edits"]):
        train = row["part"] == "train"
        name = f"fold.{fold_of(row['document'], folds)}" if train else "tagger"
        by_tagger.setdefault(name, []).append(row["source"])
    found = (
        one
        for name in sorted(by_tagger)
        for one in _labelled(work.inputs[name], list(dict.fromkeys(by_tagger[name])), name)
    )
    write_jsonl(work.out / "chances.jsonl", found)


def _labelled(folder: Path, sources: Sequence[str], name: str) -> Iterator[dict[str, Any]]:
    from seqlab.tagger import Tagger

    tagger = Tagger.load(folder)
    heads = [head for head in tagger.labels if head.endswith((".operation", ".split"))]
    words = [[token.text for token in Document.parse(source).tokens] for source in sources]
    labelled = track(tagger.predict_proba(words, heads), f"label edits, {name}", len(sources))
    for source, probabilities in zip(sources, labelled, strict=True):
        chances = label_chances(probabilities, tagger.labels)
        yield {"source": source} | {
            label: [round(float(share), 4) for share in own] for label, own in chances.items()
        }
