"""`ReadOptions`: what can be chosen when a corpus is read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Part = Literal["train", "valid", "test"]

# What published files call their parts.
PART_NAMES: dict[str, Part] = {
    "train": "train",
    "training": "train",
    "valid": "valid",
    "validation": "valid",
    "val": "valid",
    "dev": "valid",
    "tune": "valid",
    "tuning": "valid",
    "test": "test",
    "eval": "test",
}


# Without slots: the command line reads the defaults from the instance's dictionary.
@dataclass(frozen=True)
class ReadOptions:
    """What can be chosen when a corpus is read.

    Args:
        strict: Stop with an error at the first bad file or row instead of skipping it with a
            warning.
        split_sentences: Split a side of a pair that holds several sentences (thesis 3.1.1: 1-N,
            N-1). Corpora that mark their sentence boundaries are always split.
        partial: Take the links that Newsela-Manual and Wiki-Manual call `partialAligned`, which is
            how they mark a sentence that was split in two.
        detokenize: Detokenise tokenised corpora (`-LRB- 1999 -RRB- .` → `(1999).`).
        entity_tags: Take the variant of WikiLarge and WikiSmall with tags (`PERSON@1`) instead of
            names, where the one with names (`.ori.`) is there too.
        language: Language code of the articles to read from a corpus in several languages
            (Newsela).
        part: Read only this split of a corpus that is published with splits.
        levels: Level names of a `<name>.<level>.txt` folder, complex first, where the order is
            clear neither from numbers nor from known names.
        columns: Names of the complex and the simple column (CSV, TSV with a header) or field
            (JSONL), where they are not among the known ones.
    """

    strict: bool = False
    split_sentences: bool = True
    partial: bool = True
    detokenize: bool = False
    entity_tags: bool = False
    language: str = "en"
    part: Part | None = None
    levels: tuple[str, ...] = ()
    columns: tuple[str, str] | None = None


DEFAULTS = ReadOptions()


def part_of(name: str) -> Part | None:
    """The part that a piece of a file name stands for: `tune` → `valid`."""
    return PART_NAMES.get(name.lower())


def file_part(file_name: str) -> Part | None:
    """The part that a file name tells: `sent-comp.train01.json.gz` → `train`."""
    pieces = re.split(r"[.\-_]", file_name)
    return next((part for piece in pieces if (part := part_of(piece.rstrip("0123456789")))), None)
