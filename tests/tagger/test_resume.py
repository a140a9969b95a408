"""Runs that are killed, and runs on two processes, end in the same model as any other."""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import torch
import train_script
from labelling_tasks import synthetic
from safetensors.torch import load_file

from seqlab.tagger import write_sentences

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    write_sentences(folder / "train.jsonl", synthetic(150))
    write_sentences(folder / "valid.jsonl", synthetic(30, seed=1))
    return folder


def command(
    files: Path, out: Path, model: dict[str, Any] | None = None, **training: Any
) -> list[str]:
    script = Path(__file__).with_name("train_script.py")
    options = (json.dumps(model or {}), json.dumps(training))
    return [sys.executable, str(script), str(files), str(out), *options]


def run(arguments: list[str]) -> str:
    done = subprocess.run(
        arguments, env=ENVIRONMENT, cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stderr


def run_here(arguments: list[str]) -> None:
    """The same run in this process, on one thread as the others: it spares starting Python."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        train_script.main(*arguments[2:])
    finally:
        torch.set_num_threads(threads)


@pytest.mark.parametrize("average", [0.0, 0.9])
def test_a_killed_run_resumes_and_reaches_the_same_weights(
    files: Path, tmp_path: Path, average: float
) -> None:
    epochs: dict[str, Any] = {"epochs": 5, "average": average}
    run_here(command(files, tmp_path / "whole", **epochs))
    killed = subprocess.Popen(
        command(files, tmp_path / "killed", **epochs),
        env=ENVIRONMENT, cwd=ROOT, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    log = tmp_path / "killed" / "training_log.csv"
    deadline = time.monotonic() + 200
    # The row of epoch 2 is written before its checkpoint: killed there or a little later.
    while not (log.exists() and log.read_text().count("\n") >= 3):
        assert killed.poll() is None, "ended before it could be killed"
        assert time.monotonic() < deadline
        time.sleep(0.02)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    assert not (tmp_path / "killed" / "weights.safetensors").exists()
    said = run(command(files, tmp_path / "killed", **epochs))
    assert "epoch 1:" not in said
    assert "epoch 5:" in said
    weights = [
        (tmp_path / name / "weights.safetensors").read_bytes() for name in ("whole", "killed")
    ]
    assert weights[0] == weights[1]
    logs = [(tmp_path / name / "training_log.csv").read_text() for name in ("whole", "killed")]
    assert logs[0] == logs[1]


def test_two_processes_get_the_same_model_as_one(files: Path, tmp_path: Path) -> None:
    # Dropout masks differ between one process and two, so there are none here. Plain arithmetic
    # differs in the last digits, as sums are added in another order.
    model = {"dropout": 0.0, "word_dropout": 0.0, "heads": {"after_odd": {"decoder": "crf"}}}
    more: dict[str, Any] = {"epochs": 2, "learning_rate": 5e-4}
    run_here(command(files, tmp_path / "one", model, **more))
    run(command(files, tmp_path / "two", model, **more, devices=2))
    one, two = (load_file(tmp_path / name / "weights.safetensors") for name in ("one", "two"))
    assert one.keys() == two.keys()
    for name in one:
        torch.testing.assert_close(one[name], two[name], atol=2e-4, rtol=1e-3, msg=name)


@pytest.mark.parametrize(("epochs", "patience"), [(2, 9), (9, 1)], ids=["all epochs", "early stop"])
def test_a_run_killed_after_its_last_epoch_trains_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, epochs: int, patience: int
) -> None:
    from labelling_tasks import QUICK, SMALL

    import seqlab.tagger.training.train as training

    # So slow a learner makes no progress, which is what early stopping waits for.
    options = dataclasses.replace(QUICK, epochs=epochs, patience=patience, learning_rate=1e-9)
    sentences = synthetic(40)
    arguments = (sentences[:30], sentences[30:])
    training.train_tagger(*arguments, tmp_path / "whole", SMALL, options)

    class Killed(BaseException):
        pass

    def kill(*arguments: object) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(training, "save_model", kill)
        with pytest.raises(Killed):
            training.train_tagger(*arguments, tmp_path / "killed", SMALL, options)
    training.train_tagger(*arguments, tmp_path / "killed", SMALL, options)
    for name in ("weights.safetensors", "training_log.csv"):
        whole, resumed = ((tmp_path / run / name).read_bytes() for run in ("whole", "killed"))
        assert whole == resumed


def test_checkpoints_of_another_run_are_not_taken_up(tmp_path: Path) -> None:
    from labelling_tasks import QUICK, SMALL

    from seqlab.errors import DataError
    from seqlab.tagger import train_tagger

    options = dataclasses.replace(QUICK, epochs=1, keep_checkpoints=True)
    train_tagger(synthetic(20), synthetic(5), tmp_path / "m", SMALL, options)
    other = dataclasses.replace(options, learning_rate=1e-3)
    with pytest.raises(DataError, match="checkpoints of a run with other data or options"):
        train_tagger(synthetic(20), synthetic(5), tmp_path / "m", SMALL, other)
    anew = dataclasses.replace(other, resume=False)
    train_tagger(synthetic(20), synthetic(5), tmp_path / "m", SMALL, anew)
