"""SAMSA (Sulem et al. 2018): does every output sentence hold one whole scene of the original?

Scenes come from the UCCA parser, from gold annotation in a file, or from clauses of constituency
trees, which is no UCCA and has another name and signature.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corpora import sentences_of, unescape_brackets
from seqlab.alignment import Aligner, load_aligner
from seqlab.evaluation.metrics.metric import Array, Metric
from seqlab.evaluation.metrics.segments import Segments
from seqlab.evaluation.metrics.signature import Signature, signature
from seqlab.syntax import Scene, SceneFinder, load_scenes
from seqlab.text import tokenize

# What an implicit unit counts, since nothing in the text can keep or lose it (section 4.2). A
# scene without participants counts so too, as in the authors' code.
IMPLICIT = 0.5


class Samsa(Metric):
    """SAMSA, 0–100; the corpus score is the mean of its sentences.

    Args:
        scenes: What finds the scenes of originals: `ucca`, `clauses`, the path of a file, or
            ready-made.
        aligner: Word aligner, by name or ready-made. By default that of Sultan et al. (2014), as in
            the paper, without word pairs from a data folder: a score must not depend on what lies
            there.
        penalty: Multiply by sentences over scenes, as SAMSA does; SAMSA-abl does not.
    """

    needs_references = False

    def __init__(
        self,
        scenes: str | SceneFinder = "ucca",
        aligner: str | Aligner = "mwa",
        penalty: bool = True,
    ) -> None:
        self.penalty = penalty
        self.finder = load_scenes(scenes) if isinstance(scenes, str) else scenes
        options = {"paraphrases": "none"} if aligner == "mwa" else {}
        self.aligner = load_aligner(aligner, **options) if isinstance(aligner, str) else aligner
        self._aligner_name = aligner if isinstance(aligner, str) else type(aligner).__name__
        name = "SAMSA" if penalty else "SAMSA-abl"
        self.name = name if self.finder.name == "ucca" else f"{name}/{self.finder.name}"
        # The originals are the same for every system.
        self._known: dict[str, list[Scene]] = {}

    def counts(self, segments: Segments) -> Array:
        """The score of each sentence, and a one."""
        self._find(segments.originals)
        originals = [_flat(_sentences(text)) for text in segments.originals]
        outputs = [_sentences(text) for text in segments.outputs]
        # A word may stand in several output sentences ("John got home. John called."), so the
        # original is aligned with each of them.
        pairs = [
            (original, tuple(sentence))
            for original, output in zip(originals, outputs, strict=True)
            for sentence in output
        ]
        links = iter(self.aligner.align(pairs))
        rows = []
        for text, output in zip(segments.originals, outputs, strict=True):
            aligned = [frozenset(word for word, _ in next(links)) for _ in output]
            rows.append((samsa(self._known[text], aligned, self.penalty), 1.0))
        return np.array(rows, dtype=np.float64)

    def combine(self, totals: Array) -> Array:
        """The mean."""
        return 100 * totals[..., :1] / totals[..., 1:]

    def signature(self, references: int) -> Signature:
        """Where scenes and word links come from."""
        return signature(
            self.name,
            scenes=self.finder.name,
            aligner=self._aligner_name,
            penalty=self.penalty,
        )

    def _find(self, originals: Sequence[str]) -> None:
        new = [text for text in dict.fromkeys(originals) if text not in self._known]
        # A file knows whole originals; a parser reads sentences.
        whole = self.finder.name == "file"
        texts = [_sentences(text) for text in new]
        texts = [[list(_flat(one))] if whole else one for one in texts]
        found = self.finder.scenes(tokens for sentences in texts for tokens in sentences)
        for text, sentences in zip(new, texts, strict=True):
            own: list[Scene] = []
            offset = 0
            for tokens in sentences:
                own += [scene.shifted(offset) for scene in next(found)]
                offset += len(tokens)
            self._known[text] = own


def samsa(
    scenes: Sequence[Scene], aligned: Sequence[frozenset[int]], penalty: bool = True
) -> float:
    """SAMSA of one sentence, 0–1 (sections 4.1 and 4.2).

    Args:
        scenes: The scenes of the original, in the order of the text.
        aligned: For each sentence of the output, the words of the original that it has.
        penalty: Multiply by sentences over scenes.
    """
    if not aligned or len(scenes) < len(aligned):
        return 0.0
    total = 0.0
    free = list(range(len(aligned)))
    for scene in scenes:
        # The first of equals, as in the paper.
        best = max(free, key=lambda index: len(scene.words & aligned[index]))
        if len(scenes) == len(aligned):
            free.remove(best)
        total += _kept(scene.relation, aligned[best])
        kept = [_kept(center, aligned[best]) for center in scene.participants]
        total += sum(kept) / len(kept) if kept else IMPLICIT
    score = total / (2 * len(scenes))
    return score * len(aligned) / len(scenes) if penalty else score


def _kept(center: tuple[int, ...], words: frozenset[int]) -> float:
    """Whether all minimal centers of a unit are aligned with the sentence (footnote 4)."""
    if not center:
        return IMPLICIT
    return float(words.issuperset(center))


def _sentences(text: str) -> list[list[str]]:
    # Published outputs are often tokenised and lowercased; their sentences end all the same.
    lines = sentences_of(unescape_brackets(text))
    return [tokens for line in lines if (tokens := tokenize(line))]


def _flat(sentences: Sequence[Sequence[str]]) -> tuple[str, ...]:
    return tuple(token for sentence in sentences for token in sentence)
