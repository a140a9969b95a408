"""Quality estimation: the paper's features by hand, sensible orders, bad input."""

from __future__ import annotations

import random
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from seqlab.errors import DataError, UsageError
from seqlab.files import data_folder
from seqlab.quality import QualityEstimator, RatedPair, read_rated
from seqlab.quality.alignment_features import (
    alignment_features,
    hungarian_similarity,
    word_movers_distance,
)
from seqlab.quality.classifiers import accuracy, mean_absolute_error, settings, weighted_f
from seqlab.quality.corruption import FAULTS, corrupted
from seqlab.quality.tag_model import TagModel

SOURCE = "The physician will commence therapy subsequent to the examination of the patient."
GOOD = "The doctor will start therapy after examining the patient."
BROKEN = "The doctor start will after the of."


class Words:
    """Two-dimensional vectors, so that every feature can be worked out by hand."""

    known: ClassVar = {"a": (1.0, 0.0), "b": (0.0, 1.0), "c": (1.0, 0.0)}

    def vectors(self, words: list[str]) -> np.ndarray:
        return np.array([self.known[word] for word in words], dtype=np.float32).reshape(-1, 2)

    def are_paraphrases(self, first: str, second: str) -> bool:
        return {first, second} == {"a", "c"}


def test_the_features_of_the_paper_by_hand() -> None:
    found, difference = alignment_features(["a", "b"], ["c"], Words())  # type: ignore[arg-type]
    assert found["AES"] == pytest.approx(1 / np.sqrt(2))
    assert found["AAS"] == pytest.approx(0.5)
    assert found["MAS(original, simple)"] == pytest.approx(0.5)
    assert found["MAS(simple, original)"] == pytest.approx(1.0)
    assert found["HAS"] == pytest.approx(1.0)
    # Half the weight stays, half goes from b to c, whose vectors are √2 apart.
    assert found["WMD"] == pytest.approx(np.sqrt(2) / 2, abs=1e-5)
    assert found["PAS"] == pytest.approx(2 / 3)
    assert difference.tolist() == [-0.5, 0.5]


def test_empty_sides_have_features() -> None:
    found, _ = alignment_features(["a"], [], Words())  # type: ignore[arg-type]
    assert all(np.isfinite(value) for value in found.values())
    assert hungarian_similarity(np.eye(3, dtype=np.float32)) == 1.0
    assert word_movers_distance(["a", "b"], ["b", "a"], Words()) == pytest.approx(0, abs=1e-6)  # type: ignore[arg-type]


def test_measures_of_the_paper() -> None:
    labels, found = np.array([2, 2, 1, 0]), np.array([2, 0, 1, 0])
    assert accuracy(labels, found) == 75
    assert mean_absolute_error(labels, found) == 25
    assert 0 < weighted_f(labels, found) < 100
    assert len(settings("SVM")) == 9
    assert len(settings("RandForest")) == 125


def test_corruption_costs_grammar_and_keeps_its_seed() -> None:
    tokens = SOURCE.split()
    first = corrupted(tokens, 3, ["pool"], random.Random(1))
    assert first == corrupted(tokens, 3, ["pool"], random.Random(1))
    assert first[1] < 1
    assert corrupted(tokens, 0, ["pool"], random.Random(1)) == (tokens, 1.0, 1.0)


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_changes_the_words_and_costs_something(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("seqlab.quality.corruption.FAULTS", (fault,))
    text = "The patient was seen by a doctor after the long test , and she had slept ."
    tokens = text.split()
    seeds = [corrupted(tokens, 1, ["pool"], random.Random(seed)) for seed in range(8)]
    changed = [(words, grammar) for words, grammar, _ in seeds if words != tokens]
    assert changed
    assert all(grammar < 1 for _, grammar in changed)
    assert all(0 <= meaning <= 1 for _, _, meaning in seeds)


def test_usual_tags_cost_less_than_unusual_ones_and_the_model_comes_back() -> None:
    usual = ["DT", "NN", "VBD", "."]
    model = TagModel.fit([usual] * 20 + [["PRP", "VBD", "DT", "NN", "."]] * 20)
    assert len(model.costs(usual)) == len(usual) + 1
    assert model.costs(usual).max() < model.costs(["DT", "IN", ".", "DT"]).min() + 1
    assert model.costs(usual).mean() < model.costs(["NN", "DT", "DT", "VBD"]).mean()
    again = TagModel.from_arrays(*model.to_arrays())
    assert again.counts == model.counts
    assert np.isfinite(TagModel({}).costs(usual)).all()


def test_a_tag_model_whose_parts_do_not_fit_is_refused() -> None:
    names, arrays = TagModel.fit([["DT", "NN"]]).to_arrays()
    with pytest.raises(ValueError, match="without a name"):
        TagModel.from_arrays(names[:1], arrays)
    with pytest.raises(ValueError, match="do not fit"):
        TagModel.from_arrays(names, {**arrays, "counts": arrays["counts"][:1]})


@pytest.fixture(scope="module")
def estimator() -> QualityEstimator:
    return QualityEstimator.load()


def test_good_is_better_than_broken(estimator: QualityEstimator) -> None:
    good, broken, other = estimator.predict(
        [(SOURCE, GOOD), (SOURCE, BROKEN), (SOURCE, "Cats like warm milk in the evening.")]
    )
    assert good.grammaticality > broken.grammaticality
    assert good.meaning > other.meaning
    assert good.overall > max(broken.overall, other.overall)
    for one in (good, broken, other):
        assert all(0 <= value <= 1 for value in one.to_json().values())


def test_empty_outputs_and_copies(estimator: QualityEstimator) -> None:
    empty, copy, easier = estimator.predict([(SOURCE, ""), (SOURCE, SOURCE), (SOURCE, GOOD)])
    assert set(empty.to_json().values()) == {0.0}
    assert copy.meaning == 1.0
    assert copy.simplicity < easier.simplicity


def test_any_unicode_is_estimated(estimator: QualityEstimator) -> None:
    for text in ("🙂 x", "Привет мир", "a" * 3000, "x\ud800", "1"):
        [found] = estimator.predict([("The source is here.", text)])
        assert 0 <= found.overall <= 1


def test_order_and_batches_do_not_matter(estimator: QualityEstimator) -> None:
    pairs = [(SOURCE, GOOD), (SOURCE, BROKEN)]
    forward, backward = estimator.predict(pairs), estimator.predict(pairs[::-1])
    assert forward[0].meaning == pytest.approx(backward[1].meaning, abs=0.02)
    assert estimator.predict([]) == []


@pytest.mark.parametrize("pair", ["a text", ("one",), (SOURCE, 3), ("", GOOD)])
def test_wrong_pairs_are_named(estimator: QualityEstimator, pair: object) -> None:
    with pytest.raises(UsageError, match="pair 1"):
        estimator.predict([pair])  # type: ignore[list-item]


def test_a_missing_or_altered_model_is_named(estimator: QualityEstimator, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no model folder"):
        QualityEstimator.load(tmp_path / "none")
    estimator.save(tmp_path / "own")
    (tmp_path / "own" / "quality.json").write_text("{}")
    with pytest.raises(DataError):
        QualityEstimator.load(tmp_path / "own")


@pytest.mark.skipif(not (data_folder() / "qats").is_dir(), reason="needs $SEQLAB_DATA/qats")
def test_the_shipped_model_agrees_with_people(estimator: QualityEstimator) -> None:
    pairs: list[RatedPair] = read_rated("qats")[::4]
    found = estimator.predict([(pair.original, pair.output) for pair in pairs])
    for aspect, least in (("grammaticality", 0.2), ("meaning", 0.4), ("simplicity", 0.25)):
        own = [getattr(one, aspect) for one in found]
        people = [pair.ratings[aspect] for pair in pairs]
        assert np.corrcoef(own, people)[0, 1] > least


def test_bad_rated_files_are_named(tmp_path: Path) -> None:
    (tmp_path / "qats").mkdir()
    (tmp_path / "qats" / "train.tsv").write_text("Original\tSimplified\tG\na\tb\tgreat\n")
    with pytest.raises(DataError, match="line 2"):
        read_rated("qats", tmp_path)
    with pytest.raises(UsageError, match="no rated set"):
        read_rated("other")
