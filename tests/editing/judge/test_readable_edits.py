"""The second look: the weakest edits are taken back until the output reads well."""

from __future__ import annotations

from collections.abc import Sequence

from seqlab.editing import Edit, Parsed, Word, readable_edits
from seqlab.syntax import Tree
from seqlab.text import Document

TREE = "(ROOT (S (NP (DT The) (JJ old) (NN tower)) (VP (VBZ is) (ADJP (RB very) (JJ tall))) (. .)))"
(SENTENCE,) = Document.parse("The old tower is very tall.").sentences
PARSED = Parsed(SENTENCE.tokens, Tree.parse(TREE))
AGED = Edit("replace", "word", (1, 2), "aged")
LOFTY = Edit("replace", "word", (5, 6), "lofty")
SHORTER = Edit("delete", "intensifier", (4, 5))


def cost(sentences: Sequence[Sequence[Word]]) -> float:
    """A language model that dislikes `aged` a little and `lofty` much."""
    words = [word.text for sentence in sentences for word in sentence]
    return 1.0 + 0.2 * ("aged" in words) + 1.0 * ("lofty" in words)


def test_all_stays_that_costs_no_more_than_the_margin() -> None:
    assert readable_edits(PARSED, [AGED, SHORTER], cost, 0.25) == 2


def test_the_weakest_go_first() -> None:
    assert readable_edits(PARSED, [SHORTER, AGED, LOFTY], cost, 0.25) == 2
    assert readable_edits(PARSED, [LOFTY, SHORTER], cost, 0.25) == 0


def test_splits_are_not_priced() -> None:
    split = Edit("split", "labels", (3, 4), cut=3)
    assert readable_edits(PARSED, [split, LOFTY], cost, 0.25) == 1
    assert readable_edits(PARSED, [split], cost, 0.0) == 1
