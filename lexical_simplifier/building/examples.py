"""Ranking examples: targets with candidates, and which of them people chose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lexical_simplifier.building.replacements import Replacement
from lexical_simplifier.building.table import replacement_keys
from lexical_simplifier.evaluation.datasets import Instance
from lexical_simplifier.resources.lexicon import part_of_speech, settled_tag
from lexical_simplifier.stages.features import CandidateSet, FeatureMaker
from lexical_simplifier.stages.targets import Target


@dataclass(frozen=True, slots=True)
class Example:
    """Candidates with people's weight for each: 0 for those nobody chose."""

    candidates: CandidateSet
    gold: NDArray[np.float32]


def from_replacements(
    replaced: Iterable[tuple[Replacement, Sequence[str]]],
    make: FeatureMaker,
    batch_size: int = 256,
) -> list[Example]:
    """Examples whose chosen candidate is the word that an editor wrote.

    The table that `make` sees must not have been counted on these sentences.
    """
    targets, chosen = [], []
    for replacement, tags in replaced:
        keys = replacement_keys(replacement, tags)
        if keys is None or keys[0][1] == "OTHER":
            continue
        row = make.lexicon.row(*keys[0])
        candidate = make.lexicon.row(*keys[1])
        if row is None or candidate is None:
            continue
        span = (replacement.start, replacement.end)
        tag = settled_tag(replacement.tokens, span[0], tags[span[0]])
        tag = make.lexicon.settled_tag(row, replacement.tokens[span[0]], tag)
        targets.append(Target(replacement.tokens, tags, *span, tag, row))
        chosen.append(candidate)
    examples = []
    for start in range(0, len(targets), batch_size):
        batch = slice(start, start + batch_size)
        for candidates, row in zip(make(targets[batch]), chosen[batch], strict=True):
            gold = (candidates.rows == row).astype(np.float32)
            if gold.any() and len(gold) > 1:
                examples.append(Example(candidates, gold))
    return examples


def from_instances(
    instances: Sequence[Instance], tags: Sequence[Sequence[str]], make: FeatureMaker
) -> list[Example | None]:
    """Examples of benchmark instances, None where no candidate was found; gold is by text."""
    targets, places = [], []
    for place, (instance, own) in enumerate(zip(instances, tags, strict=True)):
        tag = settled_tag(instance.tokens, instance.index, own[instance.index])
        part = part_of_speech(instance.target, tag)
        row = make.lexicon.find(instance.target, part or "NOUN")
        if row is None:
            row = make.lexicon.find_any(instance.target)
        if row is not None:
            tag = make.lexicon.settled_tag(row, instance.target, tag)
            span = (instance.index, instance.index + 1)
            targets.append(Target(instance.tokens, own, *span, tag, row))
            places.append(place)
    examples: list[Example | None] = [None] * len(instances)
    for place, candidates in zip(places, make(targets), strict=True):
        words = instances[place].substitutes
        texts = candidates.texts
        if instances[place].lemmatised:
            texts = [make.lexicon.entries[row].word for row in candidates.rows.tolist()]
        gold = np.array([words.get(text, 0.0) for text in texts], dtype=np.float32)
        examples[place] = Example(candidates, gold)
    return examples
