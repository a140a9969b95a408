"""Write docs/results/trust.md, and what reports say of each metric (`report/assets/trust.tsv`).

Both come from the values that the thesis's authors published for every output (ASSET references)
and people's ratings of the same outputs: Pearson over all, and over the worse and the better half.
"""

from __future__ import annotations

import csv
import gzip
from pathlib import Path

import numpy as np

from seqlab.files import atomic_write, data_folder
from seqlab.provenance import provenance
from seqlab.tables import as_markdown

PAGE = Path("docs/results/trust.md")
SENTENCES = Path("seqlab/evaluation/report/assets/trust.tsv")
# Our name of each metric and the column of the published values.
COLUMNS = {
    "SARI": "sari",
    "BLEU": "bleu",
    "BERTScore-P": "bertscore_P",
    "BERTScore-R": "bertscore_R",
    "BERTScore": "bertscore_F1",
    "FKGL": "fkgl",
    "iBLEU": "ibleu",
    "FKBLEU": "fkbleu",
    "SAMSA": "samsa",
}
# From this correlation on, what a score is good for; the first that fits.
VERDICTS = (
    (0.5, "a low score is a good sign of a poor output, a high one says less"),
    (0.3, "weak evidence, to be read beside other metrics"),
    (-1.0, "it does not tell how simple people find an output"),
)
SOURCE = "Simplicity-DA"


def main() -> None:
    found = correlations()
    with atomic_write(SENTENCES) as handle:
        handle.write("# Made by `make results-trust`: what reports say of each metric.\n")
        handle.writelines(f"{name}\t{sentence(*rs)}\n" for name, rs in found.items())
    heads = ["metric", "worse half", "better half", "all"]
    rows = [[name, *(f"{r:.3f}" for r in rs)] for name, rs in found.items()]
    lines = [
        "# How far a metric can be trusted",
        "",
        provenance("make results-trust", "human/simplicity_DA.csv, metrics_simplicity_DA.csv.gz"),
        "",
        "Pearson with people's ratings of simplicity (z-scores) over 600 outputs, with the values "
        "that the thesis's authors published (references of ASSET); thesis Table 5.1. Of FKGL the "
        "size counts, not the sign. The halves are the 300 outputs with the lowest ratings and the "
        "300 others.",
        "",
        as_markdown(heads, rows),
        "",
        "Reports of `seqlab evaluate` quote it in a sentence per metric:",
        "",
        *(f"- {name}: {sentence(*rs)}" for name, rs in found.items()),
    ]
    with atomic_write(PAGE) as page:
        page.write("\n".join(lines) + "\n")
    print(PAGE, SENTENCES)


def correlations() -> dict[str, tuple[float, float, float]]:
    """For each metric Pearson's r in the worse half, the better half, and all outputs."""
    folder = data_folder() / "human"
    with gzip.open(folder / "metrics_simplicity_DA.csv.gz", "rt", encoding="utf-8-sig") as handle:
        values = {
            (row["sent_id"], row["sys_name"]): row
            for row in csv.DictReader(handle)
            if row["test_set"] == "asset"
        }
    with (folder / "simplicity_DA.csv").open(encoding="utf-8-sig", newline="") as table:
        rated = [
            (float(row["simplicity_zscore"]), values[row["sent_id"], row["sys_name"]])
            for row in csv.DictReader(table)
        ]
    rated.sort(key=lambda item: item[0])
    half = len(rated) // 2
    found = {}
    for name, column in COLUMNS.items():
        worse, better, overall = (
            _pearson(part, column) for part in (rated[:half], rated[half:], rated)
        )
        if name == "FKGL":
            worse, better, overall = abs(worse), abs(better), abs(overall)
        found[name] = (worse, better, overall)
    return found


def sentence(worse: float, better: float, overall: float) -> str:
    """What a reader should know before believing a score."""
    verdict = next(text for least, text in VERDICTS if overall >= least)
    return (
        f"r = {overall:.2f} with people's ratings of simplicity on {SOURCE} ({worse:.2f} among the "
        f"worse half of outputs, {better:.2f} among the better): {verdict}."
    )


def _pearson(part: list[tuple[float, dict[str, str]]], column: str) -> float:
    rows = [(rating, float(row[column])) for rating, row in part]
    return float(np.corrcoef(np.array(rows).T)[0, 1])


if __name__ == "__main__":
    main()
