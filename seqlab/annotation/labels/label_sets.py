"""Named label sets: what of a labelled pair the tagger learns to predict on the source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from seqlab.annotation.labels.split_points import split_points
from seqlab.annotation.record import LabelledPair
from seqlab.errors import UsageError
from seqlab.tagger import LabelledSentence

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

    Head `operation` has one label per word. ADD belongs to no source word, so
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


def training_sentences(
    pairs: Iterable[LabelledPair], label_set: str = DEFAULT_LABEL_SET
) -> Iterator[LabelledSentence]:
    """Each pair's source as a sentence the tagger can learn from; empty sources are left out."""
    for pair in pairs:
        if pair.source_tokens:
            yield LabelledSentence(
                tokens=pair.source_tokens,
                labels=source_labels(pair, label_set),
                features={} if pair.source_tags is None else {"tag": pair.source_tags},
                document=pair.document,
            )


def levelled_sentences(
    pairs: Iterable[LabelledPair], label_set: str = DEFAULT_LABEL_SET
) -> Iterator[LabelledSentence]:
    """One sentence for all levels of a source that come together, a group of heads per level.

    Heads are `plain.operation`, `plain.split` and so on: the level's name, then what is labelled.
    Pairs belong together that have the same id, document and tokens.
    """
    for _, group in groupby(pairs, lambda pair: (pair.id, pair.document, pair.source_tokens)):
        levels = list(group)
        if not levels[0].source_tokens:
            continue
        labels: dict[str, tuple[str, ...]] = {}
        for pair in levels:
            if pair.levels is None:
                raise UsageError(f"no level in pair {pair.id or pair.document!r}; it needs one")
            for head, of_words in source_labels(pair, label_set).items():
                labels[f"{pair.levels[1]}.{head}"] = of_words
            labels[f"{pair.levels[1]}.split"] = split_points(pair)
        yield LabelledSentence(
            tokens=levels[0].source_tokens,
            labels=labels,
            document=levels[0].document,
            id=levels[0].id,
            genre=levels[0].genre,
        )


def soft_sentences(
    pairs: Iterable[LabelledPair], label_set: str = DEFAULT_LABEL_SET
) -> Iterator[LabelledSentence]:
    """One sentence for all references of a source that come together, with shares as soft labels.

    The hard label of a word is the one most references gave it; in a tie the one that copies.
    """
    for _, group in groupby(training_sentences(pairs, label_set), lambda item: item.tokens):
        sentences = list(group)
        soft: dict[str, tuple[dict[str, float], ...]] = {}
        hard: dict[str, tuple[str, ...]] = {}
        for head in sentences[0].labels:
            columns = zip(*(sentence.labels[head] for sentence in sentences), strict=True)
            counts = [Counter(column) for column in columns]
            soft[head] = tuple(
                {label: count / len(sentences) for label, count in sorted(counter.items())}
                for counter in counts
            )
            hard[head] = tuple(
                max(counter, key=lambda label: (counter[label], label in ("C", "O"), label))
                for counter in counts
            )
        yield replace(sentences[0], labels=hard, soft=soft)
