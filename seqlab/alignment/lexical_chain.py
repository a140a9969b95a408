"""`light`: the strongest aligner that needs no encoder."""

from __future__ import annotations

from collections.abc import Iterable

from seqlab.alignment.chain import Jumps, Matrix, link_chances
from seqlab.alignment.likeness import LikenessWeights, WordScores
from seqlab.alignment.links import Links, TokenPair
from seqlab.alignment.paraphrases import load_paraphrases

WEIGHTS = LikenessWeights(
    same_content=8.0,
    same_stop=4.0,
    same_punctuation=4.0,
    lemma=4.0,
    paraphrase=4.0,
    letters=6.0,
    mixed=-2.0,
    other_punctuation=-2.0,
    position=1.0,
    base=1.0,
)
JUMPS = Jumps(repeat=2.0, distance=3.0, most=5.0)


class LexicalChainAligner:
    """Form, lemma, paraphrase list, letters, place and neighbours, weighed by a chain model.

    Args:
        paraphrases: Comma-separated files of word pairs, `auto` (PPDB and WordNet of the data
            folder, where they are there) or `none`.
        threshold: The least chance at which a link is kept.
        weights: What each reason for a link counts.
        jumps: What going on elsewhere than with the next word costs.
    """

    def __init__(
        self,
        paraphrases: str = "auto",
        threshold: float = 0.5,
        weights: LikenessWeights = WEIGHTS,
        jumps: Jumps = JUMPS,
    ) -> None:
        self.threshold = threshold
        self.jumps = jumps
        self.words = WordScores(weights, load_paraphrases(paraphrases))

    def align(self, pairs: Iterable[TokenPair]) -> list[Links]:
        """One set of links a pair, in the order of the pairs."""
        scores = [self.words.matrix(source, target) for source, target in pairs]
        return links_above(link_chances(scores, self.jumps), self.threshold)


def links_above(chances: Iterable[Matrix], threshold: float) -> list[Links]:
    """The links whose chance is above `threshold`, for every matrix of chances."""
    aligned: list[Links] = []
    for matrix in chances:
        rows, columns = (matrix > threshold).nonzero()
        aligned.append(set(zip(rows.tolist(), columns.tolist(), strict=True)))
    return aligned
