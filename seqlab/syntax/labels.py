"""Treebank sentences as the labeller sees them, and its predictions as labels of a tree.

Six heads share one encoder: `tag`, `chunk`, and four that together describe the tree (see
`encoding.py`): `level`, `depth`, `constituent`, `unary`. `level` and `depth` say the same thing
twice, relative to the token before and from the root. The first is the easier one to learn, but
its errors add up along the sentence; `depth` corrects them. Decoding finds the sequence of
depths that is the most likely by both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np

from seqlab.syntax.chunks import chunks
from seqlab.syntax.encoding import encode
from seqlab.syntax.treebanks import UNKNOWN, TreebankSentence
from seqlab.tagger import LabelledSentence

HEADS = ("tag", "chunk", "level", "depth", "constituent", "unary")
# Beyond these, trees are too rare to learn from.
MAX_DEPTH = 20
LOWEST_LEVEL, HIGHEST_LEVEL = -16, 4

_PLAIN = str.maketrans(
    {"’": "'", "‘": "'", "`": "'", "´": "'", "“": '"', "”": '"', "«": '"', "»": '"', "–": "-", "—": "-"}
)
_SAME = {"''": '"', "``": '"', "--": "-", "---": "-", "…": "...", "\u00a0": "_"}


@lru_cache(maxsize=200_000)
def plain(token: str) -> str:
    """The token with typewriter quotes and dashes: sources differ in them, grammar does not."""
    token = token.translate(_PLAIN)
    return _SAME.get(token, token)


def labelled(sentence: TreebankSentence, weight: float = 1.0) -> LabelledSentence:
    """What the labeller learns from a treebank's sentence; unknown parts stay unlabelled."""
    labels: dict[str, tuple[str, ...]] = {"tag": sentence.tags}
    if sentence.tree is not None:
        labels |= _tree_labels(sentence)
    return LabelledSentence(
        tokens=tuple(plain(token) for token in sentence.tokens),
        labels=labels,
        document=sentence.document,
        weight=weight,
    )


def _tree_labels(sentence: TreebankSentence) -> dict[str, tuple[str, ...]]:
    assert sentence.tree is not None
    found = encode(sentence.tree)
    count = len(sentence.tokens)
    trusted = sentence.trusted or (True,) * count

    def known(values: Sequence[str], by_next: bool = True) -> tuple[str, ...]:
        # A level is a difference to the token before, so both must be trusted.
        padded = [*values, *[UNKNOWN] * (count - len(values))]
        return tuple(
            value if trusted[place] and (not by_next or trusted[max(0, place - 1)]) else UNKNOWN
            for place, value in enumerate(padded)
        )

    return {
        "chunk": known(chunks(sentence.tree)),
        "level": known([str(_within(value)) for value in found.levels]),
        "depth": known([str(min(value, MAX_DEPTH)) for value in found.depths], by_next=False),
        "constituent": known(found.constituents[:-1], by_next=False),
        "unary": known(found.unaries, by_next=False),
    }


def _within(level: int) -> int:
    return max(LOWEST_LEVEL, min(HIGHEST_LEVEL, level))


class DepthDecoder:
    """The most likely depths of a sentence from what two heads say of them (Viterbi)."""

    def __init__(
        self, level_labels: Sequence[str], depth_labels: Sequence[str], depth_share: float = 0.5
    ) -> None:
        self._depth_share = depth_share
        self._top = MAX_DEPTH
        # For each depth before (0: the sentence begins) and here, the column of the level.
        column = {label: number for number, label in enumerate(level_labels)}
        self._columns = np.full((self._top + 1, self._top), -1)
        for before in range(self._top + 1):
            for here in range(1, self._top + 1):
                self._columns[before, here - 1] = column.get(str(_within(here - before)), -1)
        self._depth_columns = np.array(
            [_column(depth_labels, str(depth)) for depth in range(1, self._top + 1)]
        )

    def decode(self, level: np.ndarray, depth: np.ndarray) -> list[int]:
        """Depths from the log-probabilities (tokens, labels) of the two heads."""
        count = len(level)
        if not count:
            return []
        levels = np.concatenate([level, np.full((count, 1), -30.0)], axis=1)
        depths = np.concatenate([depth, np.full((count, 1), -30.0)], axis=1)
        scores = self._depth_share * depths[:, self._depth_columns]
        best = levels[0, self._columns[0]] + scores[0]
        steps = levels[:, self._columns[1:]]
        back = np.empty((count, self._top), dtype=np.int64)
        for place in range(1, count):
            reached = best[:, None] + steps[place]
            back[place] = reached.argmax(axis=0)
            best = reached[back[place], np.arange(self._top)] + scores[place]
        path = [int(best.argmax())]
        for place in range(count - 1, 0, -1):
            path.append(int(back[place, path[-1]]))
        return [number + 1 for number in reversed(path)]


def _column(labels: Sequence[str], wanted: str) -> int:
    return labels.index(wanted) if wanted in labels else -1


def log_probabilities(probabilities: Mapping[str, np.ndarray], head: str) -> np.ndarray:
    """Logarithms without minus infinity."""
    return np.log(np.maximum(probabilities[head], 1e-9))
