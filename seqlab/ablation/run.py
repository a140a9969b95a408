"""`run_experiment`: from a YAML file to a result folder with tables, plots and a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from seqlab.ablation.execute.engines import EngineName, Outcome, load_engine
from seqlab.ablation.execute.running import do_runs
from seqlab.ablation.plan.experiment import Experiment, file_name
from seqlab.ablation.plan.plan import Run, plan_runs
from seqlab.ablation.results.folder import Results, read_results, write_results
from seqlab.ablation.results.plots import plot_bars, plot_time
from seqlab.ablation.results.report import write_report
from seqlab.ablation.results.summary import Summary, summarise
from seqlab.ablation.results.tables import csv_table, latex_table, markdown_table
from seqlab.errors import UsageError
from seqlab.files import atomic_write
from seqlab.training import Done, copy_model, locked, parse_sources


def run_experiment(
    experiment: Experiment,
    out: str | Path,
    cache: str | Path,
    workers: int = 1,
    engine: EngineName = "processes",
    keep: str | Path | None = None,
) -> Results:
    """Do what the cache does not have, and write the result folder `out`.

    A variant that fails is in the results with its reason; the others are complete. The model
    folders of the variants go into the folder `keep`, as VARIANT.SEED, if given.
    """
    out, cache = Path(out), Path(cache)
    _check_data(experiment)
    out.mkdir(parents=True, exist_ok=True)
    runs = plan_runs(experiment)
    chosen = load_engine(engine, workers, cache)
    try:
        outcomes = do_runs(runs, chosen)
    finally:
        chosen.close()
    # Two runs of one experiment at once would clear each other's files away.
    with locked(out / ".lock"):
        results = write_results(out, experiment, runs, outcomes)
        if keep is not None:
            keep_models(runs, outcomes, Path(keep))
        render(out, results)
    return results


def _check_data(experiment: Experiment) -> None:
    """Where no variant has its data, say so before earlier results are replaced."""
    missing = [
        source.name
        for settings in experiment.variants.values()
        for source in parse_sources(settings.data)
        if not source.path.exists()
    ]
    if missing and len(set(missing)) == 1 and len(missing) == len(experiment.variants):
        raise UsageError(
            f"no corpus at {missing[0]}: set SEQLAB_DATA to the folder of the corpora, or ask the "
            "same of a corpus that ships with --base sample"
        )


def keep_models(runs: Sequence[Run], outcomes: Mapping[str, Outcome], folder: Path) -> None:
    """Copy the model folder of every run that has one; `simplify --model` takes each."""
    for run in runs:
        done = outcomes.get(run.model.id) if run.model is not None else None
        if isinstance(done, Done):
            copy_model(done, folder / f"{file_name(run.variant)}.{run.seed}")


def render(folder: str | Path, results: Results | None = None) -> Summary:
    """Write tables, plots and report of a result folder again; nothing is run."""
    folder = Path(folder)
    results = results or read_results(folder)
    summary = summarise(results)
    texts = {
        "table.md": f"# {results.experiment.question}\n\n{markdown_table(results, summary)}\n",
        "table.csv": csv_table(summary),
        "table.tex": latex_table(results, summary) + "\n",
    }
    for name, text in texts.items():
        with atomic_write(folder / name) as handle:
            handle.write(text)
    plot_bars(summary, folder / "bars.png", results.experiment.base_name)
    plot_time(summary, folder / "time.png", results.experiment.base_name)
    write_report(results, summary, folder)
    return summary
