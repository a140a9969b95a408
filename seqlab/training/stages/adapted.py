"""A reader and judged edits → the same reader with maps of low rank that learned on."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from seqlab.training.reader_adapters import AdapterOptions, adapt_reader
from seqlab.training.stages import Work, marked

_WORK = "training"
_LEFT_OUT = shutil.ignore_patterns("stage.json", "weights.safetensors")


def outside_files(settings: Mapping[str, Any]) -> list[Path]:
    """The files of judged edits."""
    return marked.outside_files(settings)


def run(work: Work) -> None:
    """Write the reader's folder."""
    judge = work.settings["judge"]
    shutil.copytree(work.inputs["reader"], work.out, ignore=_LEFT_OUT, dirs_exist_ok=True)
    options = AdapterOptions(rank=judge["adapter_rank"], steps=judge["adapters"])
    sentences = marked.adapter_sentences(judge)
    adapt_reader(work.out, sentences, work.out / _WORK, options, max(1, work.seed))
    shutil.rmtree(work.out / _WORK)
