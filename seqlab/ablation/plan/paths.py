"""Where files named in settings lie."""

from __future__ import annotations

import os
from pathlib import Path

import corpora
from seqlab.files import data_folder

SAMPLE = Path(corpora.__file__).resolve().parent / "sample"


def located(name: str) -> Path:
    """The path that a setting names; `$SEQLAB_DATA` and other variables are filled in."""
    if name == "sample":
        return SAMPLE
    return Path(os.path.expandvars(name.replace("$SEQLAB_DATA", str(data_folder()))))


def gold_file(name: str) -> Path:
    """The file of gold labels that a setting names; `sample` has some by hand."""
    return SAMPLE / "annotations" / "operations.jsonl" if name == "sample" else located(name)
