"""Groups of outputs within which correlations are looked at (thesis 5.3.2–5.3.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from seqlab.evaluation.meta.ratings import RatedOutput
from seqlab.evaluation.metrics.metric import Array
from seqlab.evaluation.statistics.features import features

Split = Literal["quality", "type", "operations", "none"]
SPLITS: tuple[Split, ...] = ("quality", "type", "operations", "none")
# A split that changes no more words than this is nothing but a split.
_SPLIT_ADDS = 0.15


def split_items(
    outputs: Sequence[RatedOutput], scores: Array, split: Split, ties: int | None = None
) -> dict[str, np.ndarray]:
    """The places of the outputs in each group, by the group's name.

    `quality` halves them by their ratings; outputs with the rating of the middle are ordered as
    they come, or at random with the seed `ties`.
    """
    everything = np.arange(len(outputs))
    if split == "none":
        return {"All": everything}
    if split == "quality":
        order = everything if ties is None else np.random.default_rng(ties).permutation(everything)
        order = order[np.argsort(scores[order], kind="stable")]
        half = len(order) // 2
        return {"Low": order[:half], "High": order[half:], "All": everything}
    names = (
        [one.system_type or one.system for one in outputs]
        if split == "type"
        else operations(outputs)
    )
    groups: dict[str, list[int]] = {}
    for place, name in enumerate(names):
        groups.setdefault(name, []).append(place)
    return {name: np.array(places) for name, places in sorted(groups.items())}


def tied_at_middle(scores: Array) -> int:
    """How many outputs have the rating at which the halves meet; 0 where it falls between two."""
    ordered = np.sort(scores)
    half = len(ordered) // 2
    if not half or ordered[half - 1] != ordered[half]:
        return 0
    return int((scores == ordered[half]).sum())


def operations(outputs: Sequence[RatedOutput]) -> list[str]:
    """What each system attempted: `split`, `lexical`, `mixed` or `none` (thesis 5.3.4).

    Splitting only; paraphrasing and deletion only; anything else together; nothing.
    """
    texts = [(one.original or " ", one.output or " ") for one in outputs]
    found = features([first for first, _ in texts], [second for _, second in texts])
    return [
        _operation(splits, added, deleted, same)
        for splits, added, deleted, same in zip(
            found["sentence splits"],
            found["additions proportion"],
            found["deletions proportion"],
            found["exact copies"],
            strict=True,
        )
    ]


def _operation(splits: float, added: float, deleted: float, same: float) -> str:
    if same:
        return "none"
    if splits > 0:
        # A split alone adds a pronoun or a full stop, and drops a connective.
        return "split" if added < _SPLIT_ADDS and deleted < _SPLIT_ADDS else "mixed"
    return "lexical"
