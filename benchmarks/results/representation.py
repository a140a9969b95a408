"""Write docs/results/representation.md: labels and texts of one ablation with labels obeyed.

    seqlab ablate representation
    make results-representation

Nothing is run here: the page shows the result folder, with as many seeds as it has.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from seqlab.ablation import markdown_table, read_results, summarise
from seqlab.files import atomic_write
from seqlab.provenance import provenance

PAGE = Path("docs/results/representation.md")


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.results.representation")
    parser.add_argument("--runs", type=Path, default=Path("runs/ablation"))
    results = read_results(parser.parse_args().runs / "representation")
    seeds = ", ".join(map(str, results.experiment.seeds))
    data = "OneStopEnglish articles (CC BY-SA 4.0), aligned and annotated by SeqLab"
    parts = [
        f"# {results.experiment.question}",
        provenance("make results-representation", data, seeds),
        "A quarter of the training articles and a small tagger: differences count, not levels. "
        "Texts are those of `decide: labels`, which obeys the tagger word by word (thesis 3.2.3), "
        "so that they move where labels do.",
        markdown_table(results, summarise(results)),
    ]
    with atomic_write(PAGE) as page:
        page.write("\n\n".join(parts) + "\n")
    print(PAGE)


if __name__ == "__main__":
    main()
