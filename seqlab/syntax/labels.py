"""Treebank sentences as the tagger sees them, and its predictions as labels of a tree.

Six heads share one encoder: `tag`, `chunk`, and four that together describe the tree (see
`encoding.py`): `level`, `depth`, `constituent`, `unary`. `level` and `depth` say the same thing
twice, relative to the token before and from the root. The first is the easier one to learn, but
its errors add up along the sentence; `depth` corrects them. Decoding finds the sequence of
depths that is the most likely by both.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    {
        "’": "'",
        "‘": "'",
        "`": "'",
        "´": "'",
        "“": '"',
        "”": '"',
        "«": '"',
        "»": '"',
        "–": "-",
        "—": "-",
    }
)
_SAME = {"''": '"', "``": '"', "--": "-", "---": "-", "…": "...", "\u00a0": "_"}


@lru_cache(maxsize=200_000)
def plain(token: str) -> str:
    """The token with typewriter quotes and dashes: sources differ in them, grammar does not."""
    token = token.translate(_PLAIN)
    return _SAME.get(token, token)


def labelled(sentence: TreebankSentence, weight: float = 1.0) -> LabelledSentence:
    """What the tagger learns from a treebank's sentence; unknown parts stay unlabelled."""
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
        "level": known([str(within_levels(value)) for value in found.levels]),
        "depth": known([str(min(value, MAX_DEPTH)) for value in found.depths], by_next=False),
        "constituent": known(found.constituents[:-1], by_next=False),
        "unary": known(found.unaries, by_next=False),
    }


def within_levels(level: int) -> int:
    """The level, or the nearest that is learned."""
    return max(LOWEST_LEVEL, min(HIGHEST_LEVEL, level))


class DepthDecoder:
    """The most likely depths of a sentence from what two heads say of them (Viterbi).

    Args:
        level_labels: The labels of `level`, in the order of its columns.
        depth_labels: The same of `depth`.
        depth_share: What `depth` counts beside `level`.
    """

    def __init__(
        self, level_labels: Sequence[str], depth_labels: Sequence[str], depth_share: float
    ) -> None:
        self._depth_share = depth_share
        depths = range(1, MAX_DEPTH + 1)
        # The column of `level` for each depth before (0: the sentence begins) and depth here.
        self._level_columns = np.array(
            [
                [_column(level_labels, within_levels(here - before)) for here in depths]
                for before in (0, *depths)
            ]
        )
        self._depth_columns = np.array([_column(depth_labels, depth) for depth in depths])

    def scores(
        self, level: np.ndarray, depth: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """What the first depth scores, each step (token, from, to), and each depth at a token."""
        levels, depths = _logarithms(level), _logarithms(depth)
        here = self._depth_share * depths[:, self._depth_columns]
        return levels[0, self._level_columns[0]], levels[:, self._level_columns[1:]], here

    def decode(self, level: np.ndarray, depth: np.ndarray) -> list[int]:
        """Depths from the probabilities (tokens, labels) that the two heads give."""
        count = len(level)
        if not count:
            return []
        first, steps, here = self.scores(level, depth)
        best = first + here[0]
        came_from = np.empty((count, MAX_DEPTH), dtype=np.int64)
        for place in range(1, count):
            reached = best[:, None] + steps[place]
            came_from[place] = reached.argmax(axis=0)
            best = reached.max(axis=0) + here[place]
        path = [int(best.argmax())]
        for place in range(count - 1, 0, -1):
            path.append(int(came_from[place, path[-1]]))
        return [number + 1 for number in reversed(path)]


def _column(labels: Sequence[str], number: int) -> int:
    # The column after the last is that of labels the training data did not have.
    return labels.index(str(number)) if str(number) in labels else len(labels)


def _logarithms(probabilities: np.ndarray) -> np.ndarray:
    padded = np.pad(probabilities, ((0, 0), (0, 1)))
    logarithms: np.ndarray = np.log(np.maximum(padded, 1e-9))
    return logarithms
