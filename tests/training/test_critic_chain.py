"""A critic trained on a few judged edits, heard by the judge that ships, and used."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("transformers")

from small_causal import Words, small_model

from seqlab import Simplifier
from seqlab.causal import CriticOptions, Judged
from seqlab.causal import critic as module
from seqlab.cli import main
from seqlab.errors import UsageError
from seqlab.training import fit_critic, heard_report

OPTIONS = CriticOptions(
    rank=2, first_layer=0, steps=2, batch_size=2, check_every=1, precision="float32"
)
NAMES = [
    "Anna",
    "Ben",
    "Clara",
    "David",
    "Emma",
    "Felix",
    "Grace",
    "Henry",
    "Irene",
    "James",
    "Kate",
    "Leo",
]


@pytest.fixture
def judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Judged:
    """Files of a dozen judged edits each, and a causal model of a few thousand weights."""
    base, words = tmp_path / "base.gguf", Words()
    base.write_bytes(b"one")
    monkeypatch.setattr(module, "base_file", lambda name: base)
    monkeypatch.setattr(module, "load_base", lambda *_: (small_model(5, 400), words))

    def rows(kind: str) -> list[dict[str, Any]]:
        texts = [f"{name} commenced work on the {kind} in May ." for name in NAMES]
        found = []
        for number, text in enumerate(texts):
            start = text.index("commenced")
            edit = [start, start + 9, *(("started", "y") if number % 3 else ("halted", "m"))]
            found.append({"document": f"{kind}-{number}", "source": text, "edits": [edit]})
        return found

    def write(kind: str, own: list[dict[str, Any]]) -> str:
        path = tmp_path / f"{kind}.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in own), encoding="utf-8")
        return str(path)

    single = {
        "document": "d", "part": "train", "level": "plain", "source": "It rained .", "start": 3,
        "end": 9, "new": "poured", "operation": "replace", "verdict": "y",
    }  # fmt: skip
    split = {"document": "s", "source": "It rained and we left .", "verdict": "y"}
    easy = {"document": "e", "source": "It rained hard .", "edits": [[10, 14, "", "y"]]}
    return Judged(
        write("edits", [single, {**single, "part": "valid"}]),
        write("more", rows("more")),
        write("splits", [{**split, "regions": [[2, 3, ". And"]]}]),
        write("easy", [easy]),
        write("wanted", rows("wanted")),
        write("taken", rows("taken")),
    )


def test_a_critic_is_trained_heard_and_used(
    judged: Judged, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "critic"
    report = fit_critic(out, judged, OPTIONS)
    # Of those that were made, half weigh the critic, and it is measured by the others.
    assert 0 < report["replace"]["edits"] < 12
    own, hearing = Simplifier.load(), Simplifier.load(critic=out)
    assert heard_report(own, hearing, judged) == report
    row = {
        "source": "Anna commenced work in May.", "start": 5, "end": 14, "new": "started",
        "operation": "replace",
    }  # fmt: skip
    [before], [after] = own.judge_edits([row]), hearing.judge_edits([row])
    assert not np.isclose(before.acceptable, after.acceptable)
    weights = (out / "weights.safetensors").read_bytes()
    fit_critic(out, judged, CriticOptions(steps=9))
    assert (out / "weights.safetensors").read_bytes() == weights, "it was trained already"

    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("The committee commenced work prior to the meeting.\n")
    folders = ["simplify", str(tmp_path / "in"), "--output", str(tmp_path / "out")]
    assert main([*folders, "--critic", str(out), "--workers", "0"]) == 0
    assert (tmp_path / "out" / "a.txt").is_file()
    again = capsys.readouterr()
    assert main([*folders, "--workers", "0"]) == 0
    assert capsys.readouterr() != again, "another judge makes other outputs"


def test_a_model_without_a_reader_hears_no_critic(
    judged: Judged, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    simplifier = Simplifier.load()
    simplifier.judge = replace(simplifier.judge, reader=None)
    monkeypatch.setattr(Simplifier, "load", lambda *_, **__: simplifier)
    with pytest.raises(UsageError, match="has no reader, so it hears no critic"):
        fit_critic(tmp_path / "critic", judged, OPTIONS)
