"""What `simplify --explain` shows of a split: the words it leaves, not only those it touches."""

from __future__ import annotations

from seqlab.commands.simplify import _as_split
from seqlab.editing import Edit, Word

TOKENS = ["The", "charity", ",", "founded", "in", "1987", ",", "providing", "meals", "."]


def test_a_split_is_shown_with_what_it_writes() -> None:
    edit = Edit(
        "split",
        "labels",
        (2, 8),
        lead=(Word("it", " "),),
        dropped=(2, 6),
        changes={7: "provides"},
        cut=7,
        inserts={3: (Word("was", " "),)},
    )
    assert _as_split(TOKENS, edit) == "was founded in 1987 . it provides"
