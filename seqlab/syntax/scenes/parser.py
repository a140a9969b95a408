"""The scene parser: one pass of the tagger over tokens, read back as units and scenes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import numpy as np

from seqlab.errors import DataError
from seqlab.syntax.backends.embedded import DepthDecoder, TreeLabels, decode, plain
from seqlab.syntax.scenes.labels import (
    CATEGORY,
    CONSTITUENT,
    DEPTH,
    HEADS,
    LEVEL,
    REMOTE,
    UNARY,
)
from seqlab.syntax.scenes.remotes import with_remotes
from seqlab.syntax.scenes.scene import Scene, is_scene, scenes_of
from seqlab.syntax.scenes.tree_form import label_categories, to_graph
from seqlab.syntax.scenes.units import PARALLEL, PUNCTUATION, RELATIONS, ROOT, Unit, UnitGraph
from seqlab.tagger import Tagger

FOLDER = Path(__file__).parent.parent / "models" / "scenes"
_CHUNK = 1024
# Chosen on the development passages: what `depth` counts beside `level`, and how much more the
# vote of a sure token counts on the name of a unit.
DEPTH_SHARE = 0.5
VOTE_POWER = 4
# Chosen on the development passages: with it as many scenes are found as annotators marked.
# Without it a third of them is missed.
RELATION_FAVOUR = 3.0


class UccaParser:
    """Finds UCCA units and scenes with a folder that `seqlab syntax train-scenes` made.

    Args:
        folder: The model; empty for the one in the package.
        device: Where it runs: `auto`, `cpu`, `cuda`.
        favour: By how much (a factor) main relations are favoured among the categories of a word.
    """

    name = "ucca"

    def __init__(
        self, folder: str | Path = "", device: str = "auto", favour: float = RELATION_FAVOUR
    ) -> None:
        self._tagger = Tagger.load(folder or FOLDER, device)
        labels = self._tagger.labels
        if missing := [head for head in HEADS if head not in labels]:
            raise DataError(
                folder or FOLDER,
                f"not a scene model: it has no head {missing[0]!r}",
                fix="train one with `seqlab syntax train-scenes`",
            )
        self._names = {head: np.array(labels[head], dtype=object) for head in HEADS}
        self._favour = np.array(
            [
                favour if RELATIONS.intersection(label_categories(name)) else 1.0
                for name in labels[CATEGORY]
            ]
        )
        self._relations = np.flatnonzero(
            [bool(RELATIONS.intersection(label_categories(name))) for name in labels[CATEGORY]]
        )
        self._depths = DepthDecoder(labels[LEVEL], labels[DEPTH], DEPTH_SHARE)

    def scenes(self, sentences: Iterable[Sequence[str]]) -> Iterator[list[Scene]]:
        """The scenes of each sentence, in the order of the sentences."""
        return (scenes_of(graph) for graph in self.parse(sentences))

    def parse(self, sentences: Iterable[Sequence[str]]) -> Iterator[UnitGraph]:
        """The units of each sentence, remote participants included."""
        stream = iter(sentences)
        while batch := [tuple(tokens) for tokens in islice(stream, _CHUNK)]:
            inputs = [tuple(plain(token) for token in tokens) for tokens in batch]
            found = self._tagger.predict_proba(inputs, HEADS)
            for tokens, probabilities in zip(batch, found, strict=True):
                yield self._graph(tokens, probabilities)

    def _graph(self, tokens: tuple[str, ...], found: dict[str, np.ndarray]) -> UnitGraph:
        found = {**found, CATEGORY: found[CATEGORY] * self._favour}
        best = {
            head: tuple(self._names[head][found[head][: len(tokens)].argmax(axis=1)])
            for head in (CATEGORY, CONSTITUENT, UNARY, REMOTE)
        }
        between = max(0, len(tokens) - 1)
        depths = self._depths.decode(found[LEVEL][:between], found[DEPTH][:between])
        sure = found[CONSTITUENT].max(axis=1, initial=0.0) ** VOTE_POWER
        labels = TreeLabels(tuple(depths), best[CONSTITUENT], best[UNARY])
        graph = to_graph(decode(tokens, best[CATEGORY], labels, sure.tolist()))
        if missing := self._missing_relations(graph, found[CATEGORY]):
            # Categories do not bear on which words form a unit, so the tree stays as it was.
            names = [missing.get(place, name) for place, name in enumerate(best[CATEGORY])]
            graph = to_graph(decode(tokens, names, labels, sure.tolist()))
        return with_remotes(graph, list(best[REMOTE]))

    def _missing_relations(self, graph: UnitGraph, found: np.ndarray) -> dict[int, str]:
        """Category of the likeliest main relation in each parallel scene that was left without.

        A parallel scene has a main relation by definition (in 99.5 % of UCCA-Wiki's it stands in
        the text), and every sentence has a scene.
        """
        chosen: dict[int, str] = {}
        for unit in graph.root.walk():
            if not _lacks_relation(unit):
                continue
            places = [
                child.words[0]
                for child in unit.children
                if len(child.words) == 1 and not child.children and not child.is_a(PUNCTUATION)
            ]
            if places:
                scores = found[places][:, self._relations]
                row, column = np.unravel_index(scores.argmax(), scores.shape)
                label = self._names[CATEGORY][self._relations[column]]
                chosen[places[int(row)]] = str(label)
        return chosen


def _lacks_relation(unit: Unit) -> bool:
    """Whether this is a parallel scene, or a sentence without any, that has no main relation."""
    if is_scene(unit):
        return False
    if unit.is_a(ROOT):
        return not any(child.is_a(PARALLEL) for child in unit.children)
    # Scenes side by side in one unit are scenes themselves.
    return unit.is_a(PARALLEL) and not any(child.is_a(PARALLEL) for child in unit.children)
