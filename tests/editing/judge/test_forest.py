"""Trees as arrays give what the trainer gives."""

import numpy as np
import pytest

from seqlab.editing.judge import Curve, Forest, calibration_error, fit_curve, forest_of
from seqlab.errors import UsageError


@pytest.fixture(scope="module")
def fitted():
    from sklearn.ensemble import HistGradientBoostingClassifier

    chance = np.random.default_rng(0)
    rows = chance.normal(size=(600, 5)).astype(np.float32)
    rows[chance.random(rows.shape) < 0.2] = np.nan
    right = np.nan_to_num(rows[:, 0]) + np.isnan(rows[:, 1]) > 0.3
    model = HistGradientBoostingClassifier(max_iter=30, random_state=0).fit(rows, right)
    return model, rows, right


def test_predictions_equal_those_of_the_trainer(fitted):
    model, rows, _ = fitted
    assert np.allclose(forest_of(model).predict(rows), model.decision_function(rows), atol=1e-4)


def test_arrays_give_the_same_forest(fitted):
    model, rows, _ = fitted
    forest = forest_of(model)
    again = Forest.from_arrays(forest.to_arrays())
    assert np.array_equal(again.predict(rows), forest.predict(rows))


def test_no_rows_no_scores(fitted):
    model, rows, _ = fitted
    assert len(forest_of(model).predict(rows[:0])) == 0


def test_too_few_features_are_refused(fitted):
    model, rows, _ = fitted
    with pytest.raises(UsageError, match="more than the 1 features"):
        forest_of(model).predict(rows[:, :1])


def test_a_curve_rises_and_calibrates():
    chance = np.random.default_rng(1)
    scores = chance.normal(size=4000) * 2
    # The truth is flatter than the scores say.
    right = chance.random(4000) < 1 / (1 + np.exp(-0.5 * scores))
    curve = fit_curve(scores[:2000], right[:2000])
    assert list(curve.chances) == sorted(curve.chances)
    before = calibration_error(1 / (1 + np.exp(-scores[2000:])), right[2000:])
    after = calibration_error(curve(scores[2000:]), right[2000:])
    assert after < 0.04 < before


def test_a_curve_is_flat_beyond_its_ends():
    curve = Curve((-1.0, 1.0), (0.2, 0.8))
    assert curve(np.array([-9.0, 0.0, 9.0])).tolist() == pytest.approx([0.2, 0.5, 0.8])
