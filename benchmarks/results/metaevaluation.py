"""Writes docs/results/metaevaluation.md: the thesis's tables of chapter 5, ours beside them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from seqlab.evaluation import load_metrics, load_test_set
from seqlab.evaluation.meta import (
    computed_values,
    meta_evaluate,
    rater_reliability,
    read_metric_values,
    read_ratings,
    reliability_table,
    selected_references,
)
from seqlab.evaluation.meta.report import scatter_figure
from seqlab.evaluation.meta.splits import operations
from seqlab.files import atomic_write, data_folder, read_word_list
from seqlab.provenance import provenance
from seqlab.tables import as_markdown

PAGE = Path("docs/results/metaevaluation.md")
PICTURE = Path("docs/images/metaevaluation.png")
THESIS = Path(__file__).with_name("data") / "thesis_tables.tsv"
# Orders of tied outputs that are tried for the halves of Structural Simplicity.
ORDERS = 200
Cells = dict[tuple[str, str], float]


def main() -> None:
    """All tables from the authors' metric values, then from ours."""
    printed = thesis()
    human = data_folder() / "human"
    direct = read_ratings("simplicity-da")
    structural = read_ratings("structural-simplicity")
    of_direct = read_metric_values(human / "metrics_simplicity_DA.csv.gz")
    of_structural = read_metric_values(human / "metrics_structural_simplicity.csv.gz")
    asked, other = "simplicity", "structural simplicity"
    ours: dict[str, Cells] = {
        "5.1": cells(meta_evaluate(direct, of_direct["asset"], asked, samples=0)),
        "5.5": cells(meta_evaluate(structural, of_structural["hsplit"], other, samples=0)),
        "5.7": cells(meta_evaluate(direct, of_direct["asset"], asked, "type", samples=0)),
        "5.8": cells(meta_evaluate(structural, of_structural["hsplit"], other, "type", samples=0)),
        "5.9": {},
    }
    done = dict(zip(direct.outputs, operations(list(direct.outputs.values())), strict=True))
    names = sorted({metric for metric, _ in printed["5.9"]})
    by_set = {**of_direct, "selected": selected_references(of_direct, done, names)}
    for name in ("asset", "all", "selected"):
        found = cells(meta_evaluate(direct, by_set[name], asked, samples=0))
        ours["5.9"] |= {(metric, f"{name} {group}"): v for (metric, group), v in found.items()}
    blocks = [
        "# Metrics put to the test\n",
        provenance(
            "make results-metaevaluation",
            "Simplicity-DA, Structural Simplicity, the authors' metric values",
            1,
        ),
        "\nPearson correlations with people's ratings, by size as the thesis prints them: ours "
        "from the metric values that the authors published, the thesis's in brackets.\n",
        _summary(ours, printed),
    ]
    for table, own in ours.items():
        blocks += [f"\n## Table {table}\n", beside(own, printed[table])]
    blocks += [
        "\n### Ties in table 5.5\n",
        _ties(structural, of_structural["hsplit"], printed["5.5"]),
    ]
    blocks += ["\n## Agreement of raters\n", _agreement(direct, structural)]
    own_values = _own_values({asked: (direct, of_direct), other: (structural, of_structural)})
    blocks += ["\n## Our own metric values\n", *own_values]
    with atomic_write(PAGE) as handle:
        handle.write("\n".join(blocks) + "\n")
    picture = meta_evaluate(direct, of_direct["asset"], asked, samples=0)
    with atomic_write(PICTURE, "wb") as handle:
        scatter_figure(picture).savefig(handle, format="png", dpi=90)


def thesis() -> dict[str, Cells]:
    """Table → (metric, column) → printed value."""
    tables: dict[str, Cells] = {}
    for line in read_word_list(THESIS):
        table, metric, column, value = line.split("\t")
        tables.setdefault(table, {})[metric, column] = float(value)
    return tables


def cells(found: object) -> Cells:
    """(metric, group) → size of the correlation."""
    table = found.table  # type: ignore[attr-defined]
    return {
        (metric, group): abs(own.value)
        for metric, groups in table.correlations.items()
        for group, own in groups.items()
        if own.value is not None
    }


def beside(ours: Cells, printed: Mapping[tuple[str, str], float]) -> str:
    """Ours, and the thesis's in brackets, marked where they differ in two decimals."""
    columns = list(dict.fromkeys(column for _, column in printed))
    metrics = list(dict.fromkeys(metric for metric, _ in printed))
    rows = [
        [metric, *(_pair(ours[metric, column], printed[metric, column]) for column in columns)]
        for metric in metrics
    ]
    return as_markdown(["metric", *columns], rows)


def _pair(own: float, printed: float) -> str:
    mark = "" if _equal(own, printed) else " ≠"
    return f"{own:.3f} ({printed:.3f}){mark}"


def _equal(own: float, printed: float) -> bool:
    return abs(own - printed) < 0.005


def _summary(ours: Mapping[str, Cells], printed: Mapping[str, Cells]) -> str:
    rows = []
    for table, wanted in printed.items():
        right = [key for key, value in wanted.items() if _equal(ours[table][key], value)]
        rows.append([table, len(wanted), len(right), _REASONS.get(table, "")])
    return as_markdown(["table", "cells", "equal to two decimals", "the others"], rows, "lrrl")


_REASONS = {
    "5.5": "Low and High: the halves meet among 833 outputs rated 0, and the thesis does not say "
    "in which order; below",
    "5.7": "the row iBLEU, where the thesis prints the values of BLEU-SARI (AM); its table C.4 has "
    "ours",
    "5.9": "Selected References: values against the union of ASSET and TurkCorpus are not public; "
    "the better of the two stands for it",
}


def _ties(structural: object, values: dict, printed: Mapping[tuple[str, str], float]) -> str:
    """The range of Low and High over random orders of tied outputs."""
    from seqlab.evaluation.meta.metric_values import column

    people = structural.scores("structural simplicity")  # type: ignore[attr-defined]
    outputs = [structural.outputs[key] for key in people]  # type: ignore[attr-defined]
    scores = np.array([people[one.key] for one in outputs])
    columns = {metric: column(values[metric], outputs) for metric, _ in printed}
    drawn: dict[tuple[str, str], list[float]] = {}
    for seed in range(ORDERS):
        order = np.random.default_rng(seed).permutation(len(scores))
        order = order[np.argsort(scores[order], kind="stable")]
        for group, places in (
            ("Low", order[: len(order) // 2]),
            ("High", order[len(order) // 2 :]),
        ):
            for metric, own in columns.items():
                value = abs(np.corrcoef(own[places], scores[places])[0, 1])
                drawn.setdefault((metric, group), []).append(float(value))
    rows = []
    for metric in columns:
        row = [metric]
        for group in ("Low", "High"):
            low, high = min(drawn[metric, group]), max(drawn[metric, group])
            row += [f"{low:.3f}–{high:.3f}", f"{printed[metric, group]:.3f}"]
        rows.append(row)
    return as_markdown(
        [
            "metric",
            f"Low, {ORDERS} random orders",
            "thesis",
            f"High, {ORDERS} random orders",
            "thesis",
        ],
        rows,
    )


def _agreement(direct: object, structural: object) -> str:
    found = [
        rater_reliability(direct, "simplicity"),  # type: ignore[arg-type]
        rater_reliability(structural, "structural simplicity"),  # type: ignore[arg-type]
    ]
    note = (
        "\n\nThe thesis: 0.533 ± 0.023 for Simplicity-DA (simulated), 0.48 for Structural "
        "Simplicity (real pairs)."
    )
    return reliability_table(found) + note


# Our names of the metrics that the authors published, and the names of theirs.
OURS = {
    "bertscore-p": "bertscore_P",
    "bertscore": "bertscore_F1",
    "bertscore-r": "bertscore_R",
    "ibleu": "ibleu",
    "bleu": "bleu",
    "bleu-sari-am": "amean_bleu_sari",
    "bleu-sari-gm": "gmean_bleu_sari",
    "sari-sentence": "sari",
    "fkgl": "fkgl",
    "fkbleu": "fkbleu",
    "samsa": "samsa",
}
FIRST = 4


def _own_values(ratings: Mapping[str, tuple[object, dict]]) -> list[str]:
    """Our own values against TurkCorpus's references beside the authors' against the same."""
    tests = load_test_set("turkcorpus_test")
    lines = [
        "Values computed here, against TurkCorpus's references (ASSET's test references are not "
        "public here), beside the values that the authors published against the same references: "
        "Pearson with the ratings by size, the place among these metrics in brackets, and Pearson "
        "of our value of an output with theirs. Our BERTScore reads all-MiniLM-L6-v2, theirs "
        "BERT-base. FKBLEU: theirs rewards a higher grade, as the formula is printed in Xu et al. "
        "(2016), ours a lower one, as its text says.",
    ]
    for asked, (rated, published) in ratings.items():
        metrics = load_metrics(list(OURS))
        outputs = list(rated.outputs.values())  # type: ignore[attr-defined]
        values = computed_values(outputs, metrics, tests)
        own = {OURS[name]: values[metric.name] for name, metric in zip(OURS, metrics, strict=True)}
        theirs = {name: published["turk"][name] for name in own}
        found, other = (
            cells(meta_evaluate(rated, one, asked, samples=0))  # type: ignore[arg-type]
            for one in (own, theirs)
        )
        ours_first, theirs_first = _order(found), _order(other)
        rows = []
        for name in theirs_first:
            pair = np.array([[own[name][one.key], theirs[name][one.key]] for one in outputs])
            rows.append(
                [
                    name,
                    f"{other[name, 'All']:.3f} ({theirs_first.index(name) + 1})",
                    f"{found[name, 'All']:.3f} ({ours_first.index(name) + 1})",
                    f"{np.corrcoef(pair.T)[0, 1]:.3f}",
                ]
            )
        same = ours_first[:FIRST] == theirs_first[:FIRST]
        lines += [
            f"\n### {asked} ({len(outputs):,} outputs)\n",
            as_markdown(["metric", "authors' values", "ours", "r of the values"], rows),
            f"\nThe first {FIRST} are {'the same, in the same order' if same else 'not the same'}"
            f": {', '.join(theirs_first[:FIRST])}"
            f"{'' if same else '; ours ' + ', '.join(ours_first[:FIRST])}.",
        ]
    return lines


def _order(found: Cells) -> list[str]:
    """The metrics by the size of their correlation with all ratings, the highest first."""
    own = {metric: value for (metric, group), value in found.items() if group == "All"}
    return sorted(own, key=own.__getitem__, reverse=True)


if __name__ == "__main__":
    main()
