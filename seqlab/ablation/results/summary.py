"""Results as one table: means over seeds, intervals, differences from the base and their tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from seqlab.ablation.results.folder import Results, RunResult
from seqlab.ablation.results.measures import MEASURES, Array, Column, Measure
from seqlab.evaluation import paired_p, resampled_sums


@dataclass(frozen=True)
class Cell:
    """One score of one variant.

    `deviation` is over seeds, None where nothing depends on them. `low` and `high` bound the
    score over test sets like this one; `p` is corrected for the number of variants.
    """

    mean: float
    deviation: float | None
    low: float
    high: float
    difference: float | None = None
    p: float | None = None
    best: bool = False

    @property
    def significant(self) -> bool:
        """Whether the difference is unlikely by chance at the usual 0.05."""
        return self.p is not None and self.p < 0.05


@dataclass(frozen=True)
class Row:
    """One variant: cells by column name, or why there are none."""

    variant: str
    cells: Mapping[str, Cell]
    seconds: float
    seeds: int
    reason: str = ""


@dataclass(frozen=True)
class Summary:
    """All variants, the base first."""

    columns: Sequence[Column]
    rows: Sequence[Row]

    @property
    def shown(self) -> list[Column]:
        """The columns that tables for people have."""
        return [column for column in self.columns if column.shown]


def summarise(results: Results) -> Summary:
    """The table of an experiment."""
    experiment = results.experiment
    options = experiment.base.evaluation
    columns: list[Column] = []
    cells: dict[str, dict[str, Cell]] = {name: {} for name in experiment.variants}
    for measure in experiment.metrics:
        columns += MEASURES[measure].columns
        tables = {name: _tables(measure, results.of(name)) for name in experiment.variants}
        found = _cells(measure, tables, experiment.base_name, options.samples, options.confidence)
        for name, of_variant in found.items():
            cells[name].update(of_variant)
    rows = []
    for name in experiment.variants:
        done = results.of(name)
        failed = [run for run in results.failed if run.variant == name]
        seconds = float(np.mean([run.seconds for run in done])) if done else 0.0
        reason = failed[0].reason if failed else ""
        rows.append(Row(name, cells[name], seconds, len(done), reason))
    return Summary(columns, _with_best(columns, rows))


def _tables(measure: str, runs: Sequence[RunResult]) -> list[Array]:
    """The counts of each seed; runs that share a node were counted once."""
    return list({run.nodes[measure]: run.counts[measure] for run in runs}.values())


def _cells(
    measure: str,
    tables: Mapping[str, list[Array]],
    base: str,
    samples: int,
    confidence: float,
) -> dict[str, dict[str, Cell]]:
    known = MEASURES[measure]
    done = {name: found for name, found in tables.items() if found}
    drawn: dict[str, Array] = {}
    cells: dict[str, dict[str, Cell]] = {name: {} for name in done}
    means: dict[str, Array] = {}
    for name, of_seeds in done.items():
        scores = np.stack([known.combine(table.sum(axis=0)) for table in of_seeds])
        means[name] = scores.mean(axis=0)
        drawn[name] = resampled_means(known, of_seeds, samples)
        bounds = np.quantile(drawn[name], [(1 - confidence) / 2, (1 + confidence) / 2], axis=0)
        spread = scores.std(axis=0, ddof=1) if len(scores) > 1 else None
        for n, column in enumerate(known.columns):
            deviation = None if spread is None else float(spread[n])
            low, high = float(bounds[0, n]), float(bounds[1, n])
            cells[name][column.name] = Cell(float(means[name][n]), deviation, low, high)
    if base not in done:
        return cells
    others = [name for name in done if name != base]
    for n, column in enumerate(known.columns):
        chances = {
            name: paired_p(
                drawn[name][:, n] - drawn[base][:, n], float(means[name][n] - means[base][n])
            )
            for name in others
            if done[name][0].shape == done[base][0].shape
        }
        corrected = holm(chances)
        for name in others:
            difference = float(means[name][n] - means[base][n])
            cells[name][column.name] = replace(
                cells[name][column.name], difference=difference, p=corrected.get(name)
            )
    return cells


def resampled_means(known: Measure, of_seeds: Sequence[Array], samples: int) -> Array:
    """The mean score of the seeds on each corpus drawn from the test sentences.

    What is tested is what is shown: the mean of the seeds' scores, not the score of their counts
    together, which can differ from it in sign.
    """
    drawn = [known.combine(resampled_sums(counts, samples)) for counts in of_seeds]
    return np.asarray(np.mean(drawn, axis=0))


def holm(chances: Mapping[str, float]) -> dict[str, float]:
    """p-values corrected for their number (Holm 1979)."""
    corrected: dict[str, float] = {}
    highest = 0.0
    for rank, (name, p) in enumerate(sorted(chances.items(), key=lambda item: item[1])):
        highest = max(highest, min(1.0, p * (len(chances) - rank)))
        corrected[name] = highest
    return corrected


def _with_best(columns: Sequence[Column], rows: Sequence[Row]) -> list[Row]:
    """Rows with the best mean of each column marked, ties all."""
    marked = [dict(row.cells) for row in rows]
    for column in columns:
        if column.higher is None:
            continue
        sign = 1 if column.higher else -1
        means = [sign * cells[column.name].mean for cells in marked if column.name in cells]
        for cells in marked:
            cell = cells.get(column.name)
            if cell is not None and sign * cell.mean >= max(means) - 1e-9:
                cells[column.name] = replace(cell, best=True)
    return [replace(row, cells=cells) for row, cells in zip(rows, marked, strict=True)]
