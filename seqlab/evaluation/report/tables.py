"""Scores of several systems as text, Markdown, LaTeX and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import seqlab
from seqlab.evaluation.evaluate import Evaluation
from seqlab.evaluation.metrics.score import Score

_ARROWS = {True: "↑", False: "↓", None: ""}


def text_table(evaluation: Evaluation) -> str:
    """The scores in columns for a terminal, with the signatures below."""
    rows = [["system", *(_heading(score) for score in _first_scores(evaluation))]]
    for system in evaluation.systems:
        rows.append([system.name, *(_cell(score) for score in system.scores.values())])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    return "\n".join([*lines, "", *signatures(evaluation)])


def markdown_table(evaluation: Evaluation) -> str:
    """The scores as a Markdown table, the best of each column in bold."""
    best = _best(evaluation)
    heads = ["System", *(_heading(score) for score in _first_scores(evaluation))]
    lines = [_row(heads), _row(["---", *("---:" for _ in heads[1:])])]
    for system in evaluation.systems:
        cells = [
            f"**{score.value:.2f}**" if best[name] == score.value else f"{score.value:.2f}"
            for name, score in system.scores.items()
        ]
        spans = [f" {score.interval}" if score.interval else "" for score in system.scores.values()]
        joined = [cell + span for cell, span in zip(cells, spans, strict=True)]
        lines.append(_row([system.name, *joined]))
    notes = [f"- `{line}`" for line in signatures(evaluation)]
    return "\n".join([*lines, "", *notes, ""])


def latex_table(evaluation: Evaluation) -> str:
    """The scores as a LaTeX table (booktabs), intervals as half widths, best in bold."""
    best = _best(evaluation)
    scores = _first_scores(evaluation)
    arrows = {True: r"$\uparrow$", False: r"$\downarrow$", None: ""}
    heads = [f"{_escaped(score.name)}{arrows[score.higher_is_better]}" for score in scores]
    lines = [
        r"% \usepackage{booktabs}",
        *(f"% {line}" for line in signatures(evaluation)),
        rf"\begin{{tabular}}{{l{'r' * len(scores)}}}",
        r"\toprule",
        " & ".join(["System", *heads]) + r" \\",
        r"\midrule",
    ]
    for system in evaluation.systems:
        cells = []
        for name, score in system.scores.items():
            number = f"{score.value:.2f}"
            cell = rf"\textbf{{{number}}}" if best[name] == score.value else number
            if score.interval:
                half = (score.interval.high - score.interval.low) / 2
                cell += rf" {{\small $\pm$ {half:.2f}}}"
            cells.append(cell)
        lines.append(" & ".join([_escaped(system.name), *cells]) + r" \\")
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""])


def to_json(evaluation: Evaluation) -> dict[str, Any]:
    """Everything but single sentences, ready for `json.dump`."""
    return {
        "seqlab": seqlab.__version__,
        "test_set": evaluation.test_set.name,
        "sentences": len(evaluation.test_set.originals),
        "references": len(evaluation.test_set.references),
        "seed": evaluation.options.seed,
        "samples": evaluation.options.samples,
        "systems": {
            system.name: {
                "scores": {name: score.to_json() for name, score in system.scores.items()},
                "features": {
                    name: {
                        "mean": float(values.mean()),
                        "interval": [
                            system.feature_intervals[name].low,
                            system.feature_intervals[name].high,
                        ],
                    }
                    for name, values in system.features.items()
                },
            }
            for system in evaluation.systems
        },
        "comparisons": {
            metric: [
                {
                    "systems": list(pair),
                    "difference": found.difference,
                    "p": found.p_value,
                    "method": found.method,
                }
                for pair, found in pairs.items()
            ]
            for metric, pairs in evaluation.comparisons.items()
        },
    }


def signatures(evaluation: Evaluation) -> list[str]:
    """How each score was made, and the intervals."""
    options = evaluation.options
    made = [str(score.signature) for score in _first_scores(evaluation)]
    percent = f"{100 * options.confidence:g}"
    return [
        *made,
        f"intervals: {percent} %, bootstrap, {options.samples} resamples, seed {options.seed}",
    ]


def _first_scores(evaluation: Evaluation) -> Sequence[Score]:
    return list(evaluation.systems[0].scores.values())


def _heading(score: Score) -> str:
    return f"{score.name}{_ARROWS[score.higher_is_better]}"


def _cell(score: Score) -> str:
    return f"{score.value:.2f}" + (f" {score.interval}" if score.interval else "")


def _best(evaluation: Evaluation) -> dict[str, float | None]:
    best: dict[str, float | None] = {}
    for name in evaluation.metrics:
        # Copying the input is no achievement, though BLEU says so.
        real = [system for system in evaluation.systems if not evaluation.is_baseline(system)]
        scores = [system.scores[name] for system in real or evaluation.systems]
        values = [score.value for score in scores]
        wanted = scores[0].higher_is_better
        best[name] = None if wanted is None else max(values) if wanted else min(values)
    return best


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _escaped(text: str) -> str:
    for character in "\\&%$#_{}":
        text = text.replace(character, "\\" + character)
    return text.replace("–", "--")
