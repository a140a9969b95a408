"""How well the new words fit between their neighbours: n-gram costs, tags that follow tags."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from seqlab.editing.judge.records import Batch, Case
from seqlab.editing.judge.resources import Resources
from seqlab.editing.judge.words import EDGE
from seqlab.editing.propose import Tagged
from seqlab.files import read_lines

Columns = dict[str, NDArray[np.float32]]
_START, _END = "<s>", "</s>"
# Neighbours in an order in which like tags stand together, so that a threshold parts classes.
_TAG_ORDER = (
    "", EDGE, ".", ",", ":", "``", "''", "(", ")", "-LRB-", "-RRB-", "HYPH", "SYM", "LS", "$", "#",
    "CD", "DT", "PDT", "PRP$", "POS", "WP$", "JJ", "JJR", "JJS", "NN", "NNS", "NNP", "NNPS", "PRP",
    "EX", "WP", "WDT", "FW", "UH", "VBZ", "VBP", "VBD", "MD", "VB", "TO", "VBN", "VBG", "RP", "IN",
    "WRB", "RB", "RBR", "RBS", "CC",
)  # fmt: skip
_NUMBER = {tag: number for number, tag in enumerate(_TAG_ORDER)}


def fluency_features(batch: Batch, resources: Resources) -> Columns:
    """Log-probabilities of the words around and in the edit, before and after it."""
    ngrams = resources.lexical.ngrams
    windows: list[list[str]] = []
    for case in batch.cases:
        text = batch.sentences[case.sentence]
        left = [_START, _START, *text.tokens[max(0, case.start - 2) : case.start]][-2:]
        right = [*text.tokens[case.end : case.end + 2], _END, _END][:2]
        # Of long deletions the edges matter; what is cut is long in any case.
        old = text.tokens[case.start : case.end][:12]
        windows.append([*left, *old, *right])
        windows.append([*left, *case.new, *right])
    sizes = np.array([len(window) - 2 for window in windows], dtype=np.int64)
    flat = ngrams.hashes(word for window in windows for word in window)
    starts = np.concatenate([[0], np.cumsum(sizes + 2)])[:-1]
    where = np.concatenate([np.arange(s, s + n) for s, n in zip(starts, sizes, strict=True)])
    scores = ngrams.log_probabilities(flat[where], flat[where + 1], flat[where + 2])
    ends = np.cumsum(sizes)
    begins = ends - sizes
    total = np.add.reduceat(scores, begins)
    least = np.minimum.reduceat(scores, begins)
    values = np.stack(
        [
            total,
            total / sizes,
            least,
            scores[begins],
            scores[ends - 2],
            scores[ends - 1],
        ],
        axis=1,
    ).astype(np.float32)
    before, after = values[0::2], values[1::2]
    columns: Columns = {}
    for k, name in enumerate(("total", "mean", "least", "first", "next", "second")):
        columns[f"ngram_{name}"] = after[:, k]
        columns[f"ngram_{name}_change"] = after[:, k] - before[:, k]
    splits = np.array([case.operation == "split" for case in batch.cases])
    for column in columns.values():
        column[splits] = np.nan
    return columns


def form_features(batch: Batch, resources: Resources) -> Columns:
    """Tags around and in the edit, and whether the new words can have tags that fit there."""
    names = (
        "left2_tag", "left_tag", "right_tag", "right2_tag", "old_first_tag", "old_last_tag",
        "new_first_tag", "new_last_tag", "tag_cost", "tag_cost_change", "first_tag_kept",
        "last_tag_kept", "head_tag_kept", "old_verbs", "new_verbs", "old_nouns", "new_nouns",
        "old_prepositions", "new_prepositions", "finite_change", "number_change", "left_word",
        "right_word",
    )  # fmt: skip
    values = np.full((len(batch.cases), len(names)), np.nan, dtype=np.float32)
    for row, case in enumerate(batch.cases):
        if case.operation != "split":
            values[row] = _forms(batch.sentences[case.sentence], case, resources)
    return {name: values[:, k] for k, name in enumerate(names)}


def _forms(text: Tagged, case: Case, resources: Resources) -> tuple[float, ...]:
    tags = text.tags
    left = (EDGE, EDGE, *tags[max(0, case.start - 2) : case.start])[-2:]
    right = (*tags[case.end : case.end + 2], EDGE, EDGE)[:2]
    old = tags[case.start : case.end]
    words = tuple(word.lower() for word in case.new)
    words_table = resources.words
    cost, new = words_table.best_tags((left[0], left[1]), words, (right[0], right[1]))
    before = words_table.tag_cost((*left, *old, *right))
    nan = float("nan")
    return (
        _NUMBER.get(left[0], 0),
        _NUMBER.get(left[1], 0),
        _NUMBER.get(right[0], 0),
        _NUMBER.get(right[1], 0),
        _NUMBER.get(old[0], 0) if old else nan,
        _NUMBER.get(old[-1], 0) if old else nan,
        _NUMBER.get(new[0], 0) if new else nan,
        _NUMBER.get(new[-1], 0) if new else nan,
        cost / (len(new) + 2),
        cost - before,
        _can_be(words[0], old[0], resources) if words and old else nan,
        _can_be(words[-1], old[-1], resources) if words and old else nan,
        _head_kept(old, words, resources) if words and old else nan,
        _count(old, "VB"),
        _count(new, "VB"),
        _count(old, "NN"),
        _count(new, "NN"),
        _count(old, "IN") + _count(old, "TO"),
        _count(new, "IN") + _count(new, "TO"),
        _finite(new) - _finite(old),
        _count(new, "NNS") - _count(old, "NNS"),
        _word_number(text.tokens[case.start - 1] if case.start else ""),
        _word_number(text.tokens[case.end] if case.end < len(tags) else ""),
    )


def _can_be(word: str, tag: str, resources: Resources) -> float:
    """The share of a word's uses that have a tag; not known for words never seen."""
    tags = resources.words[word].tags
    if not tags:
        return float("nan")
    return sum(share for own, share in tags if own == tag)


def _head_kept(old: tuple[str, ...], words: tuple[str, ...], resources: Resources) -> float:
    """How well some new word can have the tag of the first verb or else the last noun replaced."""
    verbs = [tag for tag in old if tag.startswith("VB")]
    nouns = [tag for tag in old if tag in ("NN", "NNS")]
    head = verbs[0] if verbs else nouns[-1] if nouns else old[-1]
    shares = [_can_be(word, head, resources) for word in words]
    known = [share for share in shares if share == share]
    return max(known) if known else float("nan")


def _count(tags: tuple[str, ...], start: str) -> int:
    return sum(tag.startswith(start) for tag in tags)


def _finite(tags: tuple[str, ...]) -> int:
    return sum(tag in ("VBD", "VBZ", "VBP", "MD") for tag in tags)


@lru_cache(maxsize=1)
def _neighbours() -> dict[str, float]:
    lines = read_lines(Path(__file__).parent / "neighbour_words.txt")
    words = [line for line in lines if not line.startswith("#")]
    return {word: float(number) for number, word in enumerate(words, start=1)}


def _word_number(token: str) -> float:
    """Which of the words that decide about their neighbours a token is; 0 for all others."""
    return _neighbours().get(token.lower(), 0.0)
