"""REORDER by several readings of the thesis's Algorithm 2, beside what its tables print.

The thesis's REORDER scores are three to ten times ours. Its algorithm, as printed, is ambiguous;
this asks whether one of its literal readings explains the scores.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scipy.stats import spearmanr

from benchmarks.results.evaluation_tables import Published
from corpora import Pair
from seqlab.alignment import Aligner, load_aligner
from seqlab.annotation import AnnotationOptions, LabelledPair, annotate_pairs
from seqlab.evaluation import TestSet

# Which labels before a word count as a shift on the source side, and on the target side.
READINGS = {
    "as its prose": ("D", "A"),
    "as printed": ("DR", "A"),
    "deletions not counted": ("", "A"),
    "nothing counted": ("", ""),
}


def reorder_readings(
    tests: TestSet, systems: dict[str, list[str]], published: Sequence[Published]
) -> tuple[list[list[str]], list[str]]:
    """A row of REORDER scores a system, and each reading's rank correlation with the thesis."""
    aligner = load_aligner("light")

    def labelled(texts: Sequence[str]) -> list[LabelledPair]:
        return _labelled(aligner, tests.originals, texts)

    references = [labelled(texts) for texts in tests.references]
    rows, columns = [], [[row.operations[1] for row in published]]
    scores = {
        row.file: [
            _score(labelled(systems[row.file]), references, _moved(*shifts))
            for shifts in READINGS.values()
        ]
        for row in published
    }
    for row in published:
        rows.append([row.name, f"{row.operations[1]:.1f}", *(f"{s:.1f}" for s in scores[row.file])])
    columns += [list(column) for column in zip(*scores.values(), strict=True)]
    return rows, [f"{float(spearmanr(columns[0], c).statistic):.2f}" for c in columns[1:]]


def _labelled(
    aligner: Aligner, originals: Sequence[str], texts: Sequence[str]
) -> list[LabelledPair]:
    pairs = (Pair((a,), (b,)) for a, b in zip(originals, texts, strict=True))
    options = AnnotationOptions(same_place="index", reorder="off")
    return list(annotate_pairs(pairs, aligner, options=options))


def _moved(left: str, right: str) -> Callable[[LabelledPair], frozenset[int]]:
    """The kept words whose index changes, less the shifts that the labels before explain."""

    def moved(pair: LabelledPair) -> frozenset[int]:
        first: dict[int, int] = {}
        for i, j in sorted(pair.links):
            first.setdefault(i, j)
        source, target = pair.source_labels, pair.target_labels
        return frozenset(
            i
            for i, j in first.items()
            if source[i] == "C"
            and i - sum(label in left for label in source[:i])
            != j - sum(label in right for label in target[:j])
        )

    return moved


def _score(
    outputs: Sequence[LabelledPair],
    references: Sequence[Sequence[LabelledPair]],
    moved: Callable[[LabelledPair], frozenset[int]],
) -> float:
    best = [
        max(_f1(moved(output), moved(reference)) for reference in ours)
        for output, *ours in zip(outputs, *references, strict=True)
    ]
    return 100 * sum(best) / len(best)


def _f1(first: frozenset[int], second: frozenset[int]) -> float:
    total = len(first) + len(second)
    return 2 * len(first & second) / total if total else 0.0
