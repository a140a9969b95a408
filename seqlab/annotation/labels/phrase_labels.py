"""Phrase-level operations in IOB: labels that span a clause or a chunk (thesis Algorithm 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from seqlab.annotation.options import DEFAULTS, AnnotationOptions
from seqlab.syntax import Tree, chunks, clauses

# A clause as a whole can be dropped, added or moved; replacing one is a rewrite of its words.
CLAUSE_LABELS = {"D": "DC", "A": "AC", "M": "MC"}


def phrase_labels(
    labels: Sequence[str],
    trees: Sequence[Tree],
    options: AnnotationOptions = DEFAULTS,
) -> tuple[str, ...]:
    """IOB labels of one side of a pair, from its word labels and the trees of its sentences.

    A clause in which a majority of the words share D, A or M becomes one unit (`B-DC I-DC …`),
    outer clauses first; then likewise every chunk (`B-D I-D …`). What is left over is a unit of
    its own, word by word; copied words are `O`.
    """
    if sum(len(tree.leaves()) for tree in trees) != len(labels):
        raise ValueError("the trees do not cover the labelled words")
    phrases = ["O" if label == "C" else f"B-{label}" for label in labels]
    free = [True] * len(labels)
    for start, end, name in _units(trees, options):
        if not all(free[start:end]):
            continue
        label, count = Counter(labels[start:end]).most_common(1)[0]
        whole = name == "sentence"
        if label == "C" or count < (1.0 if whole else options.majority) * (end - start):
            continue
        if name != "chunk" and label not in CLAUSE_LABELS:
            continue
        unit = CLAUSE_LABELS[label] if name != "chunk" else label
        for place in range(start, end):
            phrases[place] = f"{'B' if place == start else 'I'}-{unit}"
            free[place] = False
    return tuple(phrases)


def _units(trees: Sequence[Tree], options: AnnotationOptions) -> Iterator[tuple[int, int, str]]:
    """Start, end and kind of each syntactic unit, clauses first and the outer before the inner."""
    offset = 0
    spans = []
    for tree in trees:
        shift = offset - tree.span[0]
        size = len(tree.leaves())
        for clause in clauses(tree) if options.unit_labels else ():
            start, end = clause.span[0] + shift, clause.span[1] + shift
            # The main clause is the sentence: it counts only if nothing of it remains.
            whole = end - start >= size - 1
            spans.append((start, end, "sentence" if whole else "clause"))
        offset += size
    yield from spans
    offset = 0
    for tree in trees:
        names = chunks(tree)
        starts = [place for place, name in enumerate(names) if name.startswith("B-")]
        for start in starts:
            end = start + 1
            while end < len(names) and names[end].startswith("I-"):
                end += 1
            yield offset + start, offset + end, "chunk"
        offset += len(names)
