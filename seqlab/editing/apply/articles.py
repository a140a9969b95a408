"""Repair of `a` and `an` before a word that has changed."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from seqlab.editing.words import Word, is_hole
from seqlab.english import article_for


def articles(words: list[Word], source: list[Word]) -> list[Word]:
    """Write `a` or `an` as the next word wants, where an edit came between or changed it."""
    repaired = list(words)
    for i, (word, after) in enumerate(pairwise(words)):
        if word.lower not in ("a", "an") or not after.is_word:
            continue
        if word.tag not in ("DT", "") or not (
            is_hole(word, after) or after.changed or word.changed
        ):
            continue
        wanted = article_for(after.text, word.text)
        if wanted.lower() != word.lower:
            repaired[i] = replace(word, text=wanted)
    return repaired
