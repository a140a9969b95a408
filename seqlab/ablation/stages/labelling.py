"""Model + test pairs → how often each label was given for each, sentence by sentence.

`by-level` counts at two levels what the tagger's own page has: words to replace, words to delete
and the words at which a new sentence begins, without punctuation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from seqlab.alignment import is_punctuation
from seqlab.annotation import LabelledPair, read_labelled, split_points
from seqlab.model_folder import LABELS, WordTagger, open_model, word_label
from seqlab.tagger import LabelledSentence
from seqlab.training.config import gold_file
from seqlab.training.stages import Work

GOLD = gold_file("sample")
_HEAD = "operation"
_SPLIT = "split"
LEVELS = ("plain", "easy")
# What is counted at each level, by head and label.
BY_LEVEL = ((_HEAD, "R"), (_HEAD, "D"), (_SPLIT, "S"))


def run(work: Work) -> None:
    """Write confusion counts on the test pairs (`labels`) and on pairs labelled by hand."""
    tagger = _tagger(work.inputs["model"])
    tests = list(read_labelled(work.inputs["test"] / "labelled.jsonl"))
    np.save(work.out / "labels.npy", _counts(tagger, tests))
    np.save(work.out / "by-level.npy", _level_counts(tagger, tests))
    np.save(work.out / "gold-labels.npy", _counts(tagger, list(read_labelled(GOLD))))


def _tagger(folder: Path) -> WordTagger:
    from seqlab.tagger import Tagger

    model = open_model(folder)
    return WordTagger(Tagger.load(model.tagger, device="cpu"), model.decisions, model.syntax)


def _counts(tagger: WordTagger, pairs: Sequence[LabelledPair]) -> np.ndarray:
    """One row per pair: a table of true by given label, written out."""
    table = np.zeros((len(pairs), len(LABELS), len(LABELS)), dtype=np.float64)
    heads = [_head(tagger, pair) for pair in pairs]
    # A tagger of splits alone gives no word labels.
    for head in filter(None, dict.fromkeys(heads)):
        rows = [row for row, own in enumerate(heads) if own == head]
        given = tagger.predict([pairs[row].source_tokens for row in rows], [head])
        for row, labels in zip(rows, given, strict=True):
            for true, label in zip(pairs[row].source_labels, labels[head], strict=True):
                table[row, LABELS.index(word_label(true)), LABELS.index(label)] += 1
    return table.reshape(len(pairs), -1)


def _head(tagger: WordTagger, pair: LabelledPair) -> str:
    """The head of the pair's level; else the one for all, else the first, if there is any."""
    own = f"{pair.levels[1]}.{_HEAD}" if pair.levels else _HEAD
    known = [head for head in tagger.heads if head.endswith(_HEAD)]
    return own if own in known else _HEAD if _HEAD in known else next(iter(known), "")


def _level_counts(tagger: WordTagger, pairs: Sequence[LabelledPair]) -> np.ndarray:
    """One row per source sentence: right, given and true labels, level by level."""
    keys = [(pair.document, pair.id, pair.source_tokens) for pair in pairs]
    place = {key: row for row, key in enumerate(dict.fromkeys(keys))}
    table = np.zeros((len(place), len(LEVELS), len(BY_LEVEL), 3), dtype=np.float64)
    for number, level in enumerate(LEVELS):
        own = [n for n, pair in enumerate(pairs) if pair.levels and pair.levels[1] == level]
        heads = {head: _own_head(tagger, level, head) for head in (_HEAD, _SPLIT)}
        known = [head for head in heads.values() if head]
        given: Iterable[dict[str, tuple[str, ...]]] = [{}] * len(own)
        if known:
            given = tagger.predict([_with_level(pairs[n], level) for n in own], known)
        for n, labels in zip(own, given, strict=True):
            words = [not is_punctuation(token) for token in pairs[n].source_tokens]
            true = {_HEAD: [word_label(label) for label in pairs[n].source_labels]}
            true[_SPLIT] = list(split_points(pairs[n]))
            for column, (head, label) in enumerate(BY_LEVEL):
                found = list(labels[heads[head]]) if heads[head] else [""] * len(words)
                if head == _SPLIT:
                    # A placeholder's label stands for all words of a name; it begins once.
                    found = ["" if a == b else a for a, b in zip(found, ["", *found], strict=False)]
                table[place[keys[n]], number, column] += _matches(true[head], found, words, label)
    return table.reshape(len(place), -1)


def _matches(
    true: Sequence[str], found: Sequence[str], words: Sequence[bool], label: str
) -> tuple[int, int, int]:
    rows = [(a == label, b == label) for a, b, word in zip(true, found, words, strict=True) if word]
    return sum(a and b for a, b in rows), sum(b for _, b in rows), sum(a for a, _ in rows)


def _own_head(tagger: WordTagger, level: str, name: str) -> str:
    """The level's own head, else the one for all levels, else none."""
    return next((head for head in (f"{level}.{name}", name) if head in tagger.heads), "")


def _with_level(pair: LabelledPair, level: str) -> LabelledSentence:
    tokens = pair.source_tokens
    return LabelledSentence(tokens, features={"level": (level,) * len(tokens)})
