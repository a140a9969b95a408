"""A reader and judged edits → the same reader with adapters that learned on."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from seqlab.editing.fitting import SPLITS, WORDS
from seqlab.tagger import LabelledSentence
from seqlab.training.reader_adapters import AdapterOptions, adapt_reader
from seqlab.training.stages import Work, marked
from seqlab.training.stages.marked import FOLDS

_WORK, APART = "training", "apart"
_LEFT_OUT = shutil.ignore_patterns("stage.json", "weights.safetensors")


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """The files of judged edits."""
    return marked.outside_files(settings)


def run(work: Work) -> None:
    """Write the reader's folder; and in `apart`, readers that lack a part of `wanted` each."""
    judge, seed = work.settings["judge"], max(1, work.seed)
    options = AdapterOptions(judge["adapter_rank"], judge["kept_rank"], judge["adapters"])

    def adapt(folder: Path, adapter: str, sentences: Sequence[LabelledSentence]) -> None:
        if sentences:
            kept = work.out / _WORK / f"{folder.name}-{adapter}"
            adapt_reader(folder, adapter, sentences, kept, options, seed)

    folders = [work.out, *(apart_folder(work.out, fold) for fold in range(FOLDS))]
    for folder in folders if judge["wanted"] else folders[:1]:
        shutil.copytree(work.inputs["reader"], folder, ignore=_LEFT_OUT, dirs_exist_ok=True)
    adapt(work.out, SPLITS, marked.split_sentences(judge))
    adapt(work.out, WORDS, marked.word_sentences(judge))
    if judge["wanted"]:
        for fold, folder in enumerate(folders[1:]):
            adapt(folder, WORDS, marked.word_sentences(judge, fold))
    shutil.rmtree(work.out / _WORK, ignore_errors=True)


def apart_folder(folder: Path, fold: int) -> Path:
    """Where the reader is that has not learned from a part of the documents of `wanted`."""
    return folder / APART / str(fold)
