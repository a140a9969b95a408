"""The level estimate: ordinal regression learns an order, texts come out in theirs, bad input."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from seqlab.cli import main
from seqlab.errors import DataError
from seqlab.files import data_folder
from seqlab.level import (
    FEATURES,
    LevelEstimator,
    LevelModel,
    fit_levels,
    order_of_levels,
    reaches,
    read_submission,
    read_tasks,
    score_submission,
    write_submission,
)

EASY = "The cat sat on the mat. It was warm. The boy saw it."
HARD = (
    "Notwithstanding considerable methodological reservations, the commission's deliberations "
    "culminated in a recommendation that the statutory framework be comprehensively reappraised."
)


@pytest.fixture(scope="module")
def estimator() -> LevelEstimator:
    return LevelEstimator.load()


def test_ordinal_regression_finds_the_order() -> None:
    draw = np.random.default_rng(1)
    rows = draw.normal(size=(600, len(FEATURES)))
    line = 2 * rows[:, 1] - rows[:, 7] + draw.logistic(size=600) * 0.5
    levels = np.digitize(line, [-1.0, 1.0])
    scales = ["one" if n % 2 else "two" for n in range(600)]
    model = fit_levels(rows, levels, scales)
    assert np.corrcoef(model.hardness(rows), line)[0, 1] > 0.9
    assert (model.probabilities(rows, "one").argmax(axis=1) == levels).mean() > 0.7
    again = LevelModel.from_json(json.loads(json.dumps(model.to_json())))
    assert np.allclose(again.hardness(rows), model.hardness(rows), atol=1e-3)


def test_hard_text_is_above_easy_text(estimator: LevelEstimator) -> None:
    easy, hard = estimator.predict([EASY, HARD])
    assert easy.level == "A2"
    assert hard.level == "B2+"
    assert easy.hardness < hard.hardness
    assert sum(easy.probabilities.values()) == pytest.approx(1)
    assert reaches(easy, "B1")
    assert not reaches(hard, "B1")


def test_longer_texts_are_surer(estimator: LevelEstimator) -> None:
    one, many = estimator.predict(["The boy saw the cat.", " ".join([EASY] * 6)])
    assert max(many.probabilities.values()) > max(one.probabilities.values())


@pytest.mark.parametrize("text", ["", "   ", "...", "x\ud800", "🙂", "٣"])
def test_any_text_has_an_answer(estimator: LevelEstimator, text: str) -> None:
    [found] = estimator.predict([text])
    assert found.level in ("", "A2", "B1", "B2+")


def test_a_damaged_model_is_named(tmp_path: Path) -> None:
    (tmp_path / "level.json").write_text('{"format": "other"}')
    with pytest.raises(DataError, match="not a model of levels"):
        LevelEstimator.load(tmp_path / "level.json")


def test_submissions_are_written_read_and_scored(estimator: LevelEstimator, tmp_path: Path) -> None:
    rows = [
        {"text_id": "1-a2", "original": HARD, "target_cefr": "a2", "reference": EASY},
        {"text_id": "1-b1", "original": HARD, "target_cefr": "b1", "reference": ""},
    ]
    path = tmp_path / "tasks.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    tasks = read_tasks(path)
    write_submission(tmp_path / "out.jsonl", tasks, [EASY, HARD])
    outputs = read_submission(tmp_path / "out.jsonl", tasks)
    scores = score_submission(tasks, outputs, estimator, lambda pairs: [a == b for a, b in pairs])
    assert scores.reached == {"A2": 1.0, "B1": 0.0}
    assert scores.meaning == 0.5
    assert scores.reference == 1.0
    (tmp_path / "out.jsonl").write_text('{"text_id": "1-a2", "simplified": "x"}\n')
    with pytest.raises(DataError, match="no text for 1-b1"):
        read_submission(tmp_path / "out.jsonl", tasks)
    path.write_text('{"text_id": "1", "original": "x", "target_cefr": "c2"}\n')
    with pytest.raises(DataError, match="no target"):
        read_tasks(path)


@pytest.mark.skipif(not (data_folder() / "tsar2025").is_dir(), reason="needs $SEQLAB_DATA/tsar2025")
def test_tsar_paragraphs_come_out_in_order(estimator: LevelEstimator) -> None:
    order = order_of_levels(read_tasks(data_folder() / "tsar2025" / "trial.jsonl"), estimator)
    right, total = (sum(own[place] for own in order.values()) for place in (0, 1))
    assert total == 60
    assert right / total >= 0.85


def test_a_file_that_is_not_there_is_no_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["level", str(tmp_path / "nothing.txt")]) == 1
    assert "no such file" in capsys.readouterr().err
    (tmp_path / "empty.txt").write_text("\n")
    assert main(["level", str(tmp_path / "empty.txt")]) == 2
    assert "no text" in capsys.readouterr().err
    assert main(["level", "He slept. She ran."]) == 0
