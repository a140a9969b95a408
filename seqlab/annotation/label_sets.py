"""Named label sets: what of a labelled pair the tagger learns to predict on the source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from seqlab.annotation.record import LabelledPair
from seqlab.errors import UsageError

# What each set reads off the source words; a label that is not in the set becomes a copy.
LABEL_SETS: dict[str, str] = {
    "copy-delete": "CD",
    "copy-delete-replace": "CDR",
    "copy-delete-replace-add-move": "CDRM",
    "phrase-iob": "",
}
DEFAULT_LABEL_SET = "copy-delete-replace"


def source_labels(
    pair: LabelledPair, label_set: str = DEFAULT_LABEL_SET
) -> dict[str, tuple[str, ...]]:
    """The labels of the source words by head of the tagger.

    Head `operation` has one label a word. ADD belongs to no source word, so
    `copy-delete-replace-add-move` has a second head `add`: `A` on the word before which, or on the
    last word after which, the target has words of its own; `O` on all others.
    """
    if label_set not in LABEL_SETS:
        raise UsageError(f"no label set {label_set!r}; known: {', '.join(LABEL_SETS)}")
    if label_set == "phrase-iob":
        if pair.source_phrases is None:
            raise UsageError("label set 'phrase-iob' needs phrase labels; annotate with a syntax")
        return {"operation": pair.source_phrases}
    known = LABEL_SETS[label_set]
    heads = {"operation": tuple(label if label in known else "C" for label in pair.source_labels)}
    if label_set.endswith("add-move"):
        heads["add"] = _additions(pair)
    return heads


def _additions(pair: LabelledPair) -> tuple[str, ...]:
    marks = ["O"] * len(pair.source_tokens)
    if not marks:
        return ()
    of_target: dict[int, int] = {}
    for i, j in pair.links:
        of_target[j] = min(i, of_target.get(j, i))
    place = len(marks) - 1
    for j in reversed(range(len(pair.target_tokens))):
        if j in of_target:
            place = of_target[j]
        elif pair.target_labels[j] == "A":
            marks[place] = "A"
    return tuple(marks)


def training_records(
    pairs: Iterable[LabelledPair], label_set: str = DEFAULT_LABEL_SET
) -> Iterator[dict[str, Any]]:
    """Each pair's source as a record of the tagger's training file; empty sources are left out."""
    for pair in pairs:
        if not pair.source_tokens:
            continue
        record: dict[str, Any] = {
            "tokens": list(pair.source_tokens),
            "labels": {
                head: list(labels) for head, labels in source_labels(pair, label_set).items()
            },
        }
        if pair.source_tags is not None:
            record["features"] = {"tag": list(pair.source_tags)}
        if pair.document:
            record["document"] = pair.document
        yield record
