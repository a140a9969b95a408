"""Run an experiment: variants of a base, cached stage by stage, in one table with tests.

seqlab ablate decoder --base sample
seqlab ablate --list
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

# What is said when it is ended from outside.
RESUMES = "the same command goes on with what is not done yet"


def ablate(
    experiment: str | None = None,
    out: Path | None = None,
    base: str | None = None,
    seeds: list[int] | None = None,
    workers: int = 1,
    engine: Literal["processes", "ray"] = "processes",
    cache: Path = Path("runs/cache"),
    list: bool = False,
    dry_run: bool = False,
    render: Path | None = None,
    keep: Path | None = None,
) -> int:
    """Run every variant of an experiment with every seed, and write tables, plots and a report.

    What was done before and has not changed is not done again. A variant that fails is in the
    table with its reason, the others complete, and the exit code is 1.

    Args:
        experiment: YAML file, or the name of one in configs/ablation.
        out: Result folder; runs/ablation/NAME unless given.
        base: Settings to use instead of the experiment's own base: a YAML file, or the name of one
            in configs/ablation/base.
        seeds: Seeds to use instead of the experiment's, e.g. 1,2,3.
        workers: How many stages run at the same time.
        engine: Where they run; `ray` is an extra.
        cache: Cache of finished stages, shared with `train`.
        list: List the experiments and exit.
        dry_run: Show what would be run and what is cached, and exit.
        render: Rewrite the tables, plots and report of this result folder, and exit.
        keep: Folder in which every variant's model is kept, for `simplify --model`.
    """
    from seqlab.ablation import (
        plan_runs,
        plan_table,
        question_of,
        read_experiment,
        render_results,
        run_experiment,
    )
    from seqlab.errors import UsageError
    from seqlab.files import read_text
    from seqlab.options import config_folders

    def found(name: str, folder: str) -> Path:
        places = [Path(name), *(f / folder / f"{name}.yaml" for f in config_folders())]
        for place in places:
            if place.is_file():
                return place
        raise UsageError(f"no experiment file {name!r} here or in configs/{folder}; see --list")

    if list:
        for folder in config_folders():
            if files := sorted((folder / "ablation").glob("*.yaml")):
                print("\n".join(f"{file.stem:<16} {question_of(file)}" for file in files))
                break
        return 0
    if render is not None:
        render_results(render)
        print(read_text(render / "table.md"))
        return 0
    if experiment is None:
        raise UsageError("give an experiment, or --list to see them")
    path = found(experiment, "ablation")
    chosen = read_experiment(path, None if base is None else found(base, "ablation/base"), seeds)
    runs = plan_runs(chosen)
    if dry_run:
        print(plan_table(runs, cache))
        return 0
    folder = out or Path("runs/ablation") / chosen.name
    results = run_experiment(chosen, folder, cache, workers, engine, keep)
    print(read_text(folder / "table.md"))
    print(f"results in {folder}")
    return 1 if results.failed else 0
