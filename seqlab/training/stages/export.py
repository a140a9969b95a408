"""A trained tagger → the tagger as it is used: fewer word pieces, fewer bits, nothing else."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seqlab.files import read_lines
from seqlab.progress import track
from seqlab.training.config import resolve_path
from seqlab.training.stages import Work

if TYPE_CHECKING:
    from seqlab.tagger import LabelledSentence

# What only whoever trained it looks at.
LEFT_OUT = ("stage.json", "checkpoints", "logs", "*.png", "training_log.csv")
# So many validation sentences tell whether fewer bits change labels.
_COMPARED = 400


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """The text whose word pieces are kept."""
    return [resolve_path(settings["export"]["pieces"])] if settings["export"]["pieces"] else []


def run(work: Work) -> None:
    """Write the tagger's folder."""
    from seqlab.tagger import read_sentences

    shutil.copytree(
        work.inputs["tagger"],
        work.out,
        dirs_exist_ok=True,
        ignore=shutil.ignore_patterns(*LEFT_OUT),
    )
    sentences = [
        list(read_sentences(work.inputs["sentences"] / f"{part}.jsonl"))
        for part in ("train", "valid")
    ]
    export_folder(work.out, work.settings["export"], *sentences)


def export_folder(
    folder: Path,
    settings: Mapping[str, Any],
    train: Sequence[LabelledSentence],
    valid: Sequence[LabelledSentence],
) -> None:
    """Leave out word pieces that no text uses, and write the network in fewer bits."""
    from seqlab.tagger import export_onnx, prune_pieces, used_pieces

    if settings["pieces"]:
        lines = track(read_lines(resolve_path(settings["pieces"])), "count word pieces")
        counts = used_pieces(folder, lines)
        pieces = {piece for piece, count in counts.items() if count >= settings["least"]}
        # Whatever the text lacks, the words that were trained on are read as they were.
        for own in (train, valid):
            pieces |= set(used_pieces(folder, (" ".join(one.tokens) for one in own)))
        prune_pieces(folder, pieces)
    compared = valid[:: max(1, len(valid) // _COMPARED)][:_COMPARED]
    export_onnx(folder, settings["precision"], compared, settings["weights"])
