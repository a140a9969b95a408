"""What changes a score, in one place; all of it is in the signatures."""

from __future__ import annotations

from dataclasses import dataclass

from seqlab.errors import UsageError
from seqlab.evaluation.metrics.readability import COUNTINGS, Counting
from seqlab.evaluation.metrics.tokenizers import TOKENIZERS, Tokenizer


@dataclass(frozen=True)
class EvaluationOptions:
    """How outputs are scored.

    Args:
        lowercase: Ignore case.
        tokenizer: `13a` (as sacreBLEU), `moses` (as the thesis; an extra) or `none`.
        counting: How readability counts: `seqlab`, `easse`, or `punctuation` (Xu et al. 2016).
        aligner: Word aligner of the operation analysis.
        syntax: Syntax backend of tree depths and of scenes from clauses, or `none`.
        scenes: Where SAMSA's scenes come from: `ucca` (the parser that ships), `clauses`, or the
            path of a file with gold scenes (UCCA XML, or JSON lines).
        samsa_aligner: Word aligner of SAMSA; the paper's by default.
        encoder: Encoder of BERTScore, by path or name; `auto` is all-MiniLM-L6-v2.
        encoder_layer: Which of its layers BERTScore reads.
        bertscore_baseline: File of bert-score's baselines (LAYER,P,R,F) to rescale by.
        confidence: Confidence level of the intervals.
        samples: Number of resamples for intervals and tests.
        seed: Seed of the resampling.
    """

    lowercase: bool = False
    tokenizer: Tokenizer = "13a"
    counting: Counting = "seqlab"
    aligner: str = "light"
    syntax: str = "none"
    scenes: str = "ucca"
    samsa_aligner: str = "mwa"
    encoder: str = "auto"
    encoder_layer: int = 5
    bertscore_baseline: str = ""
    confidence: float = 0.95
    samples: int = 1000
    seed: int = 1

    def __post_init__(self) -> None:
        if self.tokenizer not in TOKENIZERS:
            raise UsageError(f"no tokeniser {self.tokenizer!r}; known: {', '.join(TOKENIZERS)}")
        if self.counting not in COUNTINGS:
            raise UsageError(f"no counting {self.counting!r}; known: {', '.join(COUNTINGS)}")
        if not 0 < self.confidence < 1:
            raise UsageError(f"confidence must lie between 0 and 1, not {self.confidence}")
        if self.samples < 1:
            raise UsageError(f"at least one resample is needed, not {self.samples}")


DEFAULTS = EvaluationOptions()
