"""SAMSA's own examples, with trees written by hand in place of UCCA."""

from __future__ import annotations

import pytest

from seqlab.evaluation import MeanOf, Samsa, Sari
from seqlab.evaluation.metrics.samsa import samsa
from seqlab.evaluation.metrics.scenes import Scene, scenes
from seqlab.syntax import Analysis, Tree

CALL = (
    "(S (NP (NNP John)) (VP (VP (VBD got) (ADVP (RB home))) (CC and) "
    "(VP (VBD gave) (NP (NNP Mary)) (NP (DT a) (NN call)))) (. .))"
)
BOOK = (
    "(S (NP (PRP I)) (VP (VBP read) (NP (NP (DT the) (NN book)) (SBAR (WHNP (WDT that)) "
    "(S (NP (NNP John)) (VP (VBD wrote)))))) (. .))"
)


class Trees:
    """A parser that knows the trees it was given."""

    def __init__(self, *trees: str) -> None:
        parsed = [Tree.parse(tree) for tree in trees]
        self.trees = {tuple(tree.leaves()): tree for tree in parsed}

    def analyse(self, sentences):
        for tokens in sentences:
            yield Analysis(tuple(tokens), (), (), (), self.trees[tuple(tokens)], ())


def test_joined_verb_phrases_are_two_scenes_with_one_subject() -> None:
    first, second = scenes(Tree.parse(CALL))
    assert (first.relation, first.participants) == (1, (0,))
    assert (second.relation, second.participants) == (4, (0, 5, 7))


def test_a_relative_clause_is_a_scene() -> None:
    first, second = scenes(Tree.parse(BOOK))
    assert (first.relation, second.relation) == (1, 6)


def test_after_be_the_predicate_is_the_relation() -> None:
    tree = "(S (NP (DT The) (NN park)) (VP (VBZ is) (ADJP (RB very) (JJ big))) (. .))"
    [scene] = scenes(Tree.parse(tree))
    assert (scene.relation, scene.participants) == (4, (1,))


def test_one_scene_a_sentence_is_best_and_not_splitting_is_penalised() -> None:
    original = "John got home and gave Mary a call."
    metric = Samsa(Trees(CALL), aligner="exact")
    split = float(metric.sentence(original, "John got home. John gave Mary a call."))
    whole = float(metric.sentence(original, original))
    assert split > whole
    assert whole == pytest.approx(50)
    ablated = Samsa(Trees(CALL), aligner="exact", penalty=False)
    assert float(ablated.sentence(original, original)) == pytest.approx(100)


def test_more_sentences_than_scenes_score_zero() -> None:
    metric = Samsa(Trees(CALL), aligner="exact")
    assert float(metric.sentence("John got home and gave Mary a call.", "John. Got. Home.")) == 0


def test_the_formula_by_hand() -> None:
    found = [Scene(frozenset({0, 1, 2}), 1, (0, 2)), Scene(frozenset({3, 4}), 3, (4,))]
    links = {(0, 0), (1, 1), (3, 2), (4, 0)}
    # First scene: relation and one of two participants; second: relation, not its participant.
    assert samsa(found, links, [2, 1], penalty=False) == pytest.approx((1 + 0.5 + 1 + 0) / 4)


def test_the_name_says_that_it_is_an_approximation() -> None:
    signature = str(Samsa(Trees(), aligner="exact").signature(0))
    assert signature.startswith("SAMSA/clauses|scenes:clauses|syntax:Trees|aligner:exact")


def test_mean_with_sari_has_both_parts() -> None:
    original, output = "John got home and gave Mary a call.", "John got home. John called Mary."
    both = MeanOf(Sari(), Samsa(Trees(CALL), aligner="exact"), "geometric")
    score = both.sentence(original, output, [output])
    assert set(score.parts) == {"SARI", "SAMSA/clauses"}
    assert float(score) == pytest.approx(
        (score.parts["SARI"] * score.parts["SAMSA/clauses"]) ** 0.5
    )
