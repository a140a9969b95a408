"""train, tag and export from the command line, and every training configuration."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from seqlab.cli import main

ROOT = Path(__file__).resolve().parents[2]
CONFIGS = sorted((ROOT / "configs" / "train").rglob("*.yaml"))


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_training_configuration_can_be_read(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["train", "--config", str(path), "--print-config"])
    assert stopped.value.code == 0
    assert "training:" in capsys.readouterr().out


def test_a_model_is_trained_used_and_exported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    words = {"blue": "colour", "red": "colour", "cat": "animal", "dog": "animal", "a": "none"}
    lines = [
        {"tokens": ["a", x, y], "labels": {"kind": [words["a"], words[x], words[y]]}}
        for x in words
        for y in words
    ]
    for part in ("train", "valid", "test"):
        (data / f"{part}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines * 4))
    model = tmp_path / "model"
    options = ["--training.epochs", "4", "--training.accelerator", "cpu", "--model.hidden", "16"]
    cache = ["--cache", str(tmp_path / "cache")]
    assert main(["train", str(data), str(model), *cache, *options]) == 0
    assert "100 training sentences" in capsys.readouterr().out
    (tmp_path / "text.txt").write_text("a red dog\n\nblue cat\n")
    assert (model / "tagger" / "model.onnx").is_file()
    assert main(["export", str(model), "--precision", "float32"]) == 0
    assert "float32, " in capsys.readouterr().out
    results = []
    for engine in ("torch", "onnx"):
        out = tmp_path / f"{engine}.jsonl"
        arguments = ["tag", str(model), str(tmp_path / "text.txt"), str(out), "--engine", engine]
        assert main([*arguments, "--probabilities", "true"]) == 0
        assert "3 sentences labelled" in capsys.readouterr().out
        results.append([json.loads(line) for line in out.read_text().splitlines()])
    first, empty, _ = results[0]
    assert first["labels"]["kind"] == ["none", "colour", "animal"]
    shares = first["soft"]["kind"][1]
    assert max(shares, key=shares.__getitem__) == "colour"
    assert sum(shares.values()) == pytest.approx(1.0, abs=1e-3)
    assert (empty["tokens"], empty["labels"]) == ([], {"kind": []})
    assert [r["labels"] for r in results[0]] == [r["labels"] for r in results[1]]


def test_wrong_input_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tag", str(tmp_path), str(tmp_path / "x.txt"), str(tmp_path / "o.jsonl")]) == 1
    assert "not a model folder" in capsys.readouterr().err
    assert main(["train", "x.jsonl", str(tmp_path / "m"), "--model.layers", "7"]) == 2
    assert "layers must be 0 to 3" in capsys.readouterr().err
