"""What is judged: one edit of one sentence, and the two probabilities that come back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from lexical_simplifier import CandidateSet
from seqlab.editing.propose import Tagged

Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Probabilities that an edit is good (correct and easier) and acceptable (correct)."""

    good: float
    acceptable: float


@dataclass(frozen=True, slots=True)
class Case:
    """An edit of the sentence number `sentence`: its tokens `start` to `end` become `new`.

    `new` is empty for a deletion; `after` is the whole text after a split, as tokens.
    """

    sentence: int
    start: int
    end: int
    new: tuple[str, ...] = ()
    operation: str = "replace"
    after: tuple[str, ...] = ()


@dataclass(frozen=True)
class Batch:
    """Edits with their sentences, judged together.

    `chances` are, for each sentence, the tagger's probabilities by label name (an array over the
    tokens each); None where there is no tagger. `candidates` are the lexical simplifier's for
    (sentence, start, end) where proposing has them already.
    """

    sentences: Sequence[Tagged]
    cases: Sequence[Case]
    chances: Sequence[Mapping[str, Vector]] | None = None
    candidates: Mapping[tuple[int, int, int], CandidateSet] = field(default_factory=dict)
