"""From an experiment to its result folder: cached, restarted, parallel, and with failures in it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest
import yaml

from seqlab.ablation import read_experiment, read_results, run_experiment
from seqlab.ablation.execute.engines import attempt, load_engine
from seqlab.ablation.execute.running import do_runs
from seqlab.ablation.plan.plan import Run
from seqlab.cli import main
from seqlab.training import ROOT, Node

# Aligning the 143 pairs annotated by hand needs neither corpus nor tagger.
TEXT = """# Do lemmas help the exact aligner?
base: {alignment.aligner: exact, alignment.options: {lemma: false}, evaluation.samples: 100}
variants:
  lemmas: {alignment.options: {lemma: true}}
metrics: [links, words]
lesson: They do.
"""


def experiment_file(folder: Path, text: str = TEXT) -> Path:
    path = folder / "lemmas.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def stages(out: Path) -> list[tuple[str, bool]]:
    runs = json.loads((out / "results.json").read_text())["runs"]
    return [(run["variant"], stage["reused"]) for run in runs for stage in run["stages"]]


def test_the_result_folder_holds_everything(tmp_path: Path) -> None:
    experiment = read_experiment(experiment_file(tmp_path))
    results = run_experiment(experiment, tmp_path / "out", tmp_path / "cache")
    assert not results.failed
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names >= {"table.md", "table.csv", "table.tex", "bars.png", "time.png", "report.html"}
    content = json.loads((tmp_path / "out" / "results.json").read_text())
    assert content["made"]["environment"]["torch"]
    config = yaml.safe_load((tmp_path / "out" / "configs" / "lemmas.yaml").read_text())
    assert config["alignment"]["options"] == {"lemma": True}
    assert read_results(tmp_path / "out").experiment == experiment
    for run in results.runs:
        assert run.counts["links"].shape == (143, 3)


def test_the_second_run_does_nothing_and_a_changed_variant_only_itself(tmp_path: Path) -> None:
    out, cache = tmp_path / "out", tmp_path / "cache"
    run_experiment(read_experiment(experiment_file(tmp_path)), out, cache)
    assert stages(out) == [("base", False), ("lemmas", False)]
    run_experiment(read_experiment(experiment_file(tmp_path)), out, cache)
    assert stages(out) == [("base", True), ("lemmas", True)]
    changed = TEXT.replace("{lemma: true}}", "{lemma: true}, annotation.reorder: 'off'}")
    run_experiment(read_experiment(experiment_file(tmp_path, changed)), out, cache)
    assert stages(out) == [("base", True), ("lemmas", False)]


def test_a_failed_variant_is_in_the_table_and_the_others_complete(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = TEXT.replace("{lemma: true}", "{stems: true}").replace(
        "metrics", "  fine: {annotation.reorder: 'off'}\nmetrics"
    )
    path, out = experiment_file(tmp_path, text), tmp_path / "out"
    arguments = [str(path), "--out", str(out), "--cache", str(tmp_path / "cache")]
    assert main(["ablate", *arguments]) == 1
    table = capsys.readouterr().out
    assert "| lemmas | failed: gold: aligner 'exact' has no option 'stems'; known: lemma |" in table
    assert "| fine | " in table
    assert "has no option 'stems'" in unescape((out / "report.html").read_text())
    assert "failed: gold" in (out / "table.tex").read_text()
    results = read_results(out)
    assert [run.variant for run in results.failed] == ["lemmas"]
    assert "UsageError" in json.loads((out / "results.json").read_text())["runs"][1]["details"]


def test_training_that_diverges_is_a_failure(tmp_path: Path) -> None:
    text = """# Can one learn too fast?
variants:
  too fast: {training: {learning_rate: 1.0e+30, clip: 1.0e+30}}
"""
    path = experiment_file(tmp_path, text)
    base = Path(ROOT / "configs" / "ablation" / "base" / "sample.yaml")
    experiment = read_experiment(path, base)
    results = run_experiment(experiment, tmp_path / "out", tmp_path / "cache")
    assert [run.variant for run in results.failed] == ["too fast"]
    assert "training diverged" in results.failed[0].reason


def test_parallel_runs_find_the_same(tmp_path: Path) -> None:
    experiment = read_experiment(experiment_file(tmp_path))
    run_experiment(experiment, tmp_path / "one", tmp_path / "cache1")
    run_experiment(experiment, tmp_path / "two", tmp_path / "cache2", workers=2)
    first, second = ((tmp_path / name / "table.csv").read_text() for name in ("one", "two"))
    drop_times = [[line.rsplit(",", 2)[0] for line in t.splitlines()] for t in (first, second)]
    assert drop_times[0] == drop_times[1]


def test_work_lost_with_a_dead_worker_is_done_by_another(tmp_path: Path) -> None:
    experiment = read_experiment(experiment_file(tmp_path))
    engine = load_engine("processes", 2, tmp_path / "cache")
    engine._pool.submit(_die)  # type: ignore[attr-defined]
    run = Run("base", 1, {"links": _gold(experiment)})
    outcomes = do_runs([run], engine)
    engine.close()
    assert all(hasattr(outcome, "folder") for outcome in outcomes.values())


def _gold(experiment: object) -> Node:
    from seqlab.ablation import plan_runs

    return plan_runs(experiment)[0].targets["links"]  # type: ignore[arg-type]


def _die() -> None:
    import os

    os.kill(os.getpid(), signal.SIGKILL)


def test_any_error_becomes_a_reason_in_one_line(tmp_path: Path) -> None:
    from seqlab.training import Task

    failure = attempt(
        tmp_path, Task("pairs", {"source": str(tmp_path / "no"), "corpus": {}}, None, {})
    )
    assert "\n" not in failure.reason  # type: ignore[union-attr]
    assert failure.reason.startswith("pairs: ")  # type: ignore[union-attr]


def test_killed_and_started_again_it_goes_on(tmp_path: Path) -> None:
    path, out, cache = experiment_file(tmp_path), tmp_path / "out", tmp_path / "cache"
    command = [sys.executable, "run.py", "ablate", str(path), "--out", str(out)]
    process = subprocess.Popen(
        [*command, "--cache", str(cache)], cwd=ROOT, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    assert process.stderr.readline().startswith("[1/2] gold")
    process.kill()
    process.wait()
    assert not (out / "results.json").exists()
    run_experiment(read_experiment(path), out, cache)
    assert stages(out) == [("base", True), ("lemmas", False)]


@pytest.mark.slow  # starting Ray takes longer than all the rest
def test_ray_is_another_engine(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="needs seqlab[ray]")
    experiment = read_experiment(experiment_file(tmp_path))
    results = run_experiment(experiment, tmp_path / "out", tmp_path / "cache", 1, "ray")
    assert not results.failed
