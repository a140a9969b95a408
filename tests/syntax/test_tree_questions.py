"""Heads, clauses, ancestors and paths: worked by hand on two sentences."""

from __future__ import annotations

import pytest

from seqlab.syntax import (
    Tree,
    ancestors,
    clauses,
    common_ancestor,
    head_word,
    is_finite,
    node_over,
    path_between,
)

SAID = Tree.parse(
    "(ROOT (S (NP (NP (DT The) (NN man)) (PP (IN with) (NP (DT the) (NN hat))))"
    " (VP (VBD said) (SBAR (IN that) (S (NP (PRP he)) (VP (VBD wanted)"
    " (S (VP (TO to) (VP (VB leave)))))))) (. .)))"
)


def test_clauses_outer_before_inner() -> None:
    assert [(clause.label, clause.span) for clause in clauses(SAID)] == [
        ("S", (0, 12)),
        ("SBAR", (6, 11)),
        ("S", (7, 11)),
        ("S", (9, 11)),
    ]


def test_an_infinitive_is_no_finite_clause() -> None:
    assert [is_finite(clause) for clause in clauses(SAID)] == [True, True, True, False]


@pytest.mark.parametrize(
    ("tree", "head"),
    [
        ("(NP (NP (DT the) (NN man)) (PP (IN with) (NP (DT the) (NN hat))))", "man"),
        ("(NP (NP (NNP Mary) (POS 's)) (JJ old) (NN dog))", "dog"),
        ("(NP (NNP Mary) (POS 's))", "Mary"),
        ("(VP (MD will) (VP (VB go)))", "will"),
        ("(VP (VBD ran) (ADVP (RB fast)))", "ran"),
        ("(PP (IN in) (NP (NN town)))", "in"),
        ("(ADJP (RB very) (JJ big))", "big"),
        ("(NP (NNS cats) (CC and) (NNS dogs))", "cats"),
        ("(S (NP (PRP He)) (VP (VBD slept)) (. .))", "slept"),
        ("(NP (DT the) (CD two))", "two"),
        ("(X (. .))", "."),
    ],
)
def test_head_words(tree: str, head: str) -> None:
    assert head_word(Tree.parse(tree)) == head


def test_head_of_an_empty_tree_is_empty() -> None:
    assert head_word(Tree("ROOT")) == ""


def test_ancestors_from_root_to_leaf() -> None:
    assert [node.label for node in ancestors(SAID, 2)] == ["ROOT", "S", "NP", "PP", "IN"]
    with pytest.raises(IndexError, match="no token 40"):
        ancestors(SAID, 40)


def test_path_between_two_tokens() -> None:
    assert [node.label for node in path_between(SAID, 1, 4)] == ["NN", "NP", "NP", "PP", "NP", "NN"]
    assert common_ancestor(SAID, 1, 4).span == (0, 5)
    assert [node.label for node in path_between(SAID, 5, 5)] == ["VBD"]


def test_node_over_a_span_is_the_highest() -> None:
    found = node_over(SAID, 0, 5)
    assert found is not None
    assert found.label == "NP"
    assert node_over(SAID, 1, 4) is None
    one = node_over(SAID, 7, 8)
    assert one is not None
    assert one.label == "NP"
