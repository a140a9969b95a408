"""Labelled sentences → those of documents whose judged edits a tagger must not have seen.

What a tagger says of a sentence that it was trained on is too good to be true. So the judge of
edits learns from taggers that were trained without the edits' documents.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from seqlab.editing.fitting import fold_of
from seqlab.errors import UsageError
from seqlab.tagger import read_sentences, write_sentences
from seqlab.training.edits import edits_file, read_edits
from seqlab.training.stages import Work


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """The judged edits."""
    return [edits_file(settings["edits"])]


def run(work: Work) -> None:
    """Write `train.jsonl` without one fold of the documents with edits, and `valid.jsonl`."""
    folds, fold = work.settings["folds"], work.settings["fold"]
    judged = {row["document"] for row in read_edits(work.settings["edits"])}
    left_out = {document for document in judged if fold_of(document, folds) == fold}
    for part in ("train", "valid"):
        sentences = list(read_sentences(work.inputs["sentences"] / f"{part}.jsonl"))
        if part == "train":
            sentences = [one for one in sentences if one.document not in left_out]
        if not sentences:
            raise UsageError(
                "every training document has judged edits, so no tagger can be trained without "
                "them; raise judge.folds"
            )
        write_sentences(work.out / f"{part}.jsonl", sentences)
