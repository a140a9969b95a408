"""A simplifier's model is built from two corpora, and for research from rewritings by people."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from corpora import open_corpus
from corpora.alignment import align_corpus
from seqlab import Simplifier
from seqlab.ablation.execute.code import ROOT
from seqlab.tagger import ModelOptions, TrainingOptions
from seqlab.training import RewritingOptions, SettingsFile, WikipediaOptions, build_simplifier
from seqlab.training.simplifier_model import rewritten_sentences

SAMPLE = ROOT / "corpora" / "sample"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three sentences, rewritten by two people."""
    folder = tmp_path / "data"
    (folder / "asset").mkdir(parents=True)
    texts = {
        "orig": ["He commenced the work .", "They utilized a boat .", "It was big ."],
        "simp.0": ["He started the work .", "They used a boat .", "It was large ."],
        "simp.1": ["He began the work .", "They utilized a boat .", "It was big ."],
    }
    for name, lines in texts.items():
        (folder / "asset" / f"asset.valid.{name}").write_text("\n".join(lines) + "\n")
    monkeypatch.setenv("SEQLAB_DATA", str(folder))
    return folder


def test_the_labels_of_several_people_become_shares(data: Path) -> None:
    found = list(rewritten_sentences("asset_valid", first=2))
    assert [sentence.tokens[1] for sentence in found] == ["commenced", "utilized"]
    assert found[0].soft["operation"][1] == {"R": 1.0}
    assert found[1].soft["operation"][1] == {"C": 0.5, "R": 0.5}


def test_a_model_is_built_and_simplifies(data: Path, tmp_path: Path) -> None:
    pairs = list(align_corpus(open_corpus(SAMPLE).documents(), "dynamic", "adjacent"))
    rows = [f"made\t{pair.source}\t{pair.target}" for pair in pairs if pair.source != pair.target]
    (tmp_path / "wiki").mkdir()
    (tmp_path / "wiki" / "pairs.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    build_simplifier(
        tmp_path / "model",
        SAMPLE,
        tmp_path / "wiki",
        WikipediaOptions(pairs=60, development=5),
        ModelOptions(word_dim=8, char_filters=8, hidden=8),
        TrainingOptions(epochs=1, accelerator="cpu"),
        SettingsFile(),
        rewritings=RewritingOptions(sets=("asset_valid",), first=2, development=1),
    )
    config = json.loads((tmp_path / "model" / "operations" / "config.json").read_text())
    assert "asset_valid: for research" in json.dumps(config)
    assert Simplifier.load(tmp_path / "model").simplify("It was big.") == "It was big."
