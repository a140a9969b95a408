"""Every experiment in configs/ablation runs on the sample corpus, and its base on OneStopEnglish
can be read; one cache serves all, as it does for users.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from seqlab.ablation import plan_runs, read_experiment, run_experiment
from seqlab.training import ROOT

FOLDER = ROOT / "configs" / "ablation"
FILES = sorted(FOLDER.glob("*.yaml"))
NEED_ENCODER = ("aligners", "representation")


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_experiment_can_be_planned(path: Path) -> None:
    experiment = read_experiment(path)
    assert len(plan_runs(experiment)) == len(experiment.variants) * len(experiment.seeds)
    assert len(experiment.variants) >= 2
    settings = list(experiment.variants.values())
    assert all(one != other for n, one in enumerate(settings) for other in settings[:n])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_where_labels_change_texts_follow_labels(path: Path) -> None:
    experiment = read_experiment(path)
    base = experiment.base
    deciding = {"simplification", "evaluation", "baseline"}
    changed = {
        name
        for settings in experiment.variants.values()
        for name in base.__dataclass_fields__
        if getattr(settings, name) != getattr(base, name)
    }
    # The judge of the product would hide what a change of the tagger does to the text.
    if changed - deciding and base.simplification.sentences:
        assert base.simplification.decide == "labels"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_experiment_runs_on_the_sample_corpus(
    path: Path, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if path.stem in NEED_ENCODER:
        pytest.importorskip("transformers", reason="needs seqlab[encoder]")
    if path.stem == "rivals" or path.stem.startswith("table_6"):
        pytest.skip("needs rivals in runs/peers: `seqlab peer fit --config peer/NAME`")
    # Without the data folder's paraphrases, which take long to read.
    monkeypatch.setenv("SEQLAB_DATA", str(tmp_path))
    monkeypatch.setenv("SEQLAB_CACHE", str(tmp_path))
    experiment = read_experiment(path, FOLDER / "base" / "sample.yaml", seeds=[1])
    results = run_experiment(experiment, tmp_path / "out", cache)
    assert [run.reason for run in results.failed] == []
    table = (tmp_path / "out" / "table.md").read_text(encoding="utf-8")
    assert all(f"| {name} |" in table for name in experiment.variants)
