"""Where a sentence was split: source words at which a new sentence of the target begins."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby

import numpy as np

from seqlab.alignment import is_content, is_punctuation
from seqlab.annotation.record import LabelledPair
from seqlab.english import word_list

NO_SPLIT, SPLIT = "-", "S"
# Going over to another target sentence must pay: single words linked elsewhere do not.
_SWITCH = 1.6
_CONTENT, _FUNCTION = 1.0, 0.5
CLAUSE_OPENERS = word_list("clause_openers")


def split_points(pair: LabelledPair) -> tuple[str, ...]:
    """`S` on the word at which each new sentence begins, `-` elsewhere.

    The source is cut into runs that went to the same target sentence, by the cut that agrees with
    most links. The sentence of the first run was not split off; every other gets its mark where
    its heaviest run begins. Connectives and relative pronouns there are passed over, whether they
    were deleted or replaced (`, who was` → `. He was`), so that the mark does not depend on what
    the aligner made of them. Sentences that were apart in the source already get none.
    """
    labels = [NO_SPLIT] * len(pair.source_tokens)
    if len(pair.target_starts) < 2:
        return tuple(labels)
    votes = _votes(pair)
    owners = _owners(votes)
    heaviest: dict[int, tuple[float, int]] = {}
    for owner, group in groupby(range(len(owners)), key=lambda i: owners[i]):
        run = list(group)
        weight = float(votes[run, owner].sum())
        place = _opening(pair, run, owner, votes)
        if place is not None and weight > heaviest.get(owner, (0.0, 0))[0]:
            heaviest[owner] = weight, place
    # What comes first in the source opens the text, whatever its place in the target.
    opening = owners[0] if owners else 0
    before = _sentence_openings(pair)
    for owner, (_, place) in heaviest.items():
        if owner != opening and place not in before:
            labels[place] = SPLIT
    return tuple(labels)


def _votes(pair: LabelledPair) -> np.ndarray:
    """How much each source word (row) speaks for each target sentence (column)."""
    starts = np.array(pair.target_starts)
    votes = np.zeros((len(pair.source_tokens), len(starts)))
    of_source = defaultdict(list)
    for i, j in pair.links:
        of_source[i].append(j)
    for i, linked in of_source.items():
        word = pair.source_tokens[i]
        if is_punctuation(word):
            continue
        weight = _CONTENT if is_content(word) else _FUNCTION
        for j in linked:
            votes[i, np.searchsorted(starts, j, side="right") - 1] += weight / len(linked)
    return votes


def _owners(votes: np.ndarray) -> list[int]:
    """The target sentence of every source word: the best path, with a price on every change."""
    score = np.zeros(votes.shape[1])
    came_from = []
    for row in votes:
        stay, change = score, score.max() - _SWITCH
        came_from.append(np.where(stay >= change, np.arange(len(score)), score.argmax()))
        score = np.maximum(stay, change) + row
    owner = int(score.argmax())
    owners = []
    for previous in reversed(came_from):
        owners.append(owner)
        owner = int(previous[owner])
    return owners[::-1]


def _opening(pair: LabelledPair, run: Sequence[int], owner: int, votes: np.ndarray) -> int | None:
    """The word that the new sentence of a run begins at.

    Before the first kept word that is linked into the new sentence may stand words that the editor
    dropped or wrote anew. The clause begins behind the last punctuation or at the last connective
    among them, else with the first of them.
    """
    linked = [i for i in run if votes[i, owner] > 0]
    if not linked:
        return None
    kept = [i for i in linked if pair.source_labels[i] in "CM" or is_content(pair.source_tokens[i])]
    place = start = kept[0] if kept else linked[0]
    while start > 0 and (votes[start - 1, owner] > 0 or not votes[start - 1].any()):
        start -= 1
    for i in range(start, place):
        if is_punctuation(pair.source_tokens[i]):
            start = i + 1
        elif pair.source_tokens[i].lower() in CLAUSE_OPENERS:
            start = i
    clause = (i for i in range(start, place) if pair.source_tokens[i].lower() not in CLAUSE_OPENERS)
    return next(clause, place)


def _sentence_openings(pair: LabelledPair) -> set[int]:
    """The first kept word of each sentence of the source."""
    ends = [*pair.source_starts[1:], len(pair.source_tokens)]
    openings = set()
    for start, end in zip(pair.source_starts, ends, strict=True):
        kept = [i for i in range(start, end) if pair.source_labels[i] != "D"]
        openings |= set(kept[:1])
    return openings
