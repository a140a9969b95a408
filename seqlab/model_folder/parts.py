"""The parts that ship once for all models and are named in model.json by their hash."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import lexical_simplifier
import seqlab
from seqlab import syntax
from seqlab.files import content_hash, file_hash


@cache
def shipped_parts() -> dict[str, str]:
    """The hash of each shipped part: of its sums, which hold the hashes of its files."""
    lexical = lexical_folder()
    words = hashlib.sha256((file_hash(lexical / "SHA256SUMS")).encode())
    words.update(file_hash(lexical_simplifier.PLAIN_WORDS).encode())
    models = Path(syntax.__file__).parent / "models"
    return {
        "syntax": file_hash(models / "embedded" / "SHA256SUMS"),
        "lexical": words.hexdigest(),
        "judge": content_hash(judge_folder()) if judge_folder().is_dir() else "",
    }


def judge_folder() -> Path:
    """The folder of the judge that ships, in the model that ships."""
    return Path(seqlab.__file__).parent / "models" / "default" / "judge"


def lexical_folder() -> Path:
    """The folder of the lexical simplifier that ships."""
    return lexical_simplifier.DEFAULT_FOLDER
