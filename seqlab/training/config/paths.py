"""Where files named in settings lie."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from corpora import corpus_path
from seqlab.files import data_folder


def resolve_path(name: str) -> Path:
    """The path that a setting names: a corpus that ships by name; `$SEQLAB_DATA` is filled in."""
    if "$" in name:
        return Path(os.path.expandvars(name.replace("$SEQLAB_DATA", str(data_folder()))))
    return corpus_path(name)


def paraphrase_files(options: Mapping[str, Any]) -> list[Path]:
    """The lists of paraphrases that an aligner with these options reads, where they are there."""
    given = str(options.get("paraphrases", "auto"))
    if given in ("auto", "none"):
        folder = data_folder() / "lexical"
        return sorted(folder.glob("*pairs*")) + sorted(folder.glob("*synonyms*"))
    return [Path(name.strip()) for name in given.split(",")]


def gold_file(name: str) -> Path:
    """The file of gold labels that a setting names; `sample` has some by hand."""
    path = resolve_path(name)
    return path / "annotations" / "operations.jsonl" if name == "sample" else path
