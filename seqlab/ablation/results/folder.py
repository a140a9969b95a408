"""The result folder of an experiment: everything that tables, plots and tests are made from.

results.json       the experiment with all settings, environment, runs with scores and times
configs/*.yaml     every variant's settings
counts/*.npz       rows of counts by measure, a file a run
outputs/*.txt      what the systems wrote, where they did
"""

from __future__ import annotations

import datetime
import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from seqlab.ablation.execute.engines import Failure, Outcome
from seqlab.ablation.plan.experiment import Experiment, file_name, from_resolved
from seqlab.ablation.plan.plan import Run
from seqlab.ablation.results.measures import MEASURES, Array
from seqlab.errors import DataError
from seqlab.files import atomic_write, read_text
from seqlab.provenance import machine, provenance
from seqlab.training import Done, environment
from seqlab.training.config import to_plain

_FILE = "results.json"


@dataclass(frozen=True)
class RunResult:
    """One variant with one seed: its counts, or why it has none."""

    variant: str
    seed: int
    seconds: float
    reason: str = ""
    # For each measure which node counted: runs that share a node have the same counts.
    nodes: Mapping[str, str] = field(default_factory=dict)
    counts: Mapping[str, Array] = field(default_factory=dict)
    # Sentences and epochs of the tagger's training, where there was one.
    training: Mapping[str, int] = field(default_factory=dict)

    @property
    def failed(self) -> bool:
        """Whether any of its stages could not be done."""
        return bool(self.reason)


@dataclass(frozen=True)
class Results:
    """A finished experiment."""

    experiment: Experiment
    runs: Sequence[RunResult]
    made: Mapping[str, Any]

    @property
    def failed(self) -> list[RunResult]:
        """The runs that have no scores."""
        return [run for run in self.runs if run.failed]

    def of(self, variant: str) -> list[RunResult]:
        """The runs of a variant that have scores."""
        return [run for run in self.runs if run.variant == variant and not run.failed]


def write_results(
    out: Path,
    experiment: Experiment,
    runs: Sequence[Run],
    outcomes: Mapping[str, Outcome],
) -> Results:
    """Gather what the runs made into the folder `out`."""
    import yaml

    for name in ("configs", "counts", "outputs"):
        shutil.rmtree(out / name, ignore_errors=True)
        (out / name).mkdir(parents=True)
    for variant, settings in experiment.variants.items():
        with atomic_write(out / "configs" / f"{file_name(variant)}.yaml") as handle:
            yaml.safe_dump(to_plain(settings), handle, sort_keys=False, allow_unicode=True)
    records = [_record(run, outcomes, out) for run in runs]
    seeds = ", ".join(map(str, experiment.seeds))
    made = {
        "date": datetime.date.today().isoformat(),
        "machine": machine(),
        "environment": environment(),
        "provenance": provenance(
            f"seqlab ablate {experiment.name}",
            experiment.base.evaluation.test or ", ".join(experiment.base.data),
            seeds,
        ),
    }
    content = {"experiment": experiment.to_plain(), "made": made, "runs": records}
    with atomic_write(out / _FILE) as handle:
        json.dump(content, handle, indent=1, ensure_ascii=False)
        handle.write("\n")
    return read_results(out)


def read_results(folder: str | Path) -> Results:
    """The results in a folder."""
    folder = Path(folder)
    if not (folder / _FILE).is_file():
        raise DataError(folder, f"holds no {_FILE}", fix="name the folder that `ablate` wrote")
    try:
        content = json.loads(read_text(folder / _FILE))
        experiment = from_resolved(content["experiment"])
        runs = [_read_run(record, folder) for record in content["runs"]]
        return Results(experiment, runs, content["made"])
    except (KeyError, ValueError) as error:
        raise DataError(folder / _FILE, f"not results of an experiment: {error}") from None


def _record(run: Run, outcomes: Mapping[str, Outcome], out: Path) -> dict[str, Any]:
    """One run as plain values; its counts and outputs are copied into `out`."""
    record: dict[str, Any] = {"variant": run.variant, "seed": run.seed, "stages": []}
    name = f"{file_name(run.variant)}.{run.seed}"
    for key, node in run.nodes().items():
        outcome = outcomes[key]
        if isinstance(outcome, Failure):
            record["reason"], record["details"] = outcome.reason, outcome.details
            continue
        record["stages"].append(
            {
                "stage": node.stage,
                "key": outcome.folder.name,
                "seconds": outcome.seconds,
                "reused": outcome.reused,
            }
        )
        if node.stage == "tagger":
            metrics = json.loads(read_text(outcome.folder / "metrics.json"))
            record["training"] = {key: metrics[key] for key in ("train_sentences", "epochs")}
        if node.stage == "outputs":
            shutil.copyfile(outcome.folder / "outputs.txt", out / "outputs" / f"{name}.txt")
    record["seconds"] = round(sum(stage["seconds"] for stage in record["stages"]), 3)
    if "reason" in record:
        return record
    record["nodes"] = {measure: node.id for measure, node in run.targets.items()}
    counts: dict[str, Array] = {}
    for measure, node in run.targets.items():
        done = outcomes[node.id]
        assert isinstance(done, Done)
        counts[measure] = np.load(done.folder / f"{measure}.npy")
    np.savez_compressed(out / "counts" / f"{name}.npz", **counts)  # type: ignore[arg-type]
    record["scores"] = {measure: scores_of(measure, table) for measure, table in counts.items()}
    return record


def scores_of(measure: str, counts: Array) -> dict[str, float]:
    """The scores of a table of counts, by column."""
    known = MEASURES[measure]
    values = known.combine(counts.sum(axis=0))
    pairs = zip(known.columns, values, strict=True)
    return {column.name: round(float(value), 4) for column, value in pairs}


def _read_run(record: Mapping[str, Any], folder: Path) -> RunResult:
    counts: dict[str, Array] = {}
    if "reason" not in record:
        name = f"{file_name(record['variant'])}.{record['seed']}.npz"
        with np.load(folder / "counts" / name) as tables:
            counts = {measure: tables[measure] for measure in tables.files}
    return RunResult(
        variant=record["variant"],
        seed=record["seed"],
        seconds=record["seconds"],
        reason=record.get("reason", ""),
        nodes=record.get("nodes", {}),
        counts=counts,
        training=record.get("training", {}),
    )
