"""`evaluate`: several systems on one test set, with intervals and tests between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from seqlab.errors import UsageError
from seqlab.evaluation.metrics.metric import Array, Metric
from seqlab.evaluation.metrics.registry import USUAL, load_metrics
from seqlab.evaluation.metrics.sari import Sari
from seqlab.evaluation.metrics.score import Interval, Score
from seqlab.evaluation.metrics.segments import Segments, batches
from seqlab.evaluation.metrics.tokenizers import tokenize_lines
from seqlab.evaluation.options import DEFAULTS, EvaluationOptions
from seqlab.evaluation.statistics.features import features
from seqlab.evaluation.statistics.significance import (
    Comparison,
    bootstrap_scores,
    interval,
    paired_bootstrap,
)
from seqlab.evaluation.test_sets import TestSet
from seqlab.progress import track
from seqlab.syntax import Syntax, load_syntax


@dataclass(frozen=True, slots=True)
class SystemResult:
    """One system's outputs with everything that was measured on them."""

    name: str
    outputs: tuple[str, ...]
    # By the metric's own name, as printed: SARI, BLEU.
    scores: Mapping[str, Score]
    # Intervals of the parts of scores: SARI → add → interval.
    part_intervals: Mapping[str, Mapping[str, Interval]]
    # Metric → score of the sentences in each bin of `LengthBins`.
    by_length: Mapping[str, Array]
    # SARI's sentence form, where there are references.
    sentence_sari: Array | None
    features: Mapping[str, Array]
    feature_intervals: Mapping[str, Interval]
    # Of metrics that say something of single sentences: name → value of each.
    by_sentence: Mapping[str, Array] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LengthBins:
    """Sentences grouped by the length of their originals into about equally many."""

    # For each bin the shortest and the longest original in it, in tokens.
    bounds: tuple[tuple[int, int], ...]
    # The bin of each sentence.
    members: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Everything that the tables and the report show."""

    test_set: TestSet
    options: EvaluationOptions
    systems: Sequence[SystemResult]
    lengths: LengthBins
    # Metric → (first, second) → comparison, each pair once.
    comparisons: Mapping[str, Mapping[tuple[str, str], Comparison]] = field(default_factory=dict)

    @property
    def metrics(self) -> list[str]:
        """The names of what was scored, in order."""
        return list(self.systems[0].scores)

    def is_baseline(self, system: SystemResult) -> bool:
        """Whether the system only copies its input."""
        return system.outputs == tuple(self.test_set.originals)


def evaluate(
    outputs: Mapping[str, Sequence[str]],
    test_set: TestSet,
    metrics: Sequence[str | Metric] = USUAL,
    options: EvaluationOptions = DEFAULTS,
    compare: Sequence[str] = ("SARI", "BLEU"),
) -> Evaluation:
    """Score every system, with confidence intervals, features and tests between systems."""
    if not outputs:
        raise UsageError("no systems to score")
    loaded = [
        metric if isinstance(metric, Metric) else load_metrics([metric], options)[0]
        for metric in metrics
    ]
    needy = [metric.name for metric in loaded if metric.needs_references]
    if needy and not test_set.references:
        raise UsageError(f"{', '.join(needy)}: no references given; add them or leave it out")
    # Everything is checked before anything is scored.
    lots = {
        name: list(batches(test_set.originals, lines, test_set.references))
        for name, lines in outputs.items()
    }
    syntax = None if options.syntax == "none" else load_syntax(options.syntax)
    lengths = length_bins(test_set.originals)
    counts: dict[str, dict[str, Array]] = {}
    results = []
    for name in track(outputs, "scoring systems"):
        counts[name] = {metric.name: _counts(metric, lots[name]) for metric in loaded}
        results.append(
            _result(name, lots[name], test_set, loaded, counts[name], lengths, options, syntax)
        )
    tested = [metric for metric in loaded if metric.name in compare]
    comparisons = {
        metric.name: {
            (first, second): paired_bootstrap(
                metric,
                counts[first][metric.name],
                counts[second][metric.name],
                options.samples,
                options.seed,
            )
            for first, second in combinations(outputs, 2)
        }
        for metric in tested
    }
    return Evaluation(test_set, options, results, lengths, comparisons)


def _counts(metric: Metric, lots: Sequence[Segments]) -> Array:
    return np.concatenate([metric.counts(segments) for segments in lots])


def _result(
    name: str,
    lots: Sequence[Segments],
    test_set: TestSet,
    metrics: Sequence[Metric],
    counts: Mapping[str, Array],
    lengths: LengthBins,
    options: EvaluationOptions,
    syntax: Syntax | None,
) -> SystemResult:
    outputs = tuple(line for segments in lots for line in segments.outputs)
    scores, parts, by_length = {}, {}, {}
    for metric in metrics:
        table = counts[metric.name]
        drawn = bootstrap_scores(metric, table, options.samples, options.seed)
        score = metric.score(table.sum(axis=0), len(test_set.references))
        scores[metric.name] = score.with_interval(interval(drawn[:, 0], options.confidence))
        parts[metric.name] = {
            part: interval(drawn[:, column], options.confidence)
            for column, part in enumerate(metric.parts, start=1)
        }
        sums = [table[lengths.members == index].sum(axis=0) for index in range(len(lengths.bounds))]
        by_length[metric.name] = metric.combine(np.array(sums))[:, 0]
    described = features(test_set.originals, outputs, syntax)
    return SystemResult(
        name,
        outputs,
        scores,
        parts,
        by_length,
        _sentence_sari(lots, options),
        described,
        {key: _mean_interval(values, options) for key, values in described.items()},
        {
            metric.name: metric.combine(counts[metric.name])[:, 0]
            for metric in metrics
            if metric.per_sentence
        },
    )


def length_bins(originals: Sequence[str], bins: int = 5) -> LengthBins:
    """Bins with about equally many sentences; fewer where many have the same length."""
    lengths = np.array([len(tokens) for tokens in tokenize_lines(originals)])
    edges = np.unique(np.quantile(lengths, np.linspace(0, 1, bins + 1)[1:-1], method="lower"))
    members = np.searchsorted(edges, lengths, side="left")
    used = np.unique(members)
    inside = [lengths[members == index] for index in used]
    bounds = tuple((int(these.min()), int(these.max())) for these in inside)
    return LengthBins(bounds, np.searchsorted(used, members))


def _sentence_sari(lots: Sequence[Segments], options: EvaluationOptions) -> Array | None:
    if not lots[0].references:
        return None
    metric = Sari(options.lowercase, options.tokenizer, "sentence")
    return metric.combine(_counts(metric, lots))[:, 0]


def _mean_interval(values: Array, options: EvaluationOptions) -> Interval:
    random = np.random.default_rng(options.seed)
    times = random.multinomial(len(values), np.full(len(values), 1 / len(values)), options.samples)
    return interval(times @ values / len(values), options.confidence)
