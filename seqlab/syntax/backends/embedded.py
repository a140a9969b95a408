"""The model that ships with the package: one tagger for tags, chunks and trees.

Constituency trees are one label per token (Gómez-Rodríguez and Vilares 2018). A token's labels say
how many ancestors it shares with the next token – counted from the root (`depth`) and relative to
the token before (`level`) –, the lowest of them (`constituent`), and the chain of one-child nodes
right above the token (`unary`). Chains of one-child nodes elsewhere are collapsed into one label,
`S+VP`. Any sequence of labels decodes into a tree over the tokens.

`level` and `depth` say the same thing twice. The first is the easier one to learn, but its errors
add up along the sentence; `depth` corrects them. `DepthDecoder` finds the sequence of depths that
is the most likely by both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice, pairwise
from pathlib import Path

import numpy as np

from seqlab.english import lemma
from seqlab.errors import DataError
from seqlab.syntax.analysis import Analysis
from seqlab.syntax.tree import Tree
from seqlab.tagger import Tagger

ROOT = "ROOT"
# The label of a token without a chain above it, or without a next token.
NONE = "-"
JOIN = "+"


@dataclass(frozen=True, slots=True)
class TreeLabels:
    """The labels of a sentence, one of each kind a token; the last token has no `depths`."""

    depths: tuple[int, ...]
    constituents: tuple[str, ...]
    unaries: tuple[str, ...]

    @property
    def levels(self) -> tuple[int, ...]:
        """Depths relative to the token before: what the paper's section 3.2 uses."""
        before = (0, *self.depths[:-1])
        return tuple(here - last for here, last in zip(self.depths, before, strict=False))


def encode(tree: Tree) -> TreeLabels:
    """The labels of `tree`; a ROOT on top is left out, decoding puts it back."""
    top = tree
    while top.label == ROOT and len(top.children) == 1:
        top = top.children[0]
    unaries: list[str] = []
    # For each token: the ids and labels of its ancestors with several children, top first.
    chains: list[tuple[tuple[int, str], ...]] = []
    stack: list[tuple[Tree, tuple[tuple[int, str], ...], tuple[str, ...]]] = [(top, (), ())]
    while stack:
        node, above, chain = stack.pop()
        if node.word is not None:
            unaries.append(JOIN.join(chain) or NONE)
            chains.append(above)
        elif len(node.children) == 1:
            stack.append((node.children[0], above, (*chain, node.label)))
        elif node.children:
            # A ROOT over several constituents has no name of its own.
            name = NONE if node.label == ROOT else JOIN.join((*chain, node.label))
            here = (*above, (id(node), name))
            stack.extend((child, here, ()) for child in reversed(node.children))
    depths: list[int] = []
    constituents: list[str] = []
    for one, other in pairwise(chains):
        depth = _shared(one, other)
        depths.append(depth)
        constituents.append(one[depth - 1][1])
    if chains:
        constituents.append(NONE)
    return TreeLabels(tuple(depths), tuple(constituents), tuple(unaries))


def _shared(one: Sequence[tuple[int, str]], other: Sequence[tuple[int, str]]) -> int:
    count = 0
    for left, right in zip(one, other, strict=False):
        if left[0] != right[0]:
            break
        count += 1
    return count


@dataclass(slots=True)
class _Open:
    """A constituent that is still being built, with the labels that tokens propose for it."""

    votes: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    children: list[Tree] = field(default_factory=list)


def decode(
    words: Sequence[str],
    tags: Sequence[str],
    labels: TreeLabels,
    sure: Sequence[float] | None = None,
) -> Tree:
    """The tree that the labels describe; where they disagree, the nearest well-formed one.

    Depths below one count as one. A constituent that tokens name differently takes the name most
    of them give, each vote counting as much as the token is `sure` of it, the first of equals;
    one that no token names is left out.
    """
    leaves = [
        chained(Tree.leaf(tag, word, place), unary)
        for place, (word, tag, unary) in enumerate(zip(words, tags, labels.unaries, strict=True))
    ]
    if not leaves:
        return Tree(ROOT)
    # opened[0] stands for ROOT; opened[d] is the constituent at depth d that is being built.
    opened = [_Open()]
    for place, leaf in enumerate(leaves[:-1]):
        depth = max(1, labels.depths[place])
        while len(opened) <= depth:
            opened.append(_Open())
        opened[-1].children.append(leaf)
        while len(opened) > depth + 1:
            _close(opened)
        opened[depth].votes[labels.constituents[place]] += 1.0 if sure is None else sure[place]
    opened[-1].children.append(leaves[-1])
    while len(opened) > 1:
        _close(opened)
    return Tree.node(ROOT, opened[0].children)


def _close(opened: list[_Open]) -> None:
    done = opened.pop()
    label = max(done.votes, key=done.votes.__getitem__, default=NONE)
    if label == NONE or not done.children:
        opened[-1].children.extend(done.children)
    else:
        names = label.split(JOIN)
        node = Tree.node(names[-1], done.children)
        opened[-1].children.append(chained(node, JOIN.join(names[:-1])))


def chained(node: Tree, chain: str) -> Tree:
    """`node` below the one-child nodes that `chain` names, the highest first."""
    if chain and chain != NONE:
        for label in reversed(chain.split(JOIN)):
            node = Tree.node(label, [node])
    return node


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


def within_levels(level: int) -> int:
    """A level, or the nearest that the tagger learns."""
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


FOLDER = Path(__file__).parents[1] / "models" / "embedded"
# So many sentences are taken from the stream at a time.
_CHUNK = 1024
# Chosen on the development documents: what `depth` counts beside `level`, and how much more the
# vote of a token counts on the name of a constituent the surer it is.
DEPTH_SHARE = 0.3
VOTE_POWER = 4
# What a model counts that has another beside it.
OWN_SHARE = 0.75


class EmbeddedSyntax:
    """Analyses sentences with a folder that the `syntax` command trained.

    Args:
        folder: The model; empty for the one in the package.
        device: Where it runs: `auto`, `cpu`, `cuda`.
        marginals: Build trees of the likeliest constituents: better and slower. By default where
            the model has an encoder, beside which the time does not count.
        beside: A second model, whose probabilities are averaged in: its folder, or `embedded` for
            the one in the package, which has learned from more sentences.
    """

    def __init__(
        self,
        folder: str | Path = "",
        device: str = "auto",
        marginals: bool | None = None,
        beside: str | Path = "",
    ) -> None:
        self._tagger = Tagger.load(folder or FOLDER, device)
        self._other = None
        if beside:
            self._other = Tagger.load(FOLDER if beside == "embedded" else beside, device)
        encoded = bool(self._tagger.model.options.encoder)
        self._marginals = encoded if marginals is None else marginals
        labels = self._tagger.labels
        if missing := [head for head in HEADS if head not in labels]:
            raise DataError(
                folder or FOLDER,
                f"not a syntax model: it has no head {missing[0]!r}",
                fix="train one with `seqlab syntax`",
            )
        self._names = {head: np.array(labels[head], dtype=object) for head in HEADS}
        self._depths = DepthDecoder(labels["level"], labels["depth"], DEPTH_SHARE)

    def analyse(self, sentences: Iterable[Sequence[str]]) -> Iterator[Analysis]:
        """Analyses in the order of the sentences, a batch at a time."""
        stream = iter(sentences)
        while batch := [tuple(tokens) for tokens in islice(stream, _CHUNK)]:
            inputs = [tuple(plain(token) for token in tokens) for tokens in batch]
            for tokens, probabilities in zip(batch, self._probabilities(inputs), strict=True):
                yield self._analysis(tokens, probabilities)

    def _probabilities(self, inputs: list[tuple[str, ...]]) -> Iterator[dict[str, np.ndarray]]:
        found = self._tagger.predict_proba(inputs, HEADS)
        if self._other is None:
            yield from found
            return
        columns = {
            head: _columns(self._tagger.labels[head], self._other.labels[head]) for head in HEADS
        }
        others = self._other.predict_proba(inputs, HEADS)
        for own, other in zip(found, others, strict=True):
            yield {
                head: OWN_SHARE * own[head]
                + (1 - OWN_SHARE) * np.pad(other[head], ((0, 0), (0, 1)))[:, columns[head]]
                for head in HEADS
            }

    def _analysis(self, tokens: tuple[str, ...], found: dict[str, np.ndarray]) -> Analysis:
        best = {
            head: tuple(self._names[head][found[head][: len(tokens)].argmax(axis=1)])
            for head in ("tag", "chunk", "constituent", "unary")
        }
        return Analysis(
            tokens=tokens,
            tags=best["tag"],
            lemmas=tuple(map(lemma, tokens, best["tag"])),
            chunks=best["chunk"],
            tree=self._tree(tokens, best, found),
        )

    def _tree(
        self,
        tokens: tuple[str, ...],
        best: dict[str, tuple[str, ...]],
        found: dict[str, np.ndarray],
    ) -> Tree:
        if self._marginals:
            # Only some models need it.
            from seqlab.syntax.backends.marginals import marginal_tree

            names = self._names["constituent"].tolist()
            return marginal_tree(tokens, best["tag"], best["unary"], names, self._depths, found)
        # The last token has no next one to share ancestors with.
        between = max(0, len(tokens) - 1)
        depths = self._depths.decode(found["level"][:between], found["depth"][:between])
        labels = TreeLabels(tuple(depths), best["constituent"], best["unary"])
        sure = found["constituent"].max(axis=1, initial=0.0) ** VOTE_POWER
        return decode(tokens, best["tag"], labels, sure.tolist())


def _columns(labels: Sequence[str], others: Sequence[str]) -> list[int]:
    """Where another model has each label; the column after its last is one of zeros."""
    return [others.index(label) if label in others else len(others) for label in labels]
