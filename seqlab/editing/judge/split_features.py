"""Features of splits, by their text and by what the labels say of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from seqlab.editing.judge.records import Batch
from seqlab.editing.judge.word_facts import Resources

Columns = dict[str, NDArray[np.float32]]
_NAMES = (
    "parts", "shortest", "longest", "source_words", "pronoun", "this", "connective", "name",
    "noun", "added", "lost", "added_content", "lost_content", "cost_change", "opening_cost",
    "least_cost", "verbless", "first_length", "last_length", "added_be", "tag_cost",
)  # fmt: skip
_EVIDENCE = ("label", "label_opening", "label_companion")
_STOPS = frozenset({".", "!", "?"})
_PRONOUNS = frozenset({"he", "she", "it", "they", "we", "i", "you", "his", "her", "its", "their"})
_THIS = frozenset({"this", "these", "that", "those", "there"})
_CONNECTIVES = frozenset({"but", "so", "then", "also", "because", "however", "and", "or"})
_BE = frozenset({"is", "are", "was", "were", "has", "had"})


def split_features(batch: Batch, resources: Resources) -> Columns:
    """Numbers of splits; not known for other edits."""
    names = (*_NAMES, *_EVIDENCE)
    values = np.full((len(batch.cases), len(names)), np.nan, dtype=np.float32)
    splits = [n for n, case in enumerate(batch.cases) if case.operation == "split" and case.after]
    parts = {n: _parts(batch.cases[n].after) for n in splits}
    # Costs are looked up together: sources, parts, and how each part but the first begins.
    asked = dict.fromkeys(batch.sentences[batch.cases[n].sentence].tokens for n in splits)
    asked |= dict.fromkeys(part for own in parts.values() for part in own)
    asked |= dict.fromkeys(part[:3] for own in parts.values() for part in own[1:])
    costs = dict(zip(asked, resources.lexical.ngrams.sentence_costs(list(asked)), strict=True))
    for row in splits:
        case = batch.cases[row]
        tokens = batch.sentences[case.sentence].tokens
        values[row, : len(_NAMES)] = _split(tokens, case.after, parts[row], costs, resources)
        if case.evidence:
            values[row, len(_NAMES) :] = case.evidence
    return {f"split_{name}": values[:, k] for k, name in enumerate(names)}


def _parts(after: Sequence[str]) -> list[tuple[str, ...]]:
    """The sentences of a text of tokens."""
    parts: list[list[str]] = [[]]
    for token in after:
        parts[-1].append(token)
        if token in _STOPS:
            parts.append([])
    return [tuple(part) for part in parts if part]


def _split(
    source: tuple[str, ...],
    after: tuple[str, ...],
    parts: Sequence[tuple[str, ...]],
    known: Mapping[tuple[str, ...], float],
    resources: Resources,
) -> tuple[float, ...]:
    old = Counter(token.lower() for token in source)
    new = Counter(token.lower() for token in after)
    added, lost = list((new - old).elements()), list((old - new).elements())
    openings = [part[0].lower() for part in parts[1:]]
    costs = [known[part] for part in parts]
    whole = known[source]
    tables = resources.words
    verbs = [any(_may_be_finite(token.lower(), resources) for token in part) for part in parts]
    starts = [known[part[:3]] for part in parts[1:]] or [float("nan")]
    tag_costs = [
        tables.best_tags(("<>", "<>"), tuple(w.lower() for w in part[:4]), ("<>", "<>"))[0]
        for part in parts[1:]
    ]
    lengths = [len(part) for part in parts]
    return (
        len(parts),
        min(lengths),
        max(lengths),
        len(source),
        sum(word in _PRONOUNS for word in openings),
        sum(word in _THIS for word in openings),
        sum(word in _CONNECTIVES for word in openings),
        sum(
            part[0][:1].isupper() and len(part) > 1 and part[1][:1].isupper() for part in parts[1:]
        ),
        sum(resources.is_content(word) for word in openings),
        len(added),
        len(lost),
        sum(map(resources.is_content, added)),
        sum(map(resources.is_content, lost)),
        float(np.mean(costs)) - whole,
        max(starts),
        max(costs) - whole,
        sum(not verb for verb in verbs),
        lengths[0],
        lengths[-1],
        sum(word in _BE for word in added),
        max(tag_costs, default=float("nan")),
    )


def _may_be_finite(word: str, resources: Resources) -> bool:
    return any(tag in ("VBD", "VBZ", "VBP", "MD") for tag, _ in resources.words[word].tags)
