"""What the tagger of operations says about the words that an edit touches."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from seqlab.editing.judge.records import Batch
from seqlab.editing.judge.resources import Resources

Columns = dict[str, NDArray[np.float32]]
TAGGER_LABELS = ("plain_R", "plain_D", "easy_R", "easy_D")


def tagger_features(batch: Batch, resources: Resources) -> Columns:
    """Probabilities of REPLACE and DELETE at both levels in the span and beside it."""
    names = [f"{label}_{which}" for label in TAGGER_LABELS for which in ("mean", "max", "min")]
    names += [f"{label}_{side}" for label in TAGGER_LABELS for side in ("left", "right")]
    values = np.full((len(batch.cases), len(names)), np.nan, dtype=np.float32)
    if batch.chances is not None:
        for row, case in enumerate(batch.cases):
            chances = batch.chances[case.sentence]
            if not chances or case.start >= case.end:
                continue
            spans = [chances[label][case.start : case.end] for label in TAGGER_LABELS]
            inside = [f for span in spans for f in (span.mean(), span.max(), span.min())]
            beside: list[float] = []
            for label in TAGGER_LABELS:
                own = chances[label]
                beside.append(own[case.start - 1] if case.start else 0.0)
                beside.append(own[case.end] if case.end < len(own) else 0.0)
            values[row] = (*inside, *beside)
    return {f"tagger_{name}": values[:, k] for k, name in enumerate(names)}
