"""Trees read from and printed as brackets; their spans, heads, clauses, ancestors and paths."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seqlab.syntax import (
    Tree,
    ancestors,
    clauses,
    common_ancestor,
    head_word,
    is_finite,
    node_over,
    parse_trees,
    path_between,
)

DOG = "(ROOT (S (NP (DT The) (NN dog)) (VP (VBD barked)) (. .)))"


def test_brackets_read_and_printed() -> None:
    tree = Tree.parse(DOG)
    assert tree.label == "ROOT"
    assert tree.leaves() == ["The", "dog", "barked", "."]
    assert tree.tags() == ["DT", "NN", "VBD", "."]
    assert str(tree) == DOG


def test_spans_are_token_ranges() -> None:
    tree = Tree.parse(DOG)
    assert tree.spans() == [("ROOT", 0, 4), ("S", 0, 4), ("NP", 0, 2), ("VP", 2, 3)]


def test_file_of_trees_over_several_lines_with_an_unlabelled_root() -> None:
    first, second = parse_trees("( (S\n  (NP (NN a))))\n\n(FRAG (NN b)\n (NN c))")
    assert first.label == "ROOT"
    assert second.leaves() == ["b", "c"]
    assert second.span == (0, 2)


def test_brackets_in_words_are_escaped_and_restored() -> None:
    tree = Tree.flat(["(", "a b", ")"], ["-LRB-", "NN", "-RRB-"])
    assert str(tree) == "(ROOT (-LRB- -LRB-) (NN a\u00a0b) (-RRB- -RRB-))"
    assert Tree.parse(str(tree)).leaves()[0] == "("


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(S (NN a)", "not closed"),
        ("(S (NN a)))", "too many"),
        ("(S (NN a b))", "two words"),
        ("a (S (NN a))", "outside"),
        ("", "expected one"),
    ],
)
def test_what_is_no_tree_is_said_so(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Tree.parse(text)


def test_a_tree_deeper_than_the_recursion_limit() -> None:
    tree = Tree.leaf("NN", "deep", 0)
    for _ in range(5000):
        tree = Tree.node("NP", [tree])
    again = Tree.parse(str(tree))
    assert again == tree
    assert hash(again) == hash(tree)
    assert pickle.loads(pickle.dumps(tree)) == tree
    assert len(repr(tree)) < 300


def test_words_can_be_exchanged_for_as_many_others() -> None:
    tree = Tree.parse(DOG).with_words(["A", "cat", "slept", "!"])
    assert str(tree) == "(ROOT (S (NP (DT A) (NN cat)) (VP (VBD slept)) (. !)))"
    with pytest.raises(ValueError, match="2 words for 4"):
        tree.with_words(["A", "cat"])


labels = st.sampled_from(["S", "NP", "VP", "-LRB-"])
words = st.text(st.characters(exclude_categories=["Cs", "Zs", "Cc"]), min_size=1, max_size=5)
nested = st.recursive(
    st.tuples(labels, words),
    lambda children: st.tuples(labels, st.lists(children, min_size=1, max_size=4)),
    max_leaves=12,
)


def build(shape: object, position: list[int]) -> Tree:
    label, below = shape  # type: ignore[misc]
    if isinstance(below, str):
        position[0] += 1
        return Tree.leaf(label, below.replace("B-", "b"), position[0] - 1)
    return Tree.node(label, [build(child, position) for child in below])


@given(nested)
def test_printing_and_reading_give_the_same_tree(shape: object) -> None:
    tree = Tree.node("ROOT", [build(shape, [0])])
    assert Tree.parse(str(tree)) == tree


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
