"""`best`: `light`'s reasons for a link together with contextual vectors; it measured best."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from seqlab.alignment.chain import Jumps, Matrix, link_chances
from seqlab.alignment.contextual import PieceEncoder, Precision
from seqlab.alignment.lexical_chain import links_above
from seqlab.alignment.likeness import LikenessWeights, WordScores
from seqlab.alignment.links import Links, TokenPair
from seqlab.alignment.paraphrases import load_paraphrases
from seqlab.alignment.simalign import pair_batches

WEIGHTS = LikenessWeights(
    same_content=4.0,
    same_stop=0.5,
    same_punctuation=0.0,
    lemma=1.0,
    paraphrase=1.5,
    letters=4.0,
    mixed=0.0,
    other_punctuation=-2.0,
    position=0.0,
    base=-2.0,
    context=10.0,
)
JUMPS = Jumps(repeat=0.5, distance=2.5, most=6.0)


class ContextualChainAligner:
    """The chain model of `light` over form, lemma, paraphrase, letters, place and context.

    Args:
        encoder: Encoder by name or path; `auto` takes what is installed.
        layer: Layer whose vectors are compared.
        paraphrases: Comma-separated files of word pairs, `auto` (PPDB and WordNet of the data
            folder, where they are there) or `none`.
        threshold: The least chance at which a link is kept.
        precision: In what numbers the encoder computes.
        weights: What each reason for a link counts.
        jumps: What going on elsewhere than with the next word costs.
    """

    def __init__(
        self,
        encoder: str = "auto",
        layer: int = 3,
        paraphrases: str = "auto",
        threshold: float = 0.5,
        precision: Precision = "auto",
        weights: LikenessWeights = WEIGHTS,
        jumps: Jumps = JUMPS,
    ) -> None:
        self.pieces = PieceEncoder(encoder, layer, precision)
        self.words = WordScores(weights, load_paraphrases(paraphrases))
        self.threshold = threshold
        self.jumps = jumps

    def align(self, pairs: Iterable[TokenPair]) -> list[Links]:
        """One set of links a pair, in the order of the pairs."""
        aligned: list[Links] = []
        for batch in pair_batches(pairs):
            chances = link_chances(self._scores(batch), self.jumps)
            aligned += links_above(chances, self.threshold)
        return aligned

    def _scores(self, pairs: list[TokenPair]) -> list[Matrix]:
        encoded = self.pieces.encode([side for pair in pairs for side in pair])
        scores: list[Matrix] = []
        for k, (source, target) in enumerate(pairs):
            first = encoded[2 * k].of_words(len(source))
            second = encoded[2 * k + 1].of_words(len(target))
            context = np.float32(self.words.weights.context)
            scores.append(self.words.matrix(source, target) + context * (first @ second.T))
        return scores
