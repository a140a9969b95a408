"""Means, intervals, differences and their tests, from rows of counts."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import numpy as np
import pytest

from seqlab.ablation.plan.experiment import Experiment
from seqlab.ablation.plan.settings import Settings
from seqlab.ablation.results.folder import Results, RunResult
from seqlab.ablation.results.measures import MEASURES, Array
from seqlab.ablation.results.summary import holm, summarise
from seqlab.ablation.results.tables import csv_table, latex_table, markdown_table


def links(right: int, of: int = 60) -> Array:
    """`of` sentences with ten links each, all found; nine of them right in the first `right`."""
    rows = [[9 if n < right else 3, 10, 10] for n in range(of)]
    return np.array(rows, dtype=np.float64)


def run(variant: str, counts: Array, seed: int = 1, node: str = "") -> RunResult:
    return RunResult(
        variant, seed, 2.0, "", {"links": node or f"{variant}{seed}"}, {"links": counts}
    )


def results(*runs: RunResult) -> Results:
    names = list(dict.fromkeys(run.variant for run in runs))
    experiment = Experiment(
        "test", "Which?", dict.fromkeys(names, Settings()), (1, 2), ("links",), base_name=names[0]
    )
    return Results(experiment, runs, {})


def test_scores_are_those_of_the_summed_counts() -> None:
    summary = summarise(results(run("base", links(30))))
    cell = summary.rows[0].cells["link F1"]
    assert cell.mean == pytest.approx(60.0)
    assert cell.low < 60 < cell.high
    assert cell.difference is None


def test_a_clear_difference_is_sure_and_none_is_not() -> None:
    base, better, same = links(20), links(50), links(20)
    summary = summarise(results(run("base", base), run("better", better), run("same", same)))
    cells = {row.variant: row.cells["link F1"] for row in summary.rows}
    assert cells["better"].difference == pytest.approx(30.0)
    assert cells["better"].significant
    assert cells["better"].best
    assert cells["same"].p == 1.0
    assert not cells["base"].best


def test_seeds_give_mean_and_deviation_but_a_shared_stage_counts_once() -> None:
    two = summarise(results(run("base", links(20), 1), run("base", links(40), 2)))
    cell = two.rows[0].cells["link F1"]
    assert cell.mean == pytest.approx(60.0)
    assert cell.deviation == pytest.approx(np.std([50, 70], ddof=1))
    shared = [run("base", links(20), seed, node="same") for seed in (1, 2)]
    assert summarise(results(*shared)).rows[0].cells["link F1"].deviation is None


def test_other_test_sentences_cannot_be_paired() -> None:
    summary = summarise(results(run("base", links(20)), run("other", links(20, of=50))))
    cell = summary.rows[1].cells["link F1"]
    assert cell.difference is not None
    assert cell.p is None


def test_holm_multiplies_the_smallest_most_and_never_turns_the_order() -> None:
    # Holm (1979): 0.01 × 4, 0.03 × 3, then at least what came before.
    found = holm({"a": 0.01, "b": 0.04, "c": 0.03, "d": 0.005})
    assert found == pytest.approx({"d": 0.02, "a": 0.03, "c": 0.06, "b": 0.06})


def test_label_scores_are_precision_recall_and_f1_by_label() -> None:
    # True C: 8 right, 2 called D. True D: 3 right, 1 called C. True R: 1 called C, 1 right.
    totals = np.array([8, 2, 0, 1, 3, 0, 1, 0, 1], dtype=np.float64)
    measure = MEASURES["labels"]
    scores = dict(zip([c.name for c in measure.columns], measure.combine(totals), strict=True))
    assert scores["D P"] == pytest.approx(60.0)
    assert scores["D R"] == pytest.approx(75.0)
    assert scores["R F1"] == pytest.approx(200 / 3)
    each = [scores[f"{label} F1"] for label in "CDR"]
    assert scores["macro F1"] == pytest.approx(np.mean(each))


@pytest.mark.parametrize("name", list(MEASURES))
def test_every_measure_gives_its_columns_for_one_corpus_and_for_many(name: str) -> None:
    measure = MEASURES[name]
    sizes = {"labels": 9, "gold-labels": 9, "links": 3, "words": 12, "sari": 36, "sari-sentence": 4}
    sizes |= {"bleu": 10, "bleu-original": 10, "fkgl": 3, "by-level": 18, "token-f1": 4}
    sizes |= {"sentences": 4, "bertscore": 4}
    counts = np.ones((5, sizes.get(name, 2)))
    assert measure.combine(counts.sum(axis=0)).shape == (len(measure.columns),)
    assert measure.combine(counts).shape == (5, len(measure.columns))


def test_the_tables_say_the_same_in_three_forms() -> None:
    failed = replace(run("50 % & more", links(1)), reason="tagger: no | way", counts={}, nodes={})
    found = results(run("base", links(20)), run("better", links(50)), failed)
    summary = summarise(found)
    markdown = markdown_table(found, summary)
    assert "| better | **80.0** (+30.0*) | 2 |" in markdown
    assert "| 50 % & more | failed: tagger: no \\| way | – |" in markdown
    rows = list(csv.DictReader(io.StringIO(csv_table(summary))))
    chosen = [r for r in rows if r["variant"] == "better" and r["metric"] == "link F1"]
    assert chosen[0]["difference"] == "30.0000"
    assert chosen[0]["best"] == "1"
    assert any(r["failed"] == "tagger: no | way" for r in rows)
    latex = latex_table(found, summary)
    assert r"better & \textbf{80.0} (+30.0$^*$) \\" in latex
    assert r"50 \% \& more" in latex


def test_a_variant_of_which_one_seed_failed_says_so() -> None:
    failed = replace(run("base", links(1), 2), reason="tagger: no", counts={}, nodes={})
    found = results(run("base", links(20)), failed)
    markdown = markdown_table(found, summarise(found))
    assert "| base | **50.0** | 2 |" in markdown
    assert "base: a seed failed: tagger: no" in markdown
