"""The numbers that the judge sees of an edit, by group; all edits of a batch together."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from seqlab.editing.judge.deletion_features import deletion_features
from seqlab.editing.judge.evidence_features import inventory_features, lexical_features
from seqlab.editing.judge.fluency_features import fluency_features, form_features
from seqlab.editing.judge.records import Batch
from seqlab.editing.judge.resources import Resources
from seqlab.editing.judge.split_features import split_features
from seqlab.editing.judge.tagger_features import tagger_features
from seqlab.editing.judge.word_features import place_features, word_features

Columns = dict[str, NDArray[np.float32]]
# Every group can be left out, to see what it gives.
GROUPS: Mapping[str, Callable[[Batch, Resources], Columns]] = {
    "inventory": inventory_features,
    "words": word_features,
    "place": place_features,
    "forms": form_features,
    "fluency": fluency_features,
    "lexical": lexical_features,
    "deletion": deletion_features,
    "split": split_features,
    "tagger": tagger_features,
}


def feature_columns(
    batch: Batch, resources: Resources, groups: tuple[str, ...] = tuple(GROUPS)
) -> Columns:
    """Named columns over the cases of a batch."""
    columns: Columns = {}
    for name in groups:
        columns |= GROUPS[name](batch, resources)
    return columns
