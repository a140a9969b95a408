"""Trees are read from brackets, printed as brackets, and know their spans."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seqlab.syntax import Tree, parse_trees

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
