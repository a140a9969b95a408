"""`run_experiment`: from a YAML file to a result folder with tables, plots and a report."""

from __future__ import annotations

from pathlib import Path

from seqlab.ablation.execute.cache import locked
from seqlab.ablation.execute.engines import EngineName, load_engine
from seqlab.ablation.execute.running import do_runs
from seqlab.ablation.plan.experiment import Experiment
from seqlab.ablation.plan.plan import plan_runs
from seqlab.ablation.results.folder import Results, read_results, write_results
from seqlab.ablation.results.plots import plot_bars, plot_time
from seqlab.ablation.results.report import write_report
from seqlab.ablation.results.summary import Summary, summarise
from seqlab.ablation.results.tables import csv_table, latex_table, markdown_table
from seqlab.files import atomic_write


def run_experiment(
    experiment: Experiment,
    out: str | Path,
    cache: str | Path,
    workers: int = 1,
    engine: EngineName = "processes",
) -> Results:
    """Do what the cache does not have, and write the result folder `out`.

    A variant that fails is in the results with its reason; the others are complete.
    """
    out, cache = Path(out), Path(cache)
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
        render(out, results)
    return results


def render(folder: str | Path, results: Results | None = None) -> Summary:
    """Write tables, plots and report of a result folder anew; nothing is run."""
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
