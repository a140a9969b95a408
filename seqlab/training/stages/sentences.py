"""Labelled pairs → sentences with the labels of a label set, which is what a tagger learns.

A stage of its own, so that a change of the annotation which a label set does not show (REORDER
where only COPY, DELETE and REPLACE are learned) leads to the tagger that is there already.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from seqlab.annotation import (
    LabelledPair,
    levelled_sentences,
    read_labelled,
    soft_sentences,
    split_points,
    training_sentences,
)
from seqlab.errors import UsageError
from seqlab.files import read_jsonl
from seqlab.tagger import LabelledSentence, merge_sentences, sentence_from_json, write_sentences
from seqlab.training.stages import PARTS, Work


def run(work: Work) -> None:
    """Write `train.jsonl`, `valid.jsonl` and `test.jsonl`.

    The labels that several sources give the same tokens of the same document are joined.
    """
    for part in PARTS:
        sentences: list[LabelledSentence] = []
        for name, weight in work.settings["weights"].items():
            file = work.inputs[name] / f"{part}.jsonl"
            own = list(_sentences(file, work.settings, part))
            if weight != 1.0:
                own = [replace(sentence, weight=sentence.weight * weight) for sentence in own]
            merges = bool(sentences) and all(sentence.document for sentence in own)
            sentences = merge_sentences(sentences, own) if merges else [*sentences, *own]
        if heads := work.settings["labels"]["heads"]:
            sentences = _of_heads(sentences, heads)
        if part != "test" and not sentences:
            raise UsageError(f"no sentences in the {part} split; give more articles")
        write_sentences(work.out / f"{part}.jsonl", sentences)


def _of_heads(
    sentences: Iterable[LabelledSentence], heads: Sequence[str]
) -> list[LabelledSentence]:
    """The sentences with the labels of these heads only; those without any are left out."""
    kept = [
        replace(
            sentence,
            labels={head: own for head, own in sentence.labels.items() if head in heads},
            soft={head: own for head, own in sentence.soft.items() if head in heads},
        )
        for sentence in sentences
    ]
    return [sentence for sentence in kept if sentence.labels]


def _sentences(file: Path, settings: Mapping[str, Any], part: str) -> Iterator[LabelledSentence]:
    first = next((record for _, record in read_jsonl(file)), {})
    if "tokens" in first:
        for line, record in read_jsonl(file):
            yield sentence_from_json(record, file, line)
        return
    pairs = list(read_labelled(file))
    if part == "train":
        limits = settings["corpus"]
        pairs = [pair for pair in pairs if _says_the_same(pair, limits)]
    yield from sentences_of_pairs(pairs, settings["labels"])


def sentences_of_pairs(
    pairs: Iterable[LabelledPair], labels: Mapping[str, Any]
) -> Iterator[LabelledSentence]:
    """What the tagger learns from labelled pairs: heads by level, or one head for all."""
    pairs = list(pairs)
    if (level := labels["level"]) and labels["levels"] != "none":
        own = ("source", level)
        pairs = [replace(pair, levels=own) if pair.levels is None else pair for pair in pairs]
    if labels["levels"] == "heads" or (labels["levels"] == "auto" and has_level_heads(pairs)):
        grouped: dict[Any, list[LabelledPair]] = {}
        for pair in pairs:
            grouped.setdefault((pair.id, pair.document, pair.source_tokens), []).append(pair)
        together = (pair for group in grouped.values() for pair in group)
        for sentence in levelled_sentences(together, labels["set"]):
            yield sentence if labels["splits"] else _without_splits(sentence)
        return
    # Corpora of several references have no levels; at another level, another text.
    several: dict[tuple[str, ...], list[LabelledPair]] = {}
    for pair in pairs:
        if labels["soft_references"] and pair.levels is None:
            several.setdefault(pair.source_tokens, []).append(pair)
        else:
            yield from _single(pair, labels)
    for group in several.values():
        if len(group) > 1:
            yield from soft_sentences(group, labels["set"])
        else:
            yield from _single(group[0], labels)


def has_level_heads(pairs: Iterable[LabelledPair]) -> bool:
    """Whether one level is rewritten at others: then every other level gets heads of its own."""
    levels = {pair.levels for pair in pairs}
    if None in levels or not levels:
        return False
    return len({level[0] for level in levels if level is not None}) == 1


def _single(pair: LabelledPair, labels: Mapping[str, Any]) -> Iterator[LabelledSentence]:
    for sentence in training_sentences([pair], labels["set"]):
        if labels["splits"]:
            sentence = replace(sentence, labels={**sentence.labels, "split": split_points(pair)})
        if labels["levels"] == "feature" and pair.levels is not None:
            level = (pair.levels[1],) * len(sentence.tokens)
            sentence = replace(sentence, features={**sentence.features, "level": level})
        yield replace(sentence, id=pair.id, genre=pair.genre)


def _without_splits(sentence: LabelledSentence) -> LabelledSentence:
    kept = {head: own for head, own in sentence.labels.items() if not head.endswith(".split")}
    return replace(sentence, labels=kept)


def _says_the_same(pair: LabelledPair, limits: Mapping[str, float]) -> bool:
    source = len({i for i, _ in pair.links}) / max(1, len(pair.source_tokens))
    target = len({j for _, j in pair.links}) / max(1, len(pair.target_tokens))
    return source >= limits["source_links"] and target >= limits["target_links"]
