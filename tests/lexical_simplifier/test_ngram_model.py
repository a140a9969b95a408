"""The n-gram model: counts, scores, and the small form in which it is stored."""

from __future__ import annotations

import numpy as np
import pytest

from lexical_simplifier import NGramModel
from lexical_simplifier.resources.ngrams import normal_form

TEXT = ["the cat sat on the mat .", "the dog sat on the rug .", "a cat sat there ."] * 20


@pytest.fixture(scope="module")
def model() -> NGramModel:
    return NGramModel.count((line.split() for line in TEXT), minimum=(1, 1, 1))


def test_counts_come_back_within_five_per_cent(model: NGramModel) -> None:
    assert model.counts(model.hashes(["cat"]))[0] == pytest.approx(40, rel=0.05)
    pair = model.counts(model.hashes(["sat"]), model.hashes(["on"]))
    assert pair[0] == pytest.approx(40, rel=0.05)
    assert model.counts(model.hashes(["on"]), model.hashes(["sat"]))[0] == 0


def test_usual_sentences_cost_less_than_scrambled_ones(model: NGramModel) -> None:
    usual = model.sentence_cost(["the", "cat", "sat", "on", "the", "rug", "."])
    assert usual < model.sentence_cost(["rug", "the", "on", "sat", "cat", "the", "."])


def test_the_word_that_was_seen_fits_its_gap_best(model: NGramModel) -> None:
    fillings = [["sat"], ["mat"], ["unseen"]]
    scores = model.window_scores(["the", "cat", "sat", "on", "the", "mat", "."], 2, 3, fillings)
    assert int(np.argmax(scores)) == 0


def test_stored_and_read_back_it_scores_the_same(model: NGramModel) -> None:
    again = NGramModel.from_arrays(model.to_arrays())
    sentence = ["a", "dog", "sat", "on", "the", "mat", "."]
    assert again.sentence_cost(sentence) == model.sentence_cost(sentence)
    assert len(again) == len(model)


def test_an_empty_sentence_has_a_cost(model: NGramModel) -> None:
    assert model.sentence_cost([]) > 0


@pytest.mark.parametrize(
    ("token", "form"), [("The", "the"), ("1,000", "<num>"), ("``", '"'), ("-LRB-", "(")]
)
def test_tokens_are_counted_in_normal_form(token: str, form: str) -> None:
    assert normal_form(token) == form
