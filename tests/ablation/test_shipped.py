"""Every experiment in configs/ablation runs on the sample corpus, or on a few sentences at two
levels, and its own base can be read; one cache serves all, as it does for users.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from seqlab.ablation import plan_runs, read_experiment, run_experiment
from seqlab.training import ROOT

FOLDER = ROOT / "configs" / "ablation"
FILES = sorted(FOLDER.glob("*.yaml"))
NEED_ENCODER = ("aligners", "representation", "levels_aligners", "levels_encoder")
NOUNS = ("committee", "council", "company", "ministry", "museum", "school", "hospital", "party")
# A source and what was made of it at two levels; each noun gives a document.
REWRITTEN = (
    "The {} commenced its activities in 1990, and the members endeavoured to assist the public.",
    {
        "plain": ["The {} began its work in 1990.", "The members tried to assist the public."],
        "easy": ["The {} began in 1990.", "The members tried to help people."],
    },
)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def two_levels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A base of a few sentences at two levels."""
    folder = tmp_path_factory.mktemp("levels")
    source, targets = REWRITTEN
    for part, nouns in (("train", NOUNS[:4]), ("valid", NOUNS[4:6]), ("test", NOUNS[6:])):
        pairs = [
            {
                "kind": "1-N",
                "sources": [source.format(noun)],
                "targets": [target.format(noun) for target in own],
                "document": noun,
                "id": noun,
                "levels": ["source", level],
            }
            for noun in nouns
            for level, own in targets.items()
        ]
        lines = "".join(json.dumps(pair) + "\n" for pair in pairs)
        (folder / f"{part}.jsonl").write_text(lines, encoding="utf-8")
    settings = yaml.safe_load((FOLDER / "base" / "sample.yaml").read_text("utf-8"))
    settings |= {"data": str(folder), "corpus": {}, "labels": {"levels": "heads"}}
    base = folder / "base.yaml"
    base.write_text(yaml.safe_dump(settings), encoding="utf-8")
    return base


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
    path: Path, cache: Path, two_levels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if path.stem in NEED_ENCODER:
        pytest.importorskip("transformers", reason="needs seqlab[encoder]")
    if path.stem == "rivals" or path.stem.startswith("table_6"):
        pytest.skip("needs rivals in runs/peers: `seqlab peer fit --config peer/NAME`")
    # Without the data folder's paraphrases, which take long to read.
    monkeypatch.setenv("SEQLAB_DATA", str(tmp_path))
    monkeypatch.setenv("SEQLAB_CACHE", str(tmp_path))
    base = two_levels if path.stem.startswith("levels_") else FOLDER / "base" / "sample.yaml"
    experiment = read_experiment(path, base, seeds=[1])
    results = run_experiment(experiment, tmp_path / "out", cache)
    assert [run.reason for run in results.failed] == []
    table = (tmp_path / "out" / "table.md").read_text(encoding="utf-8")
    assert all(f"| {name} |" in table for name in experiment.variants)


def test_by_level_counts_words_and_split_points(
    cache: Path, two_levels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEQLAB_DATA", str(tmp_path))
    experiment = read_experiment(FOLDER / "levels_heads.yaml", two_levels, seeds=[1])
    results = run_experiment(experiment, tmp_path / "out", cache)
    counts = {run.variant: run.counts["by-level"].reshape(2, 2, 3, 3) for run in results.runs}
    # Two test sentences, each split once at either level and with words replaced.
    true = counts["all together"][..., 2]
    assert true[:, :, 2].tolist() == [[1, 1], [1, 1]]
    assert (true[:, :, 0] > 0).all()
    assert all((own[..., 2] == true).all() for own in counts.values())
    # What a variant does not learn it does not give.
    assert not counts["plain alone"][:, 1, :, 1].any()
    assert not counts["operations alone"][:, :, 2, 1].any()
