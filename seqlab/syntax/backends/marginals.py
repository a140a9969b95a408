"""The tree of the likeliest constituents, rather than the constituents of the likeliest tree.

The two heads that tell depths make a chain over the gaps between tokens. Summing over all its
paths gives each span of tokens the probability of being a constituent; those that are more likely
than not, and do not cross likelier ones, make the tree (Goodman 1996 on what brackets are scored
by). It takes some milliseconds per sentence, so it serves models that are slow anyway.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from seqlab.syntax.backends.embedded import JOIN, NONE, ROOT, DepthDecoder, chained
from seqlab.syntax.tree import Tree

# Chosen on the development documents: taggers are surer than they should be, so their
# probabilities are taken to this power; and the least score of a constituent.
SOFTENED = 0.6
LEAST = 0.45
# Rarer spans cannot come to that score, whatever they are called.
_SELDOM = 0.25
_NEVER = 0.01
# How much less a gap says about a constituent's name for each level that it lies deeper.
_DEEPER = 4.0
Span = tuple[int, int, str]


def marginal_tree(
    words: Sequence[str],
    tags: Sequence[str],
    unaries: Sequence[str],
    names: Sequence[str],
    decoder: DepthDecoder,
    found: dict[str, np.ndarray],
) -> Tree:
    """The tree of one sentence from the probabilities that the heads give.

    Args:
        words: The tokens.
        tags: Their tags.
        unaries: The chain of one-child nodes above each token.
        names: The labels of `constituent`, in the order of its columns.
        decoder: Knows which level leads from which depth to which.
        found: Probabilities (tokens, labels) by head.
    """
    gaps = len(words) - 1
    spans: list[Span] = []
    if gaps > 0:
        chances, depths = span_chances(decoder, found["level"][:gaps], found["depth"][:gaps])
        spans = _chosen(chances, depths, found["constituent"][:gaps], names)
    leaves = [
        chained(Tree.leaf(tag, word, place), unary)
        for place, (word, tag, unary) in enumerate(zip(words, tags, unaries, strict=True))
    ]
    return Tree.node(ROOT, _nodes(leaves, 0, len(leaves), spans)) if leaves else Tree(ROOT)


def span_chances(
    decoder: DepthDecoder, level: np.ndarray, depth: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """How likely the tokens from i to j are a constituent, and the mean depth of each gap."""
    steps, forward, backward, depths = _chain(decoder, level, depth)
    lower = depths[None, :] < depths[:, None]
    # A constituent at depth d: deeper or equal all along, but not everywhere deeper, and less
    # deep on both sides.
    inside = np.concatenate([~lower, depths[None, :] > depths[:, None]])
    sign = np.repeat(np.array([1, -1], dtype=np.float32), len(depths))
    chances = _enclosed(steps, forward, backward, np.tile(lower, (2, 1)), inside, sign)
    here = forward * backward
    return chances, (here @ depths) / here.sum(axis=1)


def _chain(
    decoder: DepthDecoder, level: np.ndarray, depth: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Steps between depths, scaled so that all paths sum to one, and the messages both ways."""
    first, steps, here = decoder.scores(level, depth)
    own = np.exp(SOFTENED * (here - here.max(axis=1, keepdims=True)))
    steps = np.exp(SOFTENED * steps) * own[:, None, :]
    gaps, size = own.shape
    forward = np.empty((gaps, size))
    forward[0] = np.exp(SOFTENED * first) * own[0]
    forward[0] /= forward[0].sum()
    for gap in range(1, gaps):
        forward[gap] = forward[gap - 1] @ steps[gap]
        total = forward[gap].sum()
        forward[gap] /= total
        steps[gap] /= total
    backward = np.ones((gaps, size))
    for gap in range(gaps - 2, -1, -1):
        backward[gap] = steps[gap + 1] @ backward[gap + 1]
    # Depths that are nowhere likely only take time.
    deepest = int(np.flatnonzero((forward * backward).max(axis=0) > _NEVER)[-1]) + 1
    narrow = [steps[:, :deepest, :deepest], forward[:, :deepest], backward[:, :deepest]]
    steps, forward, backward = (array.astype(np.float32) for array in narrow)
    return steps, forward, backward, np.arange(1, deepest + 1, dtype=np.float32)


def _enclosed(
    steps: np.ndarray,
    forward: np.ndarray,
    backward: np.ndarray,
    outside: np.ndarray,
    inside: np.ndarray,
    sign: np.ndarray,
) -> np.ndarray:
    """For each span, summed over rows: its gaps are all `inside`, those next to it `outside`."""
    gaps, size = forward.shape
    chances = np.zeros((gaps + 1, gaps + 1))
    # The paths so far, for each row and each token that a span may begin with.
    paths = np.zeros((len(sign), gaps, size), dtype=np.float32)
    for gap in range(gaps):
        if gap:
            paths[:, :gap] = (paths[:, :gap] @ steps[gap]) * inside[:, None, :]
            paths[:, gap] = ((forward[gap - 1] * outside) @ steps[gap]) * inside
        else:
            paths[:, 0] = forward[0] * inside
        ended = np.ones((len(sign), size), dtype=np.float32)
        if gap + 1 < gaps:
            ended = (outside * backward[gap + 1]) @ steps[gap + 1].T
        ended *= sign[:, None]
        chances[: gap + 1, gap + 1] = np.einsum("dsx,dx->s", paths[:, : gap + 1], ended)
    return chances


def _chosen(
    chances: np.ndarray, depths: np.ndarray, constituents: np.ndarray, names: Sequence[str]
) -> list[Span]:
    """Spans with their names, none crossing another, the likeliest first."""
    scored = []
    for first, last in zip(*np.where(chances > _SELDOM), strict=True):
        own = depths[first:last]
        # The gaps that lie highest are those between the constituent's children.
        votes = np.exp(-_DEEPER * (own - own.min())) @ constituents[first:last]
        votes /= votes.sum()
        best = int(votes.argmax())
        if names[best] != NONE:
            score = float(chances[first, last] * np.sqrt(votes[best]))
            scored.append((score, int(first), int(last) + 1, names[best]))
    chosen: list[Span] = []
    for score, start, end, name in sorted(scored, reverse=True):
        if score < LEAST:
            break
        if not any(start < s < end < e or s < start < e < end for s, e, _ in chosen):
            chosen.append((start, end, name))
    return chosen


def _nodes(leaves: Sequence[Tree], start: int, end: int, spans: Sequence[Span]) -> list[Tree]:
    """What lies between two places: leaves, and constituents with what lies in them."""
    nodes: list[Tree] = []
    place = start
    while place < end:
        here = max((span for span in spans if span[0] == place), default=None, key=_size)
        if here is None:
            nodes.append(leaves[place])
            place += 1
            continue
        inner = [s for s in spans if s is not here and here[0] <= s[0] and s[1] <= here[1]]
        names = here[2].split(JOIN)
        node = Tree.node(names[-1], _nodes(leaves, here[0], here[1], inner))
        nodes.append(chained(node, JOIN.join(names[:-1])))
        place = here[1]
    return nodes


def _size(span: Span) -> int:
    return span[1] - span[0]
