"""Prediction: any tokens, any order, any number."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from seqlab.errors import UsageError
from seqlab.tagger import LabelledSentence, Tagger
from seqlab.tagger.tagger import CHUNK


@pytest.fixture(scope="module")
def tagger(trained: Path) -> Tagger:
    return Tagger.load(trained)


def test_labels_come_in_the_order_of_the_sentences(
    tagger: Tagger, sentences: list[LabelledSentence]
) -> None:
    together = list(tagger.predict(sentences))
    assert [len(labels["parity"]) for labels in together] == [len(s.tokens) for s in sentences]
    assert together[:20] == [next(tagger.predict([s.tokens])) for s in sentences[:20]]


def test_probabilities_do_not_depend_on_the_rest_of_the_batch(
    tagger: Tagger, sentences: list[LabelledSentence]
) -> None:
    together = list(tagger.predict_proba(sentences[:40]))
    for sentence, found in zip(sentences, together, strict=False):
        alone = next(tagger.predict_proba([sentence]))
        for head in tagger.heads:
            np.testing.assert_allclose(found[head], alone[head], atol=1e-5)
            np.testing.assert_allclose(found[head].sum(axis=1), 1.0, atol=1e-5)


def test_any_unicode_empty_and_huge_sentences_are_labelled(tagger: Tagger) -> None:
    odd = [[], [""], ["\u2028", "\x00", "💥" * 500, "\ud800", "א", "a\nb"], ["ba"] * 5000]
    for sentence, labels in zip(odd, tagger.predict(odd), strict=True):
        assert all(len(of_head) == len(sentence) for of_head in labels.values())
    for sentence, shares in zip(odd, tagger.predict_proba(odd), strict=True):
        assert shares["after_odd"].shape == (len(sentence), 2)
        assert np.isfinite(shares["after_odd"]).all()


def test_a_stream_without_end_is_labelled_as_it_comes(tagger: Tagger) -> None:
    taken = 0

    def endless() -> object:
        nonlocal taken
        while True:
            taken += 1
            yield ["ba", "be"]

    assert len(list(islice(tagger.predict(endless()), 10))) == 10
    assert taken == CHUNK


def test_thresholds_decide_what_is_chosen(trained: Path) -> None:
    sentence = [["ba", "bb", "da"]]
    common, rare = Tagger.load(trained).labels["parity"]
    eager = Tagger.load(trained, thresholds={"parity": {rare: 0.0}})
    shy = Tagger.load(trained, thresholds={"parity": {rare: 1.1}})
    assert set(next(eager.predict(sentence))["parity"]) == {rare}
    assert set(next(shy.predict(sentence))["parity"]) == {common}


def test_thresholds_of_what_the_model_does_not_have_are_refused(trained: Path) -> None:
    with pytest.raises(UsageError, match="no label 'Z' of the head 'parity'; known: "):
        Tagger.load(trained, thresholds={"parity": {"Z": 0.5}})
    with pytest.raises(UsageError, match="no head 'colour' in the model"):
        Tagger.load(trained, thresholds={"colour": {"red": 0.5}})


def test_only_the_heads_asked_for_are_computed(tagger: Tagger) -> None:
    assert list(next(tagger.predict([["ba"]], heads=["parity"]))) == ["parity"]
    with pytest.raises(UsageError, match="no head 'colour' in the model; known: after_odd, parity"):
        tagger.predict([["ba"]], heads=["colour"])


def test_text_instead_of_tokens_is_refused(tagger: Tagger) -> None:
    with pytest.raises(UsageError, match="must be a list of tokens"):
        next(tagger.predict(["a text"]))
