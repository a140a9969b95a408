"""Write docs/results/representation.md: labels and texts of ablations with labels obeyed.

    seqlab ablate representation
    make results-representation

Nothing is run here: the page shows the result folders of the experiments that change labels, as
many as there are, with as many seeds as they have.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from seqlab.ablation import markdown_table, read_results, summarise
from seqlab.files import atomic_write
from seqlab.provenance import provenance

PAGE = Path("docs/results/representation.md")
EXPERIMENTS = ("representation", "decoder", "bias", "aligners", "heuristics", "entities", "size")
_WHAT = (
    "A quarter of the training articles and a small tagger: differences count, not levels. Texts "
    "are those of `decide: labels`, which obeys the tagger word by word (thesis 3.2.3), so that "
    "they move where labels do."
)
_DATA = "OneStopEnglish articles (CC BY-SA 4.0), aligned and annotated by SeqLab"


def main() -> None:
    """Write the page, or the sections of it that are asked for, to keep those of earlier runs."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.results.representation")
    parser.add_argument("--runs", type=Path, default=Path("runs/ablation"))
    parser.add_argument("--add", action="store_true", help="keep what the page has")
    options = parser.parse_args()
    kept = PAGE.read_text(encoding="utf-8").rstrip() if options.add and PAGE.is_file() else ""
    parts = [kept] if kept else ["# Labels and texts of ablations", _WHAT]
    for name in EXPERIMENTS:
        if (options.runs / name / "results.json").is_file():
            parts += section(options.runs / name)
    with atomic_write(PAGE) as page:
        page.write("\n\n".join(parts) + "\n")
    print(PAGE)


def section(folder: Path) -> list[str]:
    """One experiment: its question, how it was made, its table."""
    results = read_results(folder)
    seeds = ", ".join(map(str, results.experiment.seeds))
    return [
        f"## {results.experiment.question}",
        provenance("make results-representation", _DATA, seeds),
        markdown_table(results, summarise(results)),
    ]


if __name__ == "__main__":
    main()
