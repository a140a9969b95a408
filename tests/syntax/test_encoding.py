"""Trees become one label per token and come back; any labels give a tree."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from seqlab.syntax import Tree
from seqlab.syntax.backends.embedded import TreeLabels, decode, encode
from seqlab.syntax.backends.file_backend import read_trees

DOG = Tree.parse(
    "(ROOT (S (NP (DT The) (JJ old) (NN dog)) (VP (VBD slept) (ADVP (RB well))) (. .)))"
)


def test_labels_worked_by_hand() -> None:
    # The–old and old–dog share S and NP; dog–slept only S; slept–well S and VP; well–. only S.
    labels = encode(DOG)
    assert labels.depths == (2, 2, 1, 2, 1)
    assert labels.levels == (2, 0, -1, 1, -1)
    assert labels.constituents == ("NP", "NP", "S", "VP", "S", "-")
    assert labels.unaries == ("-", "-", "-", "-", "ADVP", "-")


def test_chains_of_one_child_collapse() -> None:
    tree = Tree.parse("(ROOT (S (VP (VB Go) (NP (NP (NN home))))))")
    labels = encode(tree)
    assert labels.constituents == ("S+VP", "-")
    assert labels.unaries == ("-", "NP+NP")
    assert decode(["Go", "home"], ["VB", "NN"], labels) == tree


def test_one_word_and_none() -> None:
    tree = Tree.parse("(ROOT (FRAG (NP (NN Rain))))")
    assert decode(["Rain"], ["NN"], encode(tree)) == tree
    assert decode([], [], encode(Tree("ROOT"))) == Tree("ROOT")


def test_real_trees_come_back_as_they_were(data_dir: Path) -> None:
    trees = read_trees(data_dir / "treebanks" / "gum" / "news_nasa.ptb")
    assert len(trees) > 10
    for tree in trees:
        assert decode(tree.leaves(), tree.tags(), encode(tree)) == tree


def test_disagreement_on_a_label_is_put_to_the_vote() -> None:
    labels = TreeLabels((1, 1, 1), ("VP", "NP", "NP", "-"), ("-",) * 4)
    assert str(decode(["a", "b", "c", "d"], ["NN"] * 4, labels)).startswith("(ROOT (NP (NN a)")


def test_a_constituent_nobody_names_is_left_out() -> None:
    labels = TreeLabels((3, 1), ("NP", "S", "-"), ("-",) * 3)
    assert (
        str(decode(["a", "b", "c"], ["NN"] * 3, labels)) == "(ROOT (S (NP (NN a) (NN b)) (NN c)))"
    )


names = st.sampled_from(["-", "NP", "S+VP", "VP", "S"])


@given(
    st.lists(st.tuples(st.text(min_size=1), st.integers(-9, 12), names, names), max_size=40),
)
def test_any_labels_decode_into_a_tree_over_exactly_the_tokens(
    rows: list[tuple[str, int, str, str]],
) -> None:
    words = [row[0] for row in rows]
    labels = TreeLabels(
        tuple(row[1] for row in rows[:-1]),
        tuple(row[2] for row in rows),
        tuple(row[3] for row in rows),
    )
    tree = decode(words, ["NN"] * len(words), labels)
    assert tree.leaves() == words
    assert [token.span[0] for token in tree.tokens()] == list(range(len(words)))
    # What was decoded is a tree like any other: its own labels give it back.
    assert decode(words, tree.tags(), encode(tree)) == tree
