"""`seqlab syntax`: text in, analyses out, one per line."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from seqlab.cli import main

TREE = "(ROOT (S (NP (DT The) (NN dog)) (VP (VBD barked)) (. .)))"


@pytest.fixture
def trees(tmp_path: Path) -> str:
    path = tmp_path / "trees.mrg"
    path.write_text(TREE)
    return str(path)


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("trees", TREE),
        ("tags", "The/DT dog/NN barked/VBD ./."),
        ("chunks", "[NP The dog] [VP barked] ."),
    ],
)
def test_a_text_is_printed_in_the_form_asked_for(
    output: str, expected: str, trees: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "text.txt"
    text.write_text("The dog barked.")
    command = ["syntax", "parse", str(text), "--backend", "file", "--model-folder", trees]
    assert main([*command, "--output", output]) == 0
    assert capsys.readouterr().out == expected + "\n"


def test_standard_input_and_a_file_of_json(
    trees: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("The dog barked .\n"))
    out = tmp_path / "analyses.jsonl"
    command = ["syntax", "parse", "--backend", "file", "--model-folder", trees, "--tokenized=true"]
    assert main([*command, "--output", "json", "--out", str(out)]) == 0
    record = json.loads(out.read_text())
    assert record["lemmas"] == ["the", "dog", "bark", "."]
    assert record["tree"] == TREE
    assert "entities" not in record


def test_training_without_a_place_for_the_model_is_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["syntax", "train"]) == 2
    assert "train needs --out" in capsys.readouterr().err
