"""What the report shows, as one JSON value."""

from __future__ import annotations

import datetime
import math
from collections.abc import Sequence
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

import seqlab
from seqlab.evaluation.evaluate import Evaluation, SystemResult
from seqlab.evaluation.metrics.metric import Array
from seqlab.evaluation.metrics.score import Interval
from seqlab.evaluation.report.tables import signatures
from seqlab.evaluation.statistics.features import FEATURES

# More sentences than this would make the file slow to open; the rest is in the numbers.
MAX_EXAMPLES = 1000
# Features of single sentences that the examples are chosen and sorted by.
EXAMPLE_FEATURES = {
    "compression": "compression ratio",
    "splits": "sentence splits",
    "similarity": "Levenshtein similarity",
    "replaced": "replace-only Levenshtein",
    "copy": "exact copies",
    "added": "additions proportion",
}
DISTRIBUTIONS = {
    "compression ratio": (0.0, 1.6),
    "Levenshtein similarity": (0.0, 1.0),
    "lexical complexity ratio": (0.4, 1.6),
    "replace-only Levenshtein": (0.0, 0.6),
}
BINS = 60


def report_data(evaluation: Evaluation, title: str) -> dict[str, Any]:
    """Numbers and sentences for the page's script."""
    chosen = example_indices(evaluation)
    tests = evaluation.test_set
    first = evaluation.systems[0]
    return {
        "title": title,
        "testSet": tests.name,
        "sentences": len(tests.originals),
        "referenceCount": len(tests.references),
        "made": f"SeqLab {seqlab.__version__}, {datetime.date.today().isoformat()}",
        "signatures": signatures(evaluation),
        "trust": [[name, text] for name, text in trust().items() if name in first.scores],
        "confidence": evaluation.options.confidence,
        "metrics": [
            {"name": name, "up": score.higher_is_better, "parts": _parts(name, first)}
            for name, score in first.scores.items()
        ],
        "features": {name: FEATURES[name] for name in first.features},
        "systems": [_system(evaluation, system, chosen) for system in evaluation.systems],
        "lengths": [list(bounds) for bounds in evaluation.lengths.bounds],
        "distributions": {
            name: {"from": low, "to": high}
            for name, (low, high) in DISTRIBUTIONS.items()
            if name in first.features
        },
        "comparisons": {
            metric: [
                [*pair, _round(comparison.difference), _round(comparison.p_value, 5)]
                for pair, comparison in pairs.items()
            ]
            for metric, pairs in evaluation.comparisons.items()
        },
        "examples": [
            {
                "number": int(index) + 1,
                "original": tests.originals[index],
                "references": [reference[index] for reference in tests.references],
            }
            for index in chosen
        ],
    }


def trust() -> dict[str, str]:
    """What is known of each metric from meta-evaluation, in a sentence (`make results-trust`)."""
    text = resources.files(__package__).joinpath("assets/trust.tsv").read_text("utf-8")
    rows = (line.partition("\t") for line in text.splitlines() if not line.startswith("#"))
    return {name: sentence for name, _, sentence in rows}


def example_indices(evaluation: Evaluation, limit: int = MAX_EXAMPLES) -> NDArray[np.int64]:
    """Which sentences the page holds: all, or the most telling and an even sample."""
    count = len(evaluation.test_set.originals)
    if count <= limit:
        return np.arange(count)
    telling: set[int] = set()
    share = max(1, limit // (2 * 4 * len(evaluation.systems)))
    for system in evaluation.systems:
        orders = [
            np.argsort(-system.features["sentence splits"], kind="stable"),
            np.argsort(system.features["compression ratio"], kind="stable"),
            np.argsort(-system.features["replace-only Levenshtein"], kind="stable"),
        ]
        if system.sentence_sari is not None:
            orders.append(np.argsort(system.sentence_sari, kind="stable"))
        for order in orders:
            telling.update(int(index) for index in order[:share])
    even = np.linspace(0, count - 1, max(1, limit - len(telling))).astype(np.int64)
    return np.array(sorted(telling | set(even.tolist())), dtype=np.int64)


def _parts(name: str, system: SystemResult) -> list[str]:
    """The parts of a score that are worth a picture."""
    family = name.partition("-")[0]
    # Precision, recall and F1 are each other's parts: where all are scored, once is enough.
    if family == "BERTScore" and sum(one.startswith(family) for one in system.scores) > 1:
        return []
    return list(system.scores[name].parts)


def _system(
    evaluation: Evaluation, system: SystemResult, chosen: NDArray[np.int64]
) -> dict[str, Any]:
    record: dict[str, Any] = {
        "name": system.name,
        "baseline": evaluation.is_baseline(system),
        "scores": {
            name: {
                "value": _round(score.value),
                "interval": _span(score.interval),
                "parts": {
                    part: [_round(value), *_span(system.part_intervals[name][part])]
                    for part, value in score.parts.items()
                },
            }
            for name, score in system.scores.items()
        },
        "features": {
            name: [_round(float(values.mean())), *_span(system.feature_intervals[name])]
            for name, values in system.features.items()
        },
        "byLength": {name: _rounded(values) for name, values in system.by_length.items()},
        "copiesByLength": _rounded(_bin_means(evaluation, system.features["exact copies"])),
        "compressionByLength": _rounded(
            _bin_means(evaluation, system.features["compression ratio"])
        ),
        "densities": {
            name: _rounded(density(system.features[name], low, high))
            for name, (low, high) in DISTRIBUTIONS.items()
            if name in system.features
        },
        "outputs": [system.outputs[index] for index in chosen],
    }
    for short, name in EXAMPLE_FEATURES.items():
        record[short] = _rounded(system.features[name][chosen])
    if system.sentence_sari is not None:
        record["sari"] = _rounded(system.sentence_sari[chosen], 1)
    record["estimates"] = {
        name: _rounded(values[chosen], 2) for name, values in system.by_sentence.items()
    }
    return record


def density(values: Array, low: float, high: float) -> Array:
    """A smooth histogram that integrates to about 1; what lies outside counts at the ends."""
    clipped = np.clip(values, low, high)
    width = (high - low) / BINS
    counts, _ = np.histogram(clipped, bins=BINS, range=(low, high))
    reach = np.arange(-6, 7)
    kernel = np.exp(-0.5 * (reach / 1.6) ** 2)
    # Mirrored at the ends, so that a heap at 1 is not cut in half.
    padded = np.pad(counts.astype(np.float64), 6, mode="symmetric")
    smooth = np.convolve(padded, kernel / kernel.sum(), mode="valid")
    return np.asarray(smooth / (len(values) * width))


def _bin_means(evaluation: Evaluation, values: Array) -> Array:
    members = evaluation.lengths.members
    return np.array(
        [values[members == index].mean() for index in range(len(evaluation.lengths.bounds))]
    )


def _span(interval: Interval | None) -> list[float | None]:
    return [_round(interval.low), _round(interval.high)] if interval else [None, None]


def _rounded(values: Sequence[float] | Array, digits: int = 3) -> list[float | None]:
    return [_round(float(value), digits) for value in values]


def _round(value: float, digits: int = 3) -> float | None:
    return round(float(value), digits) if math.isfinite(value) else None
