"""Write docs/results/ablation.md from the result folders of the experiments that ship.

    seqlab ablate decoder            # and so on, for each name that `seqlab ablate --list` shows
    python -m benchmarks.results.ablation --runs runs/ablation

Nothing is run here. What has no result folder is named as not run.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Mapping
from pathlib import Path

from seqlab.ablation import (
    Results,
    markdown_table,
    question_of,
    read_experiment,
    read_results,
    render_results,
    summarise,
)
from seqlab.files import atomic_write
from seqlab.provenance import provenance
from seqlab.tables import as_markdown

PAGE = Path("docs/results/ablation.md")
EXPERIMENTS = Path("configs/ablation")
# Those whose bars are shown on the page; the others' tables say enough.
PICTURES = ("aligners",)
# Thesis, Table 3.7, on Newsela: BLEU, TER, SARI (sentence), BLEU and TER to original, same %.
THESIS: Mapping[str, tuple[float, ...]] = {
    "Semi-Oracle": (67.33, 22.66, 61.71, 61.63, 26.01, 10.83),
    "Moses": (57.79, 40.19, 24.58, 98.30, 0.86, 89.50),
    "Nematus": (46.90, 52.84, 29.89, 76.29, 20.10, 30.45),
    "NTS": (53.79, 45.24, 30.44, 77.63, 16.70, 42.76),
    "SeqLab": (41.37, 48.72, 31.29, 59.71, 25.24, 14.06),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.results.ablation")
    parser.add_argument("--runs", type=Path, default=Path("runs/ablation"))
    options = parser.parse_args()
    # Those on levels have a page of their own.
    on_levels = set(EXPERIMENTS.glob("levels_*.yaml"))
    files = sorted(set(EXPERIMENTS.glob("*.yaml")) - on_levels)
    found: dict[str, Results] = {}
    for path in files:
        if (options.runs / path.stem / "results.json").is_file():
            found[path.stem] = read_results(options.runs / path.stem)
            if path.stem in PICTURES:
                render_results(options.runs / path.stem)
                picture = options.runs / path.stem / "bars.png"
                shutil.copyfile(picture, PAGE.parent / f"ablation-{path.stem}.png")
    with atomic_write(PAGE) as page:
        page.write(_page(files, found))
    print(PAGE)


def _page(files: list[Path], found: Mapping[str, Results]) -> str:
    data = "OneStopEnglish articles (CC BY-SA 4.0), aligned and annotated by SeqLab"
    parts = [
        "# Ablation experiments",
        provenance("python -m benchmarks.results.ablation", data, "as each section says"),
        INTRODUCTION,
        _overview(files, found),
        *(_section(path, found[path.stem]) for path in files if path.stem in found),
    ]
    missing = [path for path in files if path.stem not in found]
    if missing:
        lines = [f"- `{path.stem}`: {question_of(path)}" for path in missing]
        parts.append("## Not run\n\n" + "\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _overview(files: list[Path], found: Mapping[str, Results]) -> str:
    """Which experiments were run, with how many seeds, on how much."""
    rows = []
    for path in files:
        shipped = read_experiment(path)
        if path.stem not in found:
            rows.append([f"`{path.stem}`", "not run", "–", "–", "–"])
            continue
        results = found[path.stem]
        experiment = results.experiment
        trained = [run.training.get("train_sentences") for run in results.of(experiment.base_name)]
        size = f"{trained[0]:,}" if trained and trained[0] else "–"
        rows.append(
            [
                f"[`{path.stem}`](#{path.stem})",
                f"{len(experiment.variants)} of {len(shipped.variants)}",
                f"{len(experiment.seeds)} of {len(shipped.seeds)}",
                size,
                str(len(results.failed)),
            ]
        )
    heads = "experiment|variants run|seeds run|training sentences of the base|failed"
    return as_markdown(heads.split("|"), rows)


def _section(path: Path, results: Results) -> str:
    # What was learned is read from the shipped file: it is written after the run.
    lesson = read_experiment(path).lesson
    summary = summarise(results)
    sentences = {
        measure: len(table) for run in results.runs for measure, table in run.counts.items()
    }
    tested = ", ".join(f"{name} {size:,}" for name, size in sentences.items())
    parts = [
        f"## {path.stem}",
        f"**{results.experiment.question}**",
        lesson,
        _left_out(path, results),
        markdown_table(results, summary),
        f"Test sentences by metric: {tested}. {results.made['provenance']}",
    ]
    if path.stem in PICTURES:
        parts.append(f"![{results.experiment.question}](ablation-{path.stem}.png)")
    if path.stem == "table_3_7":
        parts.append(_thesis())
    return "\n\n".join(part for part in parts if part)


def _left_out(path: Path, results: Results) -> str:
    done = results.experiment.variants
    names = [name for name in read_experiment(path).variants if name not in done]
    return f"Not run: {', '.join(names)}." if names else ""


def _thesis() -> str:
    names = ["BLEU", "TER", "SARI (sentence)", "BLEU to original", "TER to original", "same %"]
    rows = [[name, *(f"{value:.2f}" for value in values)] for name, values in THESIS.items()]
    return (
        "The thesis's own figures, on Newsela with another split, for the shape of the table "
        "only; its arrows are BLEU ↑, TER ↓, SARI ↑, BLEU to original ↓, TER to original ↑, "
        "same ↓:\n\n" + as_markdown(["thesis, Table 3.7", *names], rows)
    )


INTRODUCTION = """\
Each section is one file of `configs/ablation`, run by `seqlab ablate NAME`; how to read and make
them is in [the guide](../ablation.md). All variants of an experiment are judged on the same test
articles, those of [the tagger's results](tagger.md), by the labels that the base's annotation
gives them. So that the list could be run on two shared processor cores, the taggers here are
small and learn from a quarter of the training articles
(`configs/ablation/base/onestop.yaml`): scores are lower than the product's, and it is the
differences that count. The table below says how many seeds and variants were affordable: with one
seed a star only means that other test sentences would agree, not that another training would. *gold
macro F1* is the tagger on the 143 pairs of the sample corpus that were labelled by hand; *silver
F1* is the automatic annotation against gold labels (the same 143 pairs and 533 of MultiMWA's
wiki-dev). Seconds were measured while other work ran on the machine and say little."""


if __name__ == "__main__":
    main()
