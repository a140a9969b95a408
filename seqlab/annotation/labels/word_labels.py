"""Word-level operations from links (thesis 3.2.1, Algorithm 1 and the heuristic after it)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

from seqlab.alignment import Link, Links, is_punctuation, normal
from seqlab.annotation.labels.implicit_replacements import phrase_links, same_gap, same_index
from seqlab.annotation.labels.reorder import moved_words
from seqlab.annotation.labels.repeats import without_repeats
from seqlab.annotation.options import DEFAULTS, AnnotationOptions

COPY, DELETE, REPLACE, ADD, MOVE = "C", "D", "R", "A", "M"


@dataclass(frozen=True, slots=True)
class WordLabels:
    """A label per word: C, D, R or M on the source, C, A or M on the target; and the links used."""

    source: tuple[str, ...]
    target: tuple[str, ...]
    links: frozenset[Link]


def word_labels(
    source: Sequence[str],
    target: Sequence[str],
    links: Links,
    options: AnnotationOptions = DEFAULTS,
    source_tags: Sequence[str] | None = None,
    target_tags: Sequence[str] | None = None,
) -> WordLabels:
    """The operation that each word underwent; links outside the pair are an error."""
    _check(links, len(source), len(target))
    first = _fold(source) if options.ignore_case else list(source)
    second = _fold(target) if options.ignore_case else list(target)
    links = set(links)
    if not options.replace_punctuation:
        links = {(i, j) for i, j in links if not _other_mark(first[i], second[j])}
    if options.repeats:
        links = without_repeats(first, second, links)
    if options.phrase_gap:
        links |= phrase_links(first, second, links, options.phrase_gap)
    source_labels, target_labels = _from_links(first, second, links, options)
    if options.same_place != "off":
        tags = source_tags or first, target_tags or second
        same = _same_tag if source_tags and target_tags else _may_share_tag
        places = (
            same_index(source_labels, target_labels)
            if options.same_place == "index"
            else same_gap(source_labels, target_labels, links)
        )
        taken: set[int] = set()
        for i, j in places:
            if source_labels[i] == DELETE and j not in taken and same(tags[0][i], tags[1][j]):
                source_labels[i], target_labels[j] = REPLACE, COPY
                links.add((i, j))
                taken.add(j)
    if options.reorder != "off":
        kept = {COPY} if options.replace_wins else {COPY, REPLACE}
        for i in moved_words(source, source_labels, target_labels, links, options):
            if source_labels[i] in kept:
                source_labels[i] = MOVE
                for j in (j for k, j in links if k == i):
                    target_labels[j] = MOVE
    return WordLabels(tuple(source_labels), tuple(target_labels), frozenset(links))


def _check(links: Collection[Link], rows: int, columns: int) -> None:
    for i, j in links:
        if not (0 <= i < rows and 0 <= j < columns):
            raise ValueError(f"link {i}-{j} is outside a pair of {rows} and {columns} words")


def _fold(words: Sequence[str]) -> list[str]:
    return [word.lower() for word in words]


def _from_links(
    source: Sequence[str], target: Sequence[str], links: Links, options: AnnotationOptions
) -> tuple[list[str], list[str]]:
    """Algorithm 1. Its `O` (keep) is our C."""
    of_source, of_target = defaultdict(list), defaultdict(list)
    for i, j in links:
        of_source[i].append(j)
        of_target[j].append(i)
    source_labels = []
    for i, word in enumerate(source):
        linked = of_source.get(i)
        if not linked:
            source_labels.append(DELETE)
        elif len(linked) == 1 and target[linked[0]] == word:
            source_labels.append(COPY)
        else:
            source_labels.append(REPLACE)
    target_labels = [COPY if j in of_target else ADD for j in range(len(target))]
    if options.phrase_replaced:
        for linked in of_target.values():
            if len(linked) > 1:
                for i in linked:
                    source_labels[i] = REPLACE
    return source_labels, target_labels


def _other_mark(first: str, second: str) -> bool:
    return normal(first) != normal(second) and (is_punctuation(first) or is_punctuation(second))


def _same_tag(first: str, second: str) -> bool:
    # VBD and VBZ, NN and NNS are the same part of speech here.
    return first[:2] == second[:2] and first[:1].isalpha()


def _may_share_tag(first: str, second: str) -> bool:
    return not _parts_of_speech(first).isdisjoint(_parts_of_speech(second))


@lru_cache(maxsize=100_000)
def _parts_of_speech(word: str) -> frozenset[str]:
    """What the word could be, for want of a tagger."""
    from seqlab.dictionaries import getAllLemmas

    return frozenset(getAllLemmas(word)) - {"AUX"} if word.isalpha() else frozenset()
