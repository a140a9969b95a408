"""Whatever a variant reads and predicts, it is judged on the same words by the same labels."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from seqlab.model_folder import Decisions, WordTagger, load_word_tagger, word_label
from seqlab.tagger import (
    STATES,
    LabelledSentence,
    ModelOptions,
    Tagger,
    TrainingOptions,
    train_tagger,
)
from seqlab.training.stages.pairs import of_share


@pytest.mark.parametrize(
    ("label", "word"),
    [("C", "C"), ("D", "D"), ("R", "R"), ("M", "C"), ("O", "C"), ("B-D", "D"), ("I-DC", "D")],
)
def test_labels_of_every_set_stand_for_word_labels(label: str, word: str) -> None:
    assert word_label(label) == word


@pytest.fixture(scope="module")
def phrases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tagger with phrase labels that deletes `very` and knows the placeholder of a person."""
    folder = tmp_path_factory.mktemp("model")
    words = {"very": "B-D", "PERSON@1": "B-D", "NAME@1": "B-D", "good": "O", "was": "O"}
    rows = [(a, b, c) for a in words for b in words for c in words]
    sentences = [
        LabelledSentence(row, {"operation": tuple(words[word] for word in row)}) for row in rows
    ]
    model = ModelOptions(word_dim=16, hidden=16, char_dim=0, dropout=0.0, word_dropout=0.0)
    options = TrainingOptions(epochs=6, accelerator="cpu", learning_rate=2e-2)
    train_tagger(sentences, sentences, folder, model, options)
    return folder


def test_phrase_labels_become_probabilities_of_word_labels(phrases: Path) -> None:
    tagger = load_word_tagger(phrases, Decisions(), device="cpu")
    assert tagger.labels == {"operation": ("C", "D", "R")}
    (found,) = tagger.predict_proba([["very", "good"]])
    assert found["operation"].shape == (2, 3)
    assert np.allclose(found["operation"].sum(axis=1), 1)
    assert list(tagger.predict([["very", "good"]])) == [{"operation": ("D", "C")}]
    # The simplifier asks every tagger for the vectors behind the labels, or not, by name.
    (same,) = tagger.predict_proba([["very", "good"]], states=False)
    assert set(same) == {"operation"}
    (told,) = tagger.predict_proba([["very", "good"]], states=True)
    assert len(told[STATES]) == 2


def test_a_tagger_of_the_usual_labels_is_not_wrapped(tmp_path: Path) -> None:
    rows = [("very", "good", "was")] * 8
    sentences = [LabelledSentence(row, {"operation": ("D", "C", "R")}) for row in rows]
    options = TrainingOptions(epochs=1, accelerator="cpu")
    train_tagger(sentences, sentences, tmp_path, ModelOptions(word_dim=4, hidden=4), options)
    assert isinstance(load_word_tagger(tmp_path, Decisions(), device="cpu"), Tagger)
    assert isinstance(load_word_tagger(tmp_path, Decisions(bias=1.0), device="cpu"), WordTagger)


def test_a_bias_changes_more(phrases: Path) -> None:
    eager = load_word_tagger(phrases, Decisions(thresholds=False, bias=100.0), device="cpu")
    assert list(eager.predict([["very", "good"]])) == [{"operation": ("D", "D")}]


def test_a_placeholder_speaks_for_all_words_of_a_name(phrases: Path) -> None:
    tagger = load_word_tagger(phrases, Decisions(entities=True), device="cpu")
    (labels,) = tagger.predict([["was", "Angela", "Merkel", "good"]])
    assert labels["operation"] == ("C", "D", "D", "C")


def test_a_larger_share_holds_the_smaller_one() -> None:
    documents = [f"article {number}" for number in range(20)]
    quarter, half = (of_share(documents, share) for share in (0.25, 0.5))
    assert (len(quarter), len(half), len(of_share(documents, 1.0))) == (5, 10, 20)
    assert set(quarter) < set(half)
