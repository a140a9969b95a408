"""Sentence-level operations: those its words had, splits and joins, and rewrites (thesis 3.1.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from seqlab.alignment import is_content, is_punctuation, lemmas
from seqlab.annotation.labels.word_labels import WordLabels
from seqlab.annotation.options import DEFAULTS, AnnotationOptions
from seqlab.english import word_list

OPERATIONS = (
    "DELETE",
    "REPLACE",
    "ADD",
    "REORDER",
    "SPLIT",
    "JOIN",
    "SIMPLE REWRITE",
    "STRONG REWRITE",
    "IDENTICAL",
)
_OF_LABEL = {"D": "DELETE", "R": "REPLACE", "A": "ADD", "M": "REORDER"}

CONNECTORS = word_list("connectors")
PRONOUNS = word_list("pronouns_of_rewrites")
# A part of the sentence is rewritten where at least so many content words, all gone, stand
# against at least so many new ones.
REWRITTEN = 2


def sentence_operations(
    source: Sequence[str],
    target: Sequence[str],
    words: WordLabels,
    sentences: tuple[int, int] = (1, 1),
    options: AnnotationOptions = DEFAULTS,
) -> tuple[str, ...]:
    """The operations of a pair in the order of `OPERATIONS`; `sentences` counts both sides."""
    labelled = zip((*words.source, *words.target), (*source, *target), strict=True)
    found = {
        _OF_LABEL[label]
        for label, word in labelled
        if label in _OF_LABEL and (label in "RM" or not options.informative or is_content(word))
    }
    if sentences[1] > sentences[0]:
        found.add("SPLIT")
    if sentences[1] < sentences[0]:
        found.add("JOIN")
    if not found and _same(source, target):
        found.add("IDENTICAL")
    if options.rewrites:
        if is_simple_rewrite(source, target, words):
            found.add("SIMPLE REWRITE")
        if is_strong_rewrite(source, target, words):
            found.add("STRONG REWRITE")
    return tuple(name for name in OPERATIONS if name in found)


def _same(source: Sequence[str], target: Sequence[str]) -> bool:
    return [word.lower() for word in source] == [word.lower() for word in target]


def is_simple_rewrite(source: Sequence[str], target: Sequence[str], words: WordLabels) -> bool:
    """Whether a connector or mark came or went, a tense changed, or a name became a pronoun."""
    return (
        any(_alone(j, "A", words.target) and _joins(target[j]) for j in range(len(target)))
        or any(_alone(i, "D", words.source) and _joins(source[i]) for i in range(len(source)))
        or any(_other_tense(source[i], target[j]) for i, j in words.links)
        or any(_name_to_pronoun(source[i], target[j]) for i, j in words.links)
    )


def _alone(place: int, label: str, labels: Sequence[str]) -> bool:
    around = labels[max(place - 1, 0) : place + 2]
    return labels[place] == label and list(around).count(label) == 1


def _joins(word: str) -> bool:
    return word.lower() in CONNECTORS or is_punctuation(word)


def _other_tense(first: str, second: str) -> bool:
    from seqlab.dictionaries import getAllLemmas

    if first.lower() == second.lower() or not (first.isalpha() and second.isalpha()):
        return False
    one, other = getAllLemmas(first.lower()), getAllLemmas(second.lower())
    verbs = set(one.get("VERB", ())) | set(one.get("AUX", ()))
    shared = verbs & (set(other.get("VERB", ())) | set(other.get("AUX", ())))
    # "plans" and "plan" may be nouns; a plural is no tense.
    return bool(shared) and not ("NOUN" in one and "NOUN" in other)


def _name_to_pronoun(name: str, word: str) -> bool:
    return word.lower() in PRONOUNS and name[:1].isupper() and name.lower() not in PRONOUNS


def is_strong_rewrite(source: Sequence[str], target: Sequence[str], words: WordLabels) -> bool:
    """Whether some part of the sentence was rewritten rather than cut, added or exchanged."""
    gone = _runs(words.source, {"D", "R"})
    new_labels = [
        "A" if label == "A" or _only_replaces(j, words) else label
        for j, label in enumerate(words.target)
    ]
    new = _runs(new_labels, {"A"})
    anchors = {j: i for i, j in sorted(words.links) if words.source[i] in ("C", "M")}
    for start, end in new:
        left = max((j for j in anchors if j < start), default=-1)
        right = min((j for j in anchors if j >= end), default=len(target))
        low = anchors.get(left, -1)
        high = anchors.get(right, len(source))
        lost = [span for span in gone if low < span[0] and span[1] <= high]
        if (
            _content(target[start:end], source) >= REWRITTEN
            and sum(_content(source[a:b], target) for a, b in lost) >= REWRITTEN
        ):
            return True
    return False


def _only_replaces(place: int, words: WordLabels) -> bool:
    return any(j == place and words.source[i] == "R" for i, j in words.links)


def _runs(labels: Sequence[str], wanted: set[str]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for place, label in enumerate(labels):
        if label not in wanted:
            continue
        if runs and runs[-1][1] == place:
            runs[-1] = (runs[-1][0], place + 1)
        else:
            runs.append((place, place + 1))
    return runs


def _content(words: Iterable[str], others: Sequence[str]) -> int:
    """How many content words are not, in any form, on the other side."""
    known = {lemma for word in others for lemma in lemmas(word)}
    return sum(is_content(word) and lemmas(word).isdisjoint(known) for word in words)
