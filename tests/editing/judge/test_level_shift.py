"""What the easy level adds for deletions."""

import numpy as np
import pytest

from seqlab.editing.judge.fitting import deletion_spans, difference, fit_level_shift, was_deleted
from seqlab.editing.propose import Tagged


def tagged(text: str) -> Tagged:
    words, tags = zip(*(item.rsplit("_", 1) for item in text.split()), strict=True)
    return Tagged(words, tags, tuple(word.lower() for word in words), (len(words),))


SOURCE = tagged("Anna_NNP (_( born_VBN 1950_CD )_) ,_, a_DT baker_NN ,_, left_VBD ._.")


def test_side_remarks_are_found():
    assert {(1, 5), (5, 9)} <= deletion_spans(SOURCE)


@pytest.mark.parametrize(
    ("rewriting", "deleted"),
    [
        ("Anna_NNP ,_, a_DT baker_NN ,_, left_VBD ._.", True),
        ("Anna_NNP (_( born_VBN 1950_CD )_) left_VBD ._.", False),
        ("Anna_NNP was_VBD born_VBN in_IN 1950_CD ._. She_PRP left_VBD ._.", None),
    ],
)
def test_what_the_editor_did_with_a_span(rewriting, deleted):
    assert was_deleted(SOURCE, tagged(rewriting), 1, 5) is deleted


def test_the_shift_is_what_one_level_drops_and_the_other_keeps():
    chance = np.random.default_rng(0)
    rows = chance.normal(size=(800, 4)).astype(np.float32)
    rows[:, 3] = 1.0
    plain = [bool(chance.random() < 0.2) for _ in rows]
    easy = [bool(chance.random() < (0.8 if row[0] > 0 else 0.2)) for row in rows]
    shift = fit_level_shift(rows, plain, easy).predict(rows)
    assert shift[rows[:, 0] > 0].mean() > shift[rows[:, 0] <= 0].mean() + 1.5


def test_a_forest_less_itself_is_nothing():
    rows = np.random.default_rng(1).normal(size=(200, 3)).astype(np.float32)
    from sklearn.ensemble import HistGradientBoostingClassifier

    from seqlab.editing.judge import forest_of

    model = HistGradientBoostingClassifier(max_iter=5).fit(rows, rows[:, 0] > 0)
    forest = forest_of(model)
    assert np.allclose(difference(forest, forest).predict(rows), 0.0, atol=1e-5)
