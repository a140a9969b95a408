"""The model folder of a simplifier: which parts it has, and loading them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from lexical_simplifier import LexicalSimplifier
from seqlab.editing import Judge
from seqlab.errors import DataError, UsageError
from seqlab.files import read_text
from seqlab.syntax import Syntax, load_syntax
from seqlab.tagger import Tagger


@dataclass(frozen=True)
class Parts:
    """What a simplifier is made of."""

    syntax: Syntax
    tagger: Tagger
    lexical: LexicalSimplifier
    judge: Judge
    levels: tuple[str, ...]


def load_parts(folder: Path, device: str = "auto", threads: int | None = None) -> Parts:
    """The parts of a model folder."""
    file = folder / "model.json"
    if not file.is_file():
        raise UsageError(f"no simplifier in {folder}: it has no file model.json")
    try:
        values = json.loads(read_text(file))
        levels, name = tuple(values["levels"]), values["syntax"]
    except (KeyError, TypeError, ValueError) as error:
        raise DataError(file, f"not a simplifier: {error}") from None
    # Only our own backend can be told where to run.
    syntax = load_syntax(name, **({"device": device} if name == "embedded" else {}))
    lexical = LexicalSimplifier.load(threshold=0.0, syntax=syntax)
    tagger = Tagger.load(folder / "tagger", device, threads)
    return Parts(syntax, tagger, lexical, Judge.load(folder / "judge", lexical), levels)
