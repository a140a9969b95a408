"""What the paraphrase system is made of and how it is tuned, apart from its code."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from corpora import Part
from seqlab.errors import check_least

Objective = Literal["sari", "bleu", "fkbleu"]


@dataclass(frozen=True)
class TuningOptions:
    """Pairwise ranking optimisation (Hopkins and May 2011).

    Args:
        path: TurkCorpus-like corpus: originals with several references.
        part: Its part; `valid` is what TurkCorpus calls `tune`.
        sentences: Only the first so many; 0 takes all.
        objective: What the tuning aims at.
        iterations: Rounds of decoding and ranking.
        nbest: Outputs per sentence and round.
        samples: Candidate pairs drawn per sentence.
        kept: Of these, so many with the largest differences.
        mix: Share of the new weights in each round's weights.
        regularization: Strength of the ranker's regularisation.
    """

    path: str = "$SEQLAB_DATA/turkcorpus"
    part: Part = "valid"
    sentences: int = 1000
    objective: Objective = "sari"
    iterations: int = 10
    nbest: int = 60
    samples: int = 400
    kept: int = 40
    mix: float = 0.5
    regularization: float = 1.0

    def __post_init__(self) -> None:
        check_least(self, 1, "iterations", "nbest", "samples", "kept")
        check_least(self, 0, "sentences")


@dataclass(frozen=True)
class ParaphraseOptions:
    """Rules, decoder and tuning.

    Args:
        rules_of: A model folder whose rules are taken instead of collecting them again.
        ppdb: PPDB files: the published format (1.0 or 2.0), or word TAB word.
        annotated: Corpora whose replacements, found by annotation, become rules.
        phrases: Corpora whose phrase pairs, extracted from word links, become rules.
        rows: Only the first so many pairs of each corpus; 0 takes all.
        least: How often a corpus rule must have been seen.
        per_phrase: Most rules for one phrase.
        longest: Most words on each side of a rule.
        beam: Hypotheses kept at each position.
        tuning: How the weights are tuned.
    """

    rules_of: str = ""
    ppdb: tuple[str, ...] = ("$SEQLAB_DATA/lexical/ppdb-1.0-lexical-pairs.txt.gz",)
    annotated: tuple[str, ...] = ("$SEQLAB_DATA/levels", "$SEQLAB_DATA/wikipedia/pairs.tsv.gz")
    phrases: tuple[str, ...] = ("$SEQLAB_DATA/levels", "$SEQLAB_DATA/wikipedia/pairs.tsv.gz")
    rows: int = 0
    least: int = 2
    per_phrase: int = 20
    longest: int = 4
    beam: int = 30
    tuning: TuningOptions = field(default_factory=TuningOptions)

    def __post_init__(self) -> None:
        check_least(self, 1, "least", "per_phrase", "longest", "beam")
        check_least(self, 0, "rows")
