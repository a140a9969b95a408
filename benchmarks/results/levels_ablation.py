"""Write docs/results/levels_ablation.md from the result folders of the experiments on levels.

    seqlab ablate levels_decoder     # and so on, for each `levels_…` of `seqlab ablate --list`
    python -m benchmarks.results.levels_ablation --runs runs/ablation

Nothing is run here. What has no result folder is named as not run.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from seqlab.ablation import (
    Results,
    Row,
    Summary,
    question_of,
    read_experiment,
    read_results,
    summarise,
)
from seqlab.files import atomic_write
from seqlab.provenance import provenance
from seqlab.tables import as_markdown

PAGE = Path("docs/results/levels_ablation.md")
EXPERIMENTS = Path("configs/ablation")
PATTERN = "levels_*.yaml"
INTRODUCTION = """\
Each section is one file of `configs/ablation`, run by `seqlab ablate NAME`; how to read and make
them is in [the guide](../ablation.md). F1 in percent on the test part of `levels`, words only: R
replaced, D deleted, S the words at which a new sentence begins, at the levels plain and easy. All
variants of an experiment are judged by the same labels, those of the aligner `best`. The taggers
are small and learn from about 5,000 sentences (`configs/ablation/base/levels.yaml`), without an
encoder unless that is the question: scores are lower than those of [the model that
ships](levels.md), and it is the differences that count. In brackets the difference from the first
row, with a star where p < 0.05 (paired bootstrap over test sentences, 1,000 samples, Holm's
correction over the variants of a column). With one seed a star only means that other test sentences
would agree, not that another training would. A dash stands where a variant does not learn the
label."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.results.levels_ablation")
    parser.add_argument("--runs", type=Path, default=Path("runs/ablation"))
    options = parser.parse_args()
    parts = [
        "# Ablations of the tagger on levels",
        provenance(
            "python -m benchmarks.results.levels_ablation",
            "levels (CC BY-SA 4.0)",
            "as each section says",
        ),
        INTRODUCTION,
    ]
    missing = []
    for path in sorted(EXPERIMENTS.glob(PATTERN)):
        if (options.runs / path.stem / "results.json").is_file():
            parts.append(section(path, read_results(options.runs / path.stem)))
        else:
            missing.append(f"- `{path.stem}`: {question_of(path)}")
    if missing:
        parts.append("## Not run\n\n" + "\n".join(missing))
    with atomic_write(PAGE) as page:
        page.write("\n\n".join(parts) + "\n")
    print(PAGE)


def section(path: Path, results: Results) -> str:
    """Question, lesson, table and how it was made."""
    # What was learned is read from the shipped file: it is written after the run.
    shipped, summary = read_experiment(path), summarise(results)
    seeds = ", ".join(map(str, results.experiment.seeds))
    size = next(iter(next(iter(results.runs)).counts.values())).shape[0]
    left_out = [name for name in shipped.variants if name not in results.experiment.variants]
    parts = [
        f"## {path.stem.removeprefix('levels_').replace('_', ' ').capitalize()}",
        f"**{results.experiment.question}**",
        shipped.lesson,
        table(summary),
        f"Not run: {', '.join(left_out)}." if left_out else "",
        f"Seeds {seeds}; {size:,} test sentences. {results.made['provenance']}",
    ]
    return "\n\n".join(part for part in parts if part)


def table(summary: Summary) -> str:
    """One row per variant."""
    names = [column.name.removesuffix(" F1") for column in summary.shown]
    rows = [[row.variant, *_cells(row, summary)] for row in summary.rows]
    return as_markdown(["variant", *names], rows)


def _cells(row: Row, summary: Summary) -> list[str]:
    if not row.cells:
        return [f"failed: {row.reason}", *[""] * (len(summary.shown) - 1)]
    cells = []
    for column in summary.shown:
        cell = row.cells[column.name]
        if cell.mean == 0.0:
            cells.append("–")
            continue
        text = f"{cell.mean:.1f}" + ("" if cell.deviation is None else f" ± {cell.deviation:.1f}")
        if cell.difference is not None:
            text += f" ({cell.difference:+.1f}{'*' if cell.significant else ''})"
        cells.append(text)
    return cells


if __name__ == "__main__":
    main()
