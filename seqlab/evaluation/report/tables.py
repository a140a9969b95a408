"""Scores of several systems as text, Markdown, LaTeX and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import seqlab
from seqlab.evaluation.evaluate import Evaluation
from seqlab.evaluation.metrics.score import Score
from seqlab.tables import as_latex, as_markdown, as_text, tex_escaped

_ARROWS = {True: "↑", False: "↓", None: ""}


def text_table(evaluation: Evaluation) -> str:
    """The scores in columns for a terminal, with the signatures below."""
    heads = ["system", *(_heading(score) for score in _first_scores(evaluation))]
    rows = [
        [system.name, *(_cell(score) for score in system.scores.values())]
        for system in evaluation.systems
    ]
    return "\n".join([as_text(heads, rows), "", *signatures(evaluation)])


def markdown_table(evaluation: Evaluation) -> str:
    """The scores as a Markdown table, the best of each column in bold."""
    best = _best(evaluation)
    heads = ["System", *(_heading(score) for score in _first_scores(evaluation))]
    rows = []
    for system in evaluation.systems:
        cells = [
            f"**{score.value:.2f}**" if best[name] == score.value else f"{score.value:.2f}"
            for name, score in system.scores.items()
        ]
        spans = [f" {score.interval}" if score.interval else "" for score in system.scores.values()]
        joined = [cell + span for cell, span in zip(cells, spans, strict=True)]
        rows.append([system.name, *joined])
    notes = [f"- `{line}`" for line in signatures(evaluation)]
    return "\n".join([as_markdown(heads, rows), "", *notes, ""])


def latex_table(evaluation: Evaluation) -> str:
    """The scores as a LaTeX table (booktabs), intervals as half widths, best in bold."""
    best = _best(evaluation)
    scores = _first_scores(evaluation)
    arrows = {True: r"$\uparrow$", False: r"$\downarrow$", None: ""}
    heads = [f"{tex_escaped(score.name)}{arrows[score.higher_is_better]}" for score in scores]
    rows = []
    for system in evaluation.systems:
        cells = []
        for name, score in system.scores.items():
            number = f"{score.value:.2f}"
            cell = rf"\textbf{{{number}}}" if best[name] == score.value else number
            if score.interval:
                half = (score.interval.high - score.interval.low) / 2
                cell += rf" {{\small $\pm$ {half:.2f}}}"
            cells.append(cell)
        rows.append([tex_escaped(system.name), *cells])
    notes = [r"\usepackage{booktabs}", *signatures(evaluation)]
    return as_latex(["System", *heads], rows, notes) + "\n"


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
                    "difference": comparison.difference,
                    "p": comparison.p_value,
                    "method": comparison.method,
                }
                for pair, comparison in pairs.items()
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
