"""The judge of splits learns from verdicts, and is stored as data."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from seqlab.editing.judge.fitting import fit_split_judge
from seqlab.editing.judge.trees import SplitJudge
from seqlab.errors import DataError


@pytest.fixture(scope="module")
def judge() -> SplitJudge:
    random = np.random.default_rng(3)
    chances = random.random(400)
    rows = [{"probability": float(p), "noise": float(random.random())} for p in chances]
    verdicts = ["y" if p > 0.7 else "s" if p > 0.5 else "g" for p in chances]
    judge, _ = fit_split_judge(rows, verdicts, [f"document {n % 40}" for n in range(400)])
    return judge


def test_likely_splits_are_good_and_middling_ones_acceptable(judge: SplitJudge) -> None:
    rows = [{"probability": p, "noise": 0.5} for p in (0.95, 0.6, 0.1)]
    sure, fair, poor = judge.judge(rows)
    assert sure.good > 0.9
    assert fair.acceptable > 0.8 > 0.2 > fair.good
    assert poor.acceptable < 0.1
    assert judge.judge([]) == []


def test_a_saved_judge_says_the_same(judge: SplitJudge, tmp_path: Path) -> None:
    judge.save(tmp_path)
    loaded = SplitJudge.load(tmp_path)
    assert loaded is not None
    rows = [{"probability": p / 10, "noise": 0.3} for p in range(10)]
    assert loaded.judge(rows) == judge.judge(rows)
    (tmp_path / "splits.json").write_text("{}")
    with pytest.raises(DataError, match="not a judge of splits"):
        SplitJudge.load(tmp_path)
    (tmp_path / "splits.json").unlink()
    assert SplitJudge.load(tmp_path) is None
