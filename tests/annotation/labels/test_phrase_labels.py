"""Phrase-level operations (thesis Algorithm 3, Figure 3.2)."""

from __future__ import annotations

import pytest

from seqlab.annotation import AnnotationOptions, phrase_labels
from seqlab.syntax import Tree

HOLDINGS = Tree.parse(
    "(ROOT (NP (NP (NNS holdings)) (, ,) (NP (NP (NP (DT the) (NN company) (POS 's)) (JJ only)"
    " (NNS properties)) (PP (IN outside) (NP (DT the) (NNP United) (NNPS States)))) (. .)))"
)
CANVAS = Tree.parse(
    "(ROOT (S (SBAR (WHADVP (WRB when)) (S (NP (PRP he)) (VP (VBD painted) (PP (IN on)"
    " (NP (DT a) (NN canvas)))))) (, ,) (NP (PRP he)) (VP (VBD painted) (NP (JJ life-size)"
    " (NNS works))) (. .)))"
)
BEFORE = Tree.parse(
    "(ROOT (S (ADVP (RB before)) (, ,) (NP (PRP he)) (VP (VBD had) (VP (VBN been) (VP"
    " (VBG creating) (NP (JJ life-size) (NNS works))))) (. .)))"
)


def test_figure_3_2_a_deleted_chunks() -> None:
    # holdings , | the company | 's only properties | outside | the United States | .
    found = phrase_labels("C" + "D" * 10 + "C", [HOLDINGS])
    assert " ".join(found) == "O B-D B-D I-D B-D I-D I-D B-D B-D I-D I-D O"


def test_figure_3_2_b_a_deleted_clause_and_added_words() -> None:
    source = phrase_labels("DDDDDDDCRCCC", [CANVAS])
    assert " ".join(source) == "B-DC I-DC I-DC I-DC I-DC I-DC B-D O B-R O O O"
    target = phrase_labels("AACAACCCC", [BEFORE])
    assert " ".join(target) == "B-A B-A O B-A B-A O O O O"


def test_three_quarters_of_a_clause_carry_the_rest_along() -> None:
    almost = "DDDDDC" + "DCRCCC"
    assert phrase_labels(almost, [CANVAS])[:6] == ("B-DC", *["I-DC"] * 5)
    strict = AnnotationOptions(majority=1.0)
    assert "B-DC" not in phrase_labels(almost, [CANVAS], strict)


def test_without_unit_labels_only_chunks_are_units() -> None:
    found = phrase_labels("DDDDDDDCRCCC", [CANVAS], AnnotationOptions(unit_labels=False))
    assert " ".join(found) == "B-D B-D B-D B-D B-D I-D B-D O B-R O O O"


def test_the_main_clause_is_a_unit_only_when_all_of_it_goes() -> None:
    assert phrase_labels("DDDDDDDDDDCD", [CANVAS])[7] == "B-D"
    assert phrase_labels("D" * 12, [CANVAS]) == ("B-DC", *["I-DC"] * 11)


def test_each_sentence_of_a_side_has_its_own_tree() -> None:
    found = phrase_labels("C" * 9 + "D" * 6 + "DCRCCC", [BEFORE, CANVAS])
    assert found[9:15] == ("B-DC", *["I-DC"] * 5)


def test_labels_and_trees_must_agree() -> None:
    with pytest.raises(ValueError, match="trees do not cover"):
        phrase_labels("CC", [CANVAS])
