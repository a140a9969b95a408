"""Everything that can be measured, by name: rows of counts, and a formula from sums to scores.

As in `seqlab.evaluation`, a measure is one row of counts a sentence and one formula on their sum.
So the rows in a result folder are all that intervals, tests and new tables need.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

# The word labels that every variant is judged by; the first is no change.
LABELS = ("C", "D", "R")
GOLD_LABELS = ("D", "R", "A", "M")
# Replaced and deleted words, and split points, at the two levels of `levels`.
BY_LEVEL = tuple(f"{level} {label}" for level in ("plain", "easy") for label in "RDS")


@dataclass(frozen=True)
class Column:
    """One number of a measure.

    Args:
        name: Its heading.
        higher: Whether higher is better; None where neither way is.
        shown: Whether tables for people have it.
        digits: After the point.
    """

    name: str
    higher: bool | None = True
    shown: bool = True
    digits: int = 1


@dataclass(frozen=True)
class Measure:
    """How counts summed over sentences become scores, one per column.

    Args:
        stage: The stage that writes the counts, as `NAME.npy`.
        columns: What `combine` gives along the last axis.
        combine: The formula.
    """

    stage: str
    columns: tuple[Column, ...]
    combine: Callable[[Array], Array]


def ratio(numerator: Array, denominator: Array) -> Array:
    """Division that gives 0 where there is nothing to divide by."""
    return np.divide(numerator, denominator, out=np.zeros_like(numerator), where=denominator != 0)


def _confusion_scores(totals: Array) -> Array:
    """Macro F1, then precision, recall and F1 of each label, in percent."""
    size = len(LABELS)
    table = totals.reshape(*totals.shape[:-1], size, size)
    right = np.diagonal(table, axis1=-2, axis2=-1).astype(np.float64)
    true, found = table.sum(axis=-1), table.sum(axis=-2)
    scores = [ratio(2 * right, true + found).mean(axis=-1)]
    for label in range(size):
        r, t, f = right[..., label], true[..., label], found[..., label]
        scores += [ratio(r, f), ratio(r, t), ratio(2 * r, t + f)]
    return 100 * np.stack(scores, axis=-1)


def _label_columns(prefix: str = "") -> tuple[Column, ...]:
    columns = [Column(f"{prefix}macro F1")]
    for label in LABELS:
        columns += [Column(f"{prefix}{label} {part}", shown=False) for part in ("P", "R")]
        columns.append(Column(f"{prefix}{label} F1", shown=label != "C" and not prefix))
    return tuple(columns)


def _link_scores(totals: Array) -> Array:
    """F1, precision and recall of word links from correct, found and wanted."""
    right, found, wanted = (totals[..., n].astype(np.float64) for n in range(3))
    scores = [ratio(2 * right, found + wanted), ratio(right, found), ratio(right, wanted)]
    return 100 * np.stack(scores, axis=-1)


def _word_scores(totals: Array) -> Array:
    """Micro F1 of all gold labels, then the F1 of each."""
    table = totals.reshape(*totals.shape[:-1], len(GOLD_LABELS), 3).astype(np.float64)
    right, found, wanted = table[..., 0], table[..., 1], table[..., 2]
    micro = ratio(2 * right.sum(axis=-1), (found + wanted).sum(axis=-1))
    each = ratio(2 * right, found + wanted)
    return 100 * np.concatenate([micro[..., None], each], axis=-1)


def _level_scores(totals: Array) -> Array:
    """F1 of each label at each level from right, given and true."""
    table = totals.reshape(*totals.shape[:-1], len(BY_LEVEL), 3).astype(np.float64)
    return 100 * ratio(2 * table[..., 0], table[..., 1] + table[..., 2])


def _from_metric(name: str, *indices: int) -> Callable[[Array], Array]:
    """The formula of an evaluation metric; only the columns at `indices`, if any are given."""

    def combine(totals: Array) -> Array:
        from seqlab.evaluation import load_metrics

        scores = np.asarray(load_metrics([name])[0].combine(totals), dtype=np.float64)
        return scores[..., list(indices)] if indices else scores

    return combine


def _share(totals: Array) -> Array:
    return 100 * ratio(totals[..., :1].astype(np.float64), totals[..., 1:].astype(np.float64))


def _means(totals: Array) -> Array:
    """Means of the columns; the last counts the sentences."""
    return ratio(totals[..., :-1].astype(np.float64), totals[..., -1:] + 0 * totals[..., :-1])


def _sentence_counts(totals: Array) -> Array:
    """Sentences per output, words per sentence, and the share of outputs with several."""
    sentences, words, several, outputs = (totals[..., n].astype(np.float64) for n in range(4))
    scores = [ratio(sentences, outputs), ratio(words, sentences), 100 * ratio(several, outputs)]
    return np.stack(scores, axis=-1)


MEASURES: dict[str, Measure] = {
    "labels": Measure("labelling", _label_columns(), _confusion_scores),
    "gold-labels": Measure("labelling", _label_columns("gold "), _confusion_scores),
    "by-level": Measure(
        "labelling", tuple(Column(f"{name} F1") for name in BY_LEVEL), _level_scores
    ),
    "links": Measure(
        "gold",
        (Column("link F1"), Column("link P", shown=False), Column("link R", shown=False)),
        _link_scores,
    ),
    "words": Measure(
        "gold",
        (Column("silver F1"), *(Column(f"silver {label} F1") for label in GOLD_LABELS)),
        _word_scores,
    ),
    "sari": Measure(
        "scores",
        (Column("SARI"), Column("SARI add"), Column("SARI keep"), Column("SARI delete")),
        _from_metric("sari"),
    ),
    "sari-sentence": Measure(
        "scores", (Column("SARI (sentence)"),), _from_metric("sari-sentence", 0)
    ),
    "bleu": Measure("scores", (Column("BLEU"),), _from_metric("bleu", 0)),
    "ter": Measure("scores", (Column("TER", higher=False),), _from_metric("ter", 0)),
    "bleu-original": Measure(
        "scores", (Column("BLEU to original", higher=None),), _from_metric("bleu", 0)
    ),
    "ter-original": Measure(
        "scores", (Column("TER to original", higher=None),), _from_metric("ter", 0)
    ),
    "fkgl": Measure("scores", (Column("FKGL", higher=None, digits=2),), _from_metric("fkgl", 0)),
    "compression": Measure("scores", (Column("length %", higher=None),), _share),
    "fluency": Measure(
        "scores",
        (Column("nats per token", higher=False, digits=2),),
        lambda totals: ratio(totals[..., :1], totals[..., 1:]),
    ),
    "bleu-sentence": Measure("scores", (Column("BLEU (sentence)"),), _means),
    "token-f1": Measure("scores", (Column("token F1"),), _from_metric("token-f1", 0)),
    "sentences": Measure(
        "scores",
        (
            Column("sentences", higher=None, digits=2),
            Column("words per sentence", higher=None),
            Column("split %", higher=None),
        ),
        _sentence_counts,
    ),
    "bertscore": Measure(
        "bertscore",
        (Column("BERTScore P"), Column("BERTScore")),
        lambda totals: 100 * _means(totals)[..., :2],
    ),
    "same": Measure("scores", (Column("same %", higher=None),), _share),
}
