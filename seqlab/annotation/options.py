"""Which steps of the annotation run: every heuristic is a switch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class AnnotationOptions:
    """The switches of the annotation algorithms.

    Args:
        ignore_case: Count words that differ only in case as the same.
        phrase_replaced: A target word linked to several source words replaces them all
            (the second half of Algorithm 1).
        repeats: A word that stands once on one side and several times on the other is kept, not
            replaced by its copies (a subject repeated after a split, two commas merged into one).
        replace_punctuation: Let a punctuation mark be replaced by another. Otherwise a comma that
            becomes a full stop is deleted, and the full stop added: REPLACE is for words.
        phrase_gap: Where one side has a single word between two kept words and the other at most
            this many, count them as a replacement even if they are not linked (0: only linked
            words).
        same_place: Turn a DELETE and an ADD of the same tag into a REPLACE where they stand at the
            same index (`index`, as in the thesis) or between the same kept words (`gap`).
        reorder: Find REORDER by Algorithm 2 (`relative-index`), as the words outside the heaviest
            increasing run of links (`increasing`), or not at all (`off`).
        move_punctuation: Let a punctuation mark be reordered.
        replace_wins: A word both replaced and reordered is REPLACE, as the thesis decided;
            otherwise REORDER.
        majority: Share of the words of a clause or chunk that must have a label for the whole to
            get it.
        unit_labels: Give clauses labels of their own (DC, AC, MC).
        informative: Count DELETE and ADD of a sentence only where a content word was removed or
            added.
        rewrites: Look for SIMPLE REWRITE and STRONG REWRITE.
    """

    ignore_case: bool = True
    phrase_replaced: bool = True
    repeats: bool = True
    replace_punctuation: bool = False
    phrase_gap: int = 0
    same_place: Literal["off", "index", "gap"] = "gap"
    reorder: Literal["off", "relative-index", "increasing"] = "increasing"
    move_punctuation: bool = False
    replace_wins: bool = True
    majority: float = 0.75
    unit_labels: bool = True
    informative: bool = False
    rewrites: bool = True


DEFAULTS = AnnotationOptions()
