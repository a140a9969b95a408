"""The model that ships with the package: one tagger for tags, chunks and trees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import numpy as np

from seqlab.english import lemma
from seqlab.errors import DataError
from seqlab.syntax.analysis import Analysis
from seqlab.syntax.backends.encoding import HEADS, DepthDecoder, TreeLabels, decode, plain
from seqlab.syntax.backends.marginals import marginal_tree
from seqlab.syntax.tree import Tree
from seqlab.tagger import Tagger

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
