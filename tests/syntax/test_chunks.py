"""Base chunks, worked by hand after the examples of the CoNLL-2000 shared task."""

from __future__ import annotations

import pytest

from seqlab.syntax import Tree, chunks

CASES = {
    "verbs and infinitives form one chunk with the adverbs between": (
        "(S (NP (PRP It)) (VP (VBZ is) (ADVP (RB widely)) (VP (VBN expected) (S (VP (TO to)"
        " (VP (VB take) (NP (DT another) (NN dive))))))) (. .))",
        "B-NP B-VP I-VP I-VP I-VP I-VP B-NP I-NP O",
    ),
    "prepositions stand alone": (
        "(NP (NP (DT the) (NN deficit)) (PP (IN of) (NP (QP (RB only) (CD 1.8)) (NNS euros))))",
        "B-NP I-NP B-PP B-NP I-NP I-NP",
    ),
    "a possessive begins the next noun chunk": (
        "(NP (NP (DT the) (NN man) (POS 's)) (JJ old) (NN hat))",
        "B-NP I-NP B-NP I-NP I-NP",
    ),
    "so it does in a flat phrase": (
        "(NP (NNP Mary) (POS 's) (NN dog))",
        "B-NP B-NP I-NP",
    ),
    "a subordinator is a chunk, a relative pronoun a noun chunk": (
        "(NP (NP (NN proof)) (SBAR (IN that) (S (NP (NNS men) (SBAR (WHNP (WP who))"
        " (S (VP (VBP lie))))) (VP (VBP fail)))))",
        "B-NP B-SBAR B-NP B-NP B-VP B-VP",
    ),
    "conjoined words share a chunk, conjoined phrases do not": (
        "(NP (NP (NNS cats) (CC and) (NNS dogs)) (, ,) (CC or) (NP (DT a) (NN cow)))",
        "B-NP I-NP I-NP O O B-NP I-NP",
    ),
    "quotes at the edge are outside, inside they stay": (
        "(NP (`` “) (JJ big) ('' ”) (NN deal) ('' ”))",
        "O B-NP I-NP I-NP O",
    ),
    "particles, adverbs, predicates": (
        "(S (ADVP (RB Then)) (NP (PRP he)) (VP (VBD gave) (PRT (RP up))"
        " (ADJP (RB very) (JJ sad))))",
        "B-ADVP B-NP B-VP B-PRT B-ADJP I-ADJP",
    ),
    "an inverted auxiliary": (
        "(SQ (VBD Did) (RB n't) (NP (PRP he)) (VP (VB go)) (. ?))",
        "B-VP I-VP B-NP B-VP O",
    ),
    "a conjunction phrase": (
        "(NP (NP (NN tea)) (CONJP (RB as) (RB well) (IN as)) (NP (NN milk)))",
        "B-NP B-CONJP I-CONJP I-CONJP B-NP",
    ),
    "a date is one chunk": (
        "(NP (NNP April) (CD 13) (, ,) (CD 2011) (. .))",
        "B-NP I-NP I-NP I-NP O",
    ),
}


@pytest.mark.parametrize("rule", CASES)
def test_chunk_rules(rule: str) -> None:
    tree, expected = CASES[rule]
    assert chunks(Tree.parse(tree)) == expected.split()


def test_no_words_no_chunks() -> None:
    assert chunks(Tree("ROOT")) == []
