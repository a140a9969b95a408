"""Scores against counts made by hand."""

from __future__ import annotations

import pytest

from seqlab.syntax import Tree
from seqlab.syntax.training.scores import (
    Score,
    bracket_score,
    chunk_score,
    clause_score,
    iob_spans,
    label_scores,
    tag_score,
)

GOLD = Tree.parse(
    "(ROOT (S (NP (DT The) (NN dog)) (VP (VBD saw) (NP (NP (DT a) (NN man)) (PP (IN in)"
    " (NP (NN town))))) (. .)))"
)
# The preposition is attached to the verb: NP over "a man in town" is lost, the rest is the same.
ATTACHED = Tree.parse(
    "(ROOT (S (NP (DT The) (NN dog)) (VP (VBD saw) (NP (DT a) (NN man)) (PP (IN in)"
    " (NP (NN town)))) (. .)))"
)


def test_brackets_of_a_wrong_attachment() -> None:
    score = bracket_score([GOLD], [ATTACHED])
    assert score == Score(correct=6, predicted=6, gold=7)
    assert score.recall == pytest.approx(6 / 7)
    assert score.f1 == pytest.approx(12 / 13)


def test_the_same_tree_is_perfect() -> None:
    assert bracket_score([GOLD], [GOLD]) == Score(7, 7, 7)


def test_brackets_label_by_label() -> None:
    scores = label_scores([GOLD], [ATTACHED])
    assert scores["NP"] == Score(correct=3, predicted=3, gold=4)
    assert scores["PP"] == Score(1, 1, 1)


def test_punctuation_and_root_do_not_count() -> None:
    gold = Tree.parse("(ROOT (S (NP (NN Rain)) (VP (VBD fell)) (. .)))")
    # The full stop hangs elsewhere, with a wrong tag, and the top is called otherwise.
    other = Tree.parse("(TOP (S (NP (NN Rain)) (VP (VBD fell) (NN .))))")
    assert bracket_score([gold], [other]) == Score(3, 3, 3)


def test_particles_count_as_adverbs() -> None:
    gold = Tree.parse("(ROOT (VP (VB give) (PRT (RP up))))")
    other = Tree.parse("(ROOT (VP (VB give) (ADVP (RB up))))")
    assert bracket_score([gold], [other]) == Score(2, 2, 2)


def test_doubled_constituents_are_counted_as_often_as_they_stand() -> None:
    gold = Tree.parse("(ROOT (NP (NP (NN rain))))")
    other = Tree.parse("(ROOT (NP (NN rain)))")
    assert bracket_score([gold], [other]) == Score(1, 1, 2)


def test_clauses_by_span_only() -> None:
    gold = Tree.parse(
        "(ROOT (S (NP (PRP I)) (VP (VBP know) (SBAR (S (NP (PRP he)) (VP (VBD came)))))))"
    )
    other = Tree.parse(
        "(ROOT (SINV (NP (PRP I)) (VP (VBP know) (NP (PRP he)) (S (VP (VBD came))))))"
    )
    assert clause_score([gold], [other]) == Score(correct=1, predicted=2, gold=2)


def test_chunks_as_conlleval_counts_them() -> None:
    gold = ["B-NP", "I-NP", "B-VP", "O", "B-NP"]
    other = ["B-NP", "I-NP", "I-NP", "O", "B-NP"]
    assert chunk_score([gold], [other]) == Score(correct=1, predicted=2, gold=3)


def test_a_chunk_may_begin_with_inside() -> None:
    assert iob_spans(["O", "I-NP", "I-NP", "I-VP", "B-VP"]) == [
        ("NP", 1, 3),
        ("VP", 3, 4),
        ("VP", 4, 5),
    ]


def test_unknown_tags_do_not_count() -> None:
    assert tag_score([["NN", "_", "VB"]], [["NN", "NN", "NN"]]) == Score(1, 2, 2)


def test_nothing_to_find_and_nothing_found_is_perfect() -> None:
    assert Score().f1 == 1.0
