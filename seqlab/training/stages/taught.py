"""Plain text → sentences with the labels and probabilities of a teacher, all for training."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from seqlab.model_folder import tagger_folder
from seqlab.progress import track
from seqlab.tagger import Tagger, write_sentences
from seqlab.training.config import resolve_path
from seqlab.training.distillation import teacher_labels, text_sentences
from seqlab.training.stages import PARTS, Work

# Labels of what an editor wrote are too many for a small model.
_LEFT_OUT = ".substitution"


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """The teacher and the text."""
    teacher = settings["teacher"]
    return [tagger_folder(teacher["model"]), resolve_path(teacher["text"])]


def run(work: Work) -> None:
    """Write `train.jsonl`; only the teacher's labels are known, so none to measure by."""
    settings = work.settings["teacher"]
    folder, text = outside_files(work.settings)
    teacher = Tagger.load(folder)
    sentences = text_sentences(text, settings["sentences"], settings["seed"])
    heads = [head for head in teacher.labels if not head.endswith(_LEFT_OUT)]
    labelled = teacher_labels(teacher, sentences, heads)
    for part in PARTS:
        own = track(labelled, "label text", len(sentences)) if part == "train" else ()
        write_sentences(work.out / f"{part}.jsonl", own)
