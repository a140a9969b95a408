"""A trained tagger → the tagger as it is used: fewer word pieces, fewer bits, nothing else."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from seqlab.files import read_lines
from seqlab.progress import track
from seqlab.training.config import resolve_path
from seqlab.training.stages import Work

# What only whoever trained it looks at.
_LEFT_OUT = ("stage.json", "checkpoints", "logs", "*.png", "training_log.csv")
# So many validation sentences tell whether fewer bits change labels.
_COMPARED = 400


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """The text whose word pieces are kept."""
    return [resolve_path(settings["export"]["pieces"])] if settings["export"]["pieces"] else []


def run(work: Work) -> None:
    """Write the tagger's folder."""
    from seqlab.tagger import export_onnx, prune_pieces, read_sentences, used_pieces

    settings = work.settings["export"]
    shutil.copytree(
        work.inputs["tagger"],
        work.out,
        dirs_exist_ok=True,
        ignore=shutil.ignore_patterns(*_LEFT_OUT),
    )
    sentences = work.inputs["sentences"]
    if settings["pieces"]:
        lines = track(read_lines(resolve_path(settings["pieces"])), "count word pieces")
        counts = used_pieces(work.out, lines)
        pieces = {piece for piece, count in counts.items() if count >= settings["least"]}
        # Whatever the text lacks, the words that were trained on are read as they were.
        for part in ("train", "valid"):
            own = read_sentences(sentences / f"{part}.jsonl")
            pieces |= set(used_pieces(work.out, (" ".join(one.tokens) for one in own)))
        prune_pieces(work.out, pieces)
    valid = list(read_sentences(sentences / "valid.jsonl"))
    compared = valid[:: max(1, len(valid) // _COMPARED)][:_COMPARED]
    export_onnx(work.out, settings["precision"], compared, settings["weights"])
