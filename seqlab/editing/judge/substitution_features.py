"""Features of an edit from the tagger's substitution labels: is this what an editor puts here?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from seqlab.editing.judge.records import Batch, Case
from seqlab.editing.propose import (
    DELETED,
    GOES_ON,
    RARE,
    STAYS,
    SubstitutionProbabilities,
    Tagged,
)

Columns = dict[str, NDArray[np.float32]]
LEVELS = ("plain", "easy")
_NAMES = ("same", "rank", "best", "stays", "deleted", "rare", "begun", "inside", "after")


def substitution_features(batch: Batch) -> Columns:
    """For both levels how likely the labels say the same substitution, and what else they say."""
    size = len(_NAMES)
    values = np.full((len(batch.cases), len(LEVELS) * size), np.nan, dtype=np.float32)
    if batch.substitutions is not None:
        for row, case in enumerate(batch.cases):
            if case.operation == "split" or case.start >= case.end:
                continue
            told = batch.substitutions[case.sentence]
            for number, level in enumerate(LEVELS):
                if level in told:
                    place = number * size
                    text = batch.sentences[case.sentence]
                    values[row, place : place + size] = _numbers(told[level], text, case)
    names = [f"{level}_{name}" for level in LEVELS for name in _NAMES]
    return {f"substitution_{name}": values[:, k] for k, name in enumerate(names)}


def _numbers(told: SubstitutionProbabilities, text: Tagged, case: Case) -> tuple[float, ...]:
    wanted = " ".join(case.new).lower()
    texts = told.texts(text, case.start)
    shares = sorted(texts.values(), reverse=True)
    same = max((share for new, share in texts.items() if new.lower() == wanted), default=0.0)
    inside = [told.of(GOES_ON, place) for place in range(case.start + 1, case.end)]
    return (
        same,
        float(sum(share > same for share in shares)),
        shares[0] if shares else 0.0,
        told.of(STAYS, case.start),
        told.of(DELETED, case.start),
        told.of(RARE, case.start),
        told.of(GOES_ON, case.start),
        float(np.mean(inside)) if inside else float("nan"),
        told.of(GOES_ON, case.end) if case.end < len(told.rows) else 0.0,
    )
