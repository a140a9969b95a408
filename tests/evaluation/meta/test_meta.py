"""Meta-evaluation: known correlations and tests, the thesis's own cells, and bad ratings."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from seqlab.errors import DataError, UsageError
from seqlab.evaluation.meta import (
    correlate,
    meta_evaluate,
    meta_tables,
    rater_reliability,
    read_metric_values,
    read_ratings,
    selected_references,
    williams_p,
    write_meta_report,
)
from seqlab.evaluation.meta.reliability import weighted_kappa
from seqlab.files import data_folder

HUMAN = data_folder() / "human"
needs_data = pytest.mark.skipif(not HUMAN.is_dir(), reason="needs $SEQLAB_DATA/human")

RATINGS = """item,system,rater,question,score
1,A,x,simplicity,1
1,A,y,simplicity,2
2,A,x,simplicity,3
2,A,y,simplicity,
3,A,x,simplicity,5
3,A,y,simplicity,4
1,B,x,simplicity,2
2,B,x,simplicity,2
3,B,x,simplicity,4
"""
VALUES = """item,system,good,flat
1,A,10,1
2,A,20,1
3,A,40,1
1,B,15,1
2,B,16,1
3,B,30,1
"""


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    ratings, values = tmp_path / "ratings.csv", tmp_path / "values.csv"
    ratings.write_text(RATINGS)
    values.write_text(VALUES)
    return ratings, values


def test_ratings_are_averaged_and_missing_cells_left_out(files: tuple[Path, Path]) -> None:
    scores = read_ratings(files[0]).scores("simplicity")
    assert scores["1", "A"] == 1.5
    assert scores["2", "A"] == 3.0


def test_z_scores_have_mean_zero_by_rater(files: tuple[Path, Path]) -> None:
    scores = read_ratings(files[0]).scores("simplicity", standardised=True)
    assert scores["3", "A"] > 0 > scores["1", "A"]


def test_a_constant_metric_has_no_correlation_and_says_why(files: tuple[Path, Path]) -> None:
    values = read_metric_values(files[1])[""]
    found = meta_evaluate(read_ratings(files[0]), values, split="none", samples=20)
    assert found.table.correlations["good"]["All"].value > 0.9  # type: ignore[operator]
    flat = found.table.correlations["flat"]["All"]
    assert flat.value is None
    assert "all 1" in flat.reason
    assert "nan" not in meta_tables(found).lower()


def test_the_report_is_one_page_with_pictures(files: tuple[Path, Path], tmp_path: Path) -> None:
    ratings = read_ratings(files[0])
    found = meta_evaluate(ratings, read_metric_values(files[1])[""], split="none", samples=5)
    write_meta_report([found], [rater_reliability(ratings, "simplicity", 5)], tmp_path / "r.html")
    text = (tmp_path / "r.html").read_text()
    assert "data:image/png" in text
    assert "Agreement of raters" in text


def test_williams_agrees_with_a_published_calculation() -> None:
    # By hand: the determinant is 0.62, t is 0.89 with 100 degrees of freedom.
    assert williams_p(0.5, 0.4, 0.1, 103) == pytest.approx(0.187, abs=0.02)
    assert williams_p(0.4, 0.5, 0.1, 103) == pytest.approx(1 - williams_p(0.5, 0.4, 0.1, 103))
    assert williams_p(0.6, 0.3, 0.8, 600) < 0.001


def test_weighted_kappa_is_scikit_learns() -> None:
    from sklearn.metrics import cohen_kappa_score

    draw = np.random.default_rng(1)
    first, second = draw.integers(0, 5, 50), draw.integers(0, 5, 50)
    expected = cohen_kappa_score(first, second, weights="quadratic", labels=range(5))
    assert weighted_kappa(first, second, 5) == pytest.approx(expected)
    assert weighted_kappa(np.zeros(5, dtype=int), np.zeros(5, dtype=int), 5) is None


def test_one_rater_has_no_agreement(tmp_path: Path) -> None:
    path = tmp_path / "one.csv"
    path.write_text("item,system,score\n1,A,1\n2,A,2\n3,A,3\n")
    found = rater_reliability(read_ratings(path), "score")
    assert found.simulated is None
    assert found.reason == "1 rater"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        ("item,score\n1,2\n", "no column 'system'"),
        ("item,system,score\n1,A,high\n", "line 2: score is no number"),
        ("item,system,score\n1,,3\n", "item or system is empty"),
        ("item,system,score\n1,A,\n", "no ratings"),
        ("item,system,score\n1,A,3,4\n", "more cells than the header"),
    ],
)
def test_bad_ratings_are_named(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(text)
    with pytest.raises(DataError, match=said):
        read_ratings(path)


def test_values_of_other_outputs_are_refused(files: tuple[Path, Path]) -> None:
    with pytest.raises(UsageError, match="named alike"):
        meta_evaluate(read_ratings(files[0]), {"m": {("9", "Z"): 1.0}})


def test_too_few_outputs_are_said() -> None:
    assert "too few outputs (2)" in correlate(np.array([1.0, 2.0]), np.array([1.0, 2.0])).reason


def test_references_are_selected_by_operation() -> None:
    by_set = {
        "asset": {"m": {("1", "A"): 1.0, ("2", "A"): 1.0, ("3", "A"): 1.0}},
        "turk": {"m": {("1", "A"): 2.0, ("2", "A"): 2.0, ("3", "A"): 2.0}},
        "hsplit": {"m": {("1", "A"): 3.0, ("2", "A"): 3.0, ("3", "A"): 3.0}},
    }
    done = {("1", "A"): "split", ("2", "A"): "lexical", ("3", "A"): "mixed"}
    assert list(selected_references(by_set, done, ["m"])["m"].values()) == [3.0, 2.0, 1.0]


@needs_data
def test_the_thesis_cells_come_out() -> None:
    ratings = read_ratings("simplicity-da")
    values = read_metric_values(HUMAN / "metrics_simplicity_DA.csv.gz")["asset"]
    found = meta_evaluate(ratings, values, "simplicity", samples=0).table.correlations
    precision = found["bertscore_P"]
    # Table 5.1.
    assert [round(precision[g].value, 3) for g in ("Low", "High", "All")] == [0.512, 0.287, 0.617]  # type: ignore[arg-type]
    by_type = meta_evaluate(ratings, values, "simplicity", "type", samples=0).table.correlations
    # Table 5.7.
    assert round(by_type["sari"]["NeuralSeq2Seq"].value, 3) == 0.310  # type: ignore[arg-type]


@needs_data
def test_raters_agree_as_the_thesis_says() -> None:
    # Section 5.2.3: 0.533 ± 0.023; section 5.2.2: 0.48.
    direct = rater_reliability(read_ratings("simplicity-da"), "simplicity", 100)
    assert direct.simulated is not None
    assert direct.simulated[0] == pytest.approx(0.533, abs=0.01)
    structural = read_ratings("structural-simplicity")
    found = rater_reliability(structural, "structural simplicity", 5)
    assert found.pairwise == pytest.approx(0.48, abs=0.005)


@needs_data
def test_simplicity_gain_says_that_it_is_not_public() -> None:
    with pytest.raises(DataError, match="not public"):
        read_ratings("simplicity-gain")
