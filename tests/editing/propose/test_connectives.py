"""Words that join a sentence to the one before."""

from __future__ import annotations

import pytest
from bracketed import parsed

from seqlab.editing import apply_edits, connectives

TREE = "(ROOT (S (ADVP (RB However)) (, ,) {} (. .)))"


@pytest.mark.parametrize(
    ("rest", "after"),
    [
        ("(NP (DT the) (NN plan)) (VP (VBD failed))", "But the plan failed."),
        # Not a statement, or one that opens with a clause of its own.
        ("(NP (DT the) (JJ new) (NN plan))", None),
        ("(SBAR (WHADVP (WRB when)) (S (NP (PRP he)) (VP (VBD came))))", None),
    ],
)
def test_however_becomes_but_before_a_statement(rest: str, after: str | None) -> None:
    sentence = parsed(TREE.format(rest))
    edits = list(connectives(sentence))
    texts = apply_edits(sentence.tokens, edits, sentence.tags)
    assert texts == [after] if after else not edits
