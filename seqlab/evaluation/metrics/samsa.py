"""An approximation of SAMSA (Sulem et al. 2018): clauses of our trees stand in for UCCA scenes.

The formula is the paper's (section 4). The scenes, their centers and the word alignment are ours,
so the numbers are not comparable with published SAMSA; the names and the signature say so.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from seqlab.alignment import Aligner, Links, load_aligner
from seqlab.evaluation.metrics.metric import Array, Metric
from seqlab.evaluation.metrics.scenes import Scene, scenes
from seqlab.evaluation.metrics.segments import Segments
from seqlab.evaluation.metrics.signature import Signature, signature
from seqlab.syntax import Syntax
from seqlab.text import split_sentences, tokenize


class Samsa(Metric):
    """SAMSA over clauses, 0–100: does every output sentence hold one whole scene of the original?

    Args:
        syntax: What parses the originals.
        aligner: Word aligner, by name or ready-made.
        penalty: Multiply by sentences over scenes, as SAMSA does; SAMSA-abl does not.
    """

    needs_references = False

    def __init__(
        self, syntax: Syntax, aligner: str | Aligner = "light", penalty: bool = True
    ) -> None:
        self.syntax, self.penalty = syntax, penalty
        self.aligner = load_aligner(aligner) if isinstance(aligner, str) else aligner
        self._aligner_name = aligner if isinstance(aligner, str) else type(aligner).__name__
        self.name = "SAMSA/clauses" if penalty else "SAMSA-abl/clauses"
        # The originals are the same for every system.
        self._known: dict[str, list[Scene]] = {}

    def counts(self, segments: Segments) -> Array:
        """The score of each sentence, and a one."""
        self._parse(segments.originals)
        outputs = [_sentences(text) for text in segments.outputs]
        pairs = [
            (_flat(_sentences(original)), _flat(output))
            for original, output in zip(segments.originals, outputs, strict=True)
        ]
        rows = [
            (samsa(self._known[original], links, [len(one) for one in output], self.penalty), 1.0)
            for original, output, links in zip(
                segments.originals, outputs, self.aligner.align(pairs), strict=True
            )
        ]
        return np.array(rows, dtype=np.float64)

    def combine(self, totals: Array) -> Array:
        """The mean."""
        return 100 * totals[..., :1] / totals[..., 1:]

    def signature(self, references: int) -> Signature:
        """That scenes are clauses, and which aligner and parser found them."""
        return signature(
            self.name,
            scenes="clauses",
            syntax=type(self.syntax).__name__,
            aligner=self._aligner_name,
            penalty=self.penalty,
        )

    def _parse(self, originals: Sequence[str]) -> None:
        new = [text for text in dict.fromkeys(originals) if text not in self._known]
        texts = [_sentences(text) for text in new]
        analyses = iter(
            self.syntax.analyse([tokens for sentences in texts for tokens in sentences])
        )
        for text, sentences in zip(new, texts, strict=True):
            own: list[Scene] = []
            offset = 0
            for tokens in sentences:
                own += scenes(next(analyses).tree, offset)
                offset += len(tokens)
            self._known[text] = own


def samsa(
    scenes: Sequence[Scene], links: Links, lengths: Sequence[int], penalty: bool = True
) -> float:
    """SAMSA of one sentence, 0–1 (section 4.2).

    Args:
        scenes: The scenes of the original.
        links: Word alignment of original and output.
        lengths: The number of words in each sentence of the output.
        penalty: Multiply by sentences over scenes.
    """
    if not scenes or len(scenes) < len(lengths) or not lengths:
        return 0.0
    ends = np.cumsum(lengths)
    # Each word of the original stands in at most one output sentence: that of its first link.
    sentence: dict[int, int] = {}
    for word, other in sorted(links):
        sentence.setdefault(word, int(np.searchsorted(ends, other, side="right")))
    total = 0.0
    taken: set[int] = set()
    for scene in scenes:
        free = [index for index in range(len(lengths)) if index not in taken]
        best = max(free, key=lambda index: sum(sentence.get(w) == index for w in scene.words))
        if len(scenes) == len(lengths):
            taken.add(best)
        total += sentence.get(scene.relation) == best
        if scene.participants:
            kept = sum(sentence.get(head) == best for head in scene.participants)
            total += kept / len(scene.participants)
    score = total / (2 * len(scenes))
    return score * len(lengths) / len(scenes) if penalty else score


def _sentences(text: str) -> list[list[str]]:
    return [tokens for line in split_sentences(text) if (tokens := tokenize(line))]


def _flat(sentences: Sequence[Sequence[str]]) -> tuple[str, ...]:
    return tuple(token for sentence in sentences for token in sentence)
