"""Reference-free features on sentences where the answer can be counted by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seqlab.evaluation import FEATURES, features
from seqlab.evaluation.statistics.edit_distance import (
    common_subsequence,
    moved,
    replacements,
    similarity,
)
from seqlab.syntax import Analysis, Tree


def _one(original: str, output: str) -> dict[str, float]:
    return {name: float(values[0]) for name, values in features([original], [output]).items()}


def test_a_copy() -> None:
    found = _one("The cat sat.", "The cat sat.")
    assert found["exact copies"] == 1
    assert found["compression ratio"] == found["Levenshtein similarity"] == 1
    assert found["deletion only"] == found["additions proportion"] == 0


def test_deletion_only() -> None:
    found = _one("The big cat sat on the mat.", "The cat sat.")
    assert found["deletion only"] == 1
    assert found["deletions proportion"] == pytest.approx(4 / 8)
    assert found["compression ratio"] == pytest.approx(12 / 27)


def test_split_and_addition() -> None:
    found = _one("He came and she left.", "He came. Then she left.")
    assert found["sentence splits"] == 1
    # "." and "Then" of seven tokens are new.
    assert found["additions proportion"] == pytest.approx(2 / 7)


def test_reordering() -> None:
    found = _one("In May it rained.", "It rained in May.")
    assert found["reorderings proportion"] == pytest.approx(2 / 5)
    assert found["additions proportion"] == found["deletions proportion"] == 0


def test_simpler_words_lower_the_complexity_ratio() -> None:
    found = _one("They utilized numerous vehicles.", "They used many cars.")
    assert found["lexical complexity ratio"] < 1


def test_replace_only_distance_ignores_length() -> None:
    assert _one("The cat sat on it.", "The cat sat.")["replace-only Levenshtein"] == 0
    assert replacements("kitten", "sitting") == 2
    assert replacements("abc", "xyz") == 3


def test_tree_depths_need_a_parser() -> None:
    assert "tree depth ratio" not in features(["A cat."], ["A cat."])

    class Parser:
        def analyse(self, sentences):
            for tokens in sentences:
                deep = "(S (NP (NN x)) (VP (VB y)))" if len(tokens) > 3 else "(S (NN x))"
                yield Analysis(tuple(tokens), (), (), (), Tree.parse(deep), ())

    found = features(["One two three four."], ["One two."], Parser())
    assert found["tree depth ratio"][0] == pytest.approx(1 / 2)


def test_every_feature_is_explained() -> None:
    assert set(features(["A b."], ["A c."])) | {"tree depth ratio"} == set(FEATURES)


TEXT = st.text(alphabet="abc ", min_size=1, max_size=12)


@settings(max_examples=150, deadline=None)
@given(TEXT, TEXT)
def test_distances_agree_with_the_textbook_table(first: str, second: str) -> None:
    rows, columns = len(first) + 1, len(second) + 1
    common = [[0] * columns for _ in range(rows)]
    cost = [[(i + j, 0) for j in range(columns)] for i in range(rows)]
    for i in range(1, rows):
        for j in range(1, columns):
            same = first[i - 1] == second[j - 1]
            common[i][j] = (
                common[i - 1][j - 1] + 1 if same else max(common[i - 1][j], common[i][j - 1])
            )
            edits, replaced = cost[i - 1][j - 1]
            cost[i][j] = min(
                (edits + (not same), replaced + (not same)),
                (cost[i - 1][j][0] + 1, cost[i - 1][j][1]),
                (cost[i][j - 1][0] + 1, cost[i][j - 1][1]),
            )
    assert common_subsequence(first, second) == common[-1][-1]
    assert similarity(first, second) == pytest.approx(
        2 * common[-1][-1] / (len(first) + len(second))
    )
    assert replacements(first, second) == cost[-1][-1][1]


def test_moved_words_are_shared_but_out_of_order() -> None:
    assert moved(["a", "b", "c"], ["c", "a", "b"]) == 1
    assert moved(["a", "b", "c"], ["a", "c"]) == 0
