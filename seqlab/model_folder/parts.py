"""The parts that ship once for all models and are named in model.json by their hash."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import lexical_simplifier
import seqlab
from seqlab import syntax
from seqlab.files import content_hash, file_hash

PARTS = ("syntax", "lexical", "judge")


@cache
def shipped_part(name: str) -> str:
    """The hash of a shipped part: of its sums, which hold the hashes of its files."""
    if name == "syntax":
        models = Path(syntax.__file__).parent / "models"
        return file_hash(models / "embedded" / "SHA256SUMS")
    if name == "lexical":
        words = hashlib.sha256((file_hash(lexical_folder() / "SHA256SUMS")).encode())
        words.update(file_hash(lexical_simplifier.PLAIN_WORDS).encode())
        return words.hexdigest()
    return content_hash(judge_folder()) if judge_folder().is_dir() else ""


def shipped_parts() -> dict[str, str]:
    """The hash of each shipped part."""
    return {name: shipped_part(name) for name in PARTS}


def judge_folder() -> Path:
    """The folder of the judge that ships, in the model that ships."""
    return Path(seqlab.__file__).parent / "models" / "default" / "judge"


def lexical_folder() -> Path:
    """The folder of the lexical simplifier that ships."""
    return lexical_simplifier.DEFAULT_FOLDER
